// Creates datasets for the measurements, in folders that are removed when this process ends.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type BenchQuestion = ReturnType<typeof makeQuestion>

const LEVELS = ['easy', 'medium', 'hard']

function makeQuestion(row: number) {
  const answer = `Answer ${row}`
  return {
    id: `Q-${row}`,
    question: `Which of these four answers is the right one for the question with the number ${row}, “of course”?`,
    correct_answer: answer,
    options: [answer, `Another answer of ${row}`, `The third one, of ${row}`, `São Tomé ${row}`],
    difficulty: LEVELS[row % 3],
    topic: `topic ${row % 16}`,
  }
}

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  return folder
}

export type BenchDataset = ReturnType<typeof writeDataset>

/** Writes a dataset of the category `bench`, alone in its folder, and the same questions as JSON for the peers. */
export function writeDataset(rows: number) {
  const root = createFolder()
  const [folder, jsonPath] = [join(root, 'questions'), join(root, 'bench.json')]
  const csvPath = join(folder, 'bench.csv')
  const questions = Array.from({ length: rows }, (_, row) => makeQuestion(row))
  const lines = questions.map(({ id, question, correct_answer, options, difficulty, topic }) => {
    const list = options.map((option) => `'${option}'`).join(', ')
    return `${id},"${question}",${correct_answer},"[${list}]",${difficulty},${topic}\n`
  })
  mkdirSync(folder)
  writeFileSync(csvPath, `id,question,correct_answer,options,difficulty,topic\n${lines.join('')}`)
  writeFileSync(jsonPath, JSON.stringify(questions))
  makeOld(csvPath)
  return { folder, csvPath, jsonPath }
}

/** Sets the time of a file back, because the service waits until a file has not changed for some seconds. */
export function makeOld(path: string): void {
  const past = Date.now() / 1000 - 60
  utimesSync(path, past, past)
}
