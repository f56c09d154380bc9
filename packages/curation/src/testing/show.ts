// Imports a file, and shows what a person would see of the result.
import { readSheet } from '@qb/core/questions'
import { type ImportOptions, importQuestions } from '../import/import-questions.ts'

/** The questions of a file as `question → correct answer (options)`, and what is left out as `number: got`. */
export async function show(text: string | Uint8Array, settings: Partial<ImportOptions> = {}) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const said = { mapping: new Map(), decodeHtml: false, ...settings }
  try {
    const { questions, dropped } = await importQuestions(bytes, said)
    const shown = questions.map(({ question, correct_answer, options, explanation }) => {
      const others = options ? ` (${options.join(', ')})` : ''
      return `${question} → ${correct_answer}${others}${explanation ? `; ${explanation}` : ''}`
    })
    return [...shown, ...dropped.map(({ number, reason }) => `${number}: ${/got (.*)$/.exec(reason)?.[1]}`)]
  } catch (error) {
    return [`refused: ${/.*got (.*)$/.exec((error as Error).message)?.[1]}`]
  }
}

/** Reads a file as the service reads one of its folder. @param path in diagnostics */
export const readServed = (text: string, path = 'c.csv') =>
  readSheet({ category: 'c', title: 'C', path, bytes: Buffer.from(text), reservedIds: [] })

/** Reads the questions of the files `0.csv`, `1.csv` and so on. Each gets the header. */
export async function readQuestionsOf(header: string, sheets: readonly string[]) {
  const read = sheets.map((rows, index) => readServed(`${header}\n${rows}`, `${index}.csv`))
  return (await Promise.all(read)).flatMap(({ questions }) => questions)
}
