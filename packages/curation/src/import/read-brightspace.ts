// Reads the CSV that Brightspace imports: a question is several rows, from `NewQuestion` on.
import { readCsvTable } from '@qb/core/questions'
import { readFormatted } from './html-to-text.ts'
import { createListSource, type Listed, leaveOut, listQuestion } from './question-list.ts'
import type { Source } from './source.ts'

export const isBrightspace = (text: string) =>
  /^\s*(?:\/\/|"?NewQuestion"?,)/.test(text) && /^"?NewQuestion"?,/m.test(text)

type Rows = Readonly<{ number: number; kind: string; rows: string[][] }>

/** @see https://community.d2l.com/brightspace/kb/articles/3534-import-questions-to-quizzes-and-the-question-library */
export async function readBrightspaceSource(bytes: Uint8Array): Promise<Source> {
  const { records, dropped } = await readCsvTable(bytes, { mapping: new Map(), hasHeader: false })
  const questions: Rows[] = []
  for (const { number, values } of records) {
    const [name = '', ...cells] = values.map((value) => String(value).trim())
    if (/^newquestion$/i.test(name))
      questions.push({ number, kind: (cells[0] ?? '').toUpperCase(), rows: [] })
    else questions.at(-1)?.rows.push([name.toLowerCase(), ...cells])
  }
  const lost = dropped.map(({ number, error }) => ({ number, reason: error.message }))
  return createListSource('Brightspace CSV', 'line', [...questions.map(readQuestion), ...lost])
}

function readQuestion({ number, kind, rows }: Rows): Listed {
  if (!['MC', 'TF', 'SA'].includes(kind)) return leaveOut(number, `the kind ${kind}`)
  const read = (text = '', ...cells: readonly string[]) =>
    readFormatted(text, cells.includes('HTML') ? 'html' : 'plain')
  const find = (wanted: string) => rows.find(([name, text]) => name === wanted && text !== '') ?? []
  if (find('image').length > 0) return leaveOut(number, 'a picture')
  const answers = rows.filter(([name = '']) => ['option', 'answer', 'true', 'false'].includes(name))
  if (answers.some((cells) => cells.includes('regexp') && /[\\^$.|?*+()[\]{}]/.test(cells[2] ?? '')))
    return leaveOut(number, 'a pattern or a range of answers')
  const textOf = (name: string) => read(...find(name).slice(1))
  const about = {
    number,
    question: textOf('questiontext'),
    explanation: textOf('feedback'),
    isTruth: kind === 'TF',
  }
  const shown = answers.map(([name = '', share, ...cells]) => {
    const isTruth = name === 'true' || name === 'false'
    return {
      text: isTruth ? { text: name === 'true' ? 'True' : 'False' } : read(...cells),
      share: Number(share),
      feedback: isTruth ? read(...cells) : read(...cells.slice(2)),
    }
  })
  return listQuestion(about, shown, kind === 'SA')
}
