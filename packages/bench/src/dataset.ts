// Creates datasets for the measurements.
import { closeSync, mkdtempSync, openSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface BenchQuestion {
  readonly id: string
  readonly question: string
  readonly correct_answer: string
  readonly options: readonly string[]
  readonly difficulty: string | undefined
  readonly topic: string
}

/** A dataset of the category `bench`. */
export interface BenchDataset {
  readonly folder: string
  readonly csvPath: string
  /** The same questions as JSON, for the peers. */
  readonly jsonPath: string
  readonly rows: number
}

const LEVELS = ['easy', 'medium', 'hard']

function makeQuestion(row: number): BenchQuestion {
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

/** Writes a dataset. A row has about 200 bytes, and some characters beyond ASCII. */
export function writeDataset(rows: number): BenchDataset {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const csvPath = join(folder, 'bench.csv')
  const file = openSync(csvPath, 'w')
  writeSync(file, 'id,question,correct_answer,options,difficulty,topic\n')
  for (let row = 0; row < rows; row++) {
    const { id, question, correct_answer, options, difficulty, topic } = makeQuestion(row)
    const list = options.map((option) => `'${option}'`).join(', ')
    writeSync(file, `${id},"${question}",${correct_answer},"[${list}]",${difficulty},${topic}\n`)
  }
  closeSync(file)
  // The service waits until a file has not changed for some seconds.
  const past = Date.now() / 1000 - 60
  utimesSync(csvPath, past, past)
  const jsonPath = `${folder}.json`
  writeFileSync(
    jsonPath,
    JSON.stringify(Array.from({ length: Math.min(rows, 10_000) }, (_, row) => makeQuestion(row))),
  )
  return { folder, csvPath, jsonPath, rows }
}
