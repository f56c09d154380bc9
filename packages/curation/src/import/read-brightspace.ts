// Reads the CSV that Brightspace imports: a question is several rows, from `NewQuestion` on.
import { readCsvTable } from '@qb/core/questions'
import { toVisibleText, type VisibleText } from './html-to-text.ts'
import { createListSource, describeKind, type Listed, listQuestion } from './question-list.ts'
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

function readQuestion({ number, kind, rows: written }: Rows): Listed {
  const read = (cell: string, isHtml: boolean): VisibleText => (isHtml ? toVisibleText(cell) : { text: cell })
  const shown = written.map((row) => row.map((cell) => read(cell, row.includes('HTML'))))
  const rows = shown.map((row) => row.map(({ text }) => text))
  const isLost = shown.flat().some(({ lost }) => lost !== undefined)
  const textOf = (name: string) => rows.find(([first]) => first === name)?.[1] ?? ''
  const answers = rows.flatMap(([name = '', share = '', text = '']) => {
    if (name === 'true' || name === 'false')
      return [{ share: Number(share), text: name === 'true' ? 'True' : 'False' }]
    return name === 'option' || name === 'answer' ? [{ share: Number(share), text }] : []
  })
  const isKnown = ['MC', 'TF', 'SA'].includes(kind) && !isLost && !rows.some(([name]) => name === 'image')
  if (!isKnown) return { number, reason: describeKind(`the kind ${kind}, or a picture`) }
  const about = { number, question: textOf('questiontext'), explanation: textOf('feedback') }
  return listQuestion(about, answers, kind === 'SA')
}
