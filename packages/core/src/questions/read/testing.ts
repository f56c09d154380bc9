// Reads a sheet from a string, for the tests of this folder.
import { formatDiagnostic } from '../diagnostic.ts'
import type { AnsweredQuestion } from '../question.ts'
import { readSheet, type Sheet } from './sheet.ts'

/** The header line of a dataset without optional columns. */
export const HEAD = 'id,question,correct_answer\n'

/** The header line of a dataset with every optional column. */
export const FULL_HEAD = 'id,question,correct_answer,options,difficulty,topic\n'

/** Reads a file of the category `test`. */
export function read(content: string | Uint8Array, reservedIds: readonly string[] = []): Promise<Sheet> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return readSheet({ category: 'test', title: 'Test', path: 'test.csv', bytes, reservedIds })
}

/** Returns the questions of a valid file. */
export async function questionsOf(content: string | Uint8Array): Promise<AnsweredQuestion[]> {
  const { questions, diagnostics } = await read(content)
  if (diagnostics.length > 0) throw new Error(`expected a valid file, got ${JSON.stringify(diagnostics)}`)
  return questions.map(({ question }) => question)
}

/** Returns the diagnostics of a file as `line: column "name": message`. */
export async function diagnose(
  content: string | Uint8Array,
  reservedIds?: readonly string[],
): Promise<string[]> {
  const { diagnostics } = await read(content, reservedIds)
  return diagnostics.map((diagnostic) => formatDiagnostic(diagnostic).slice('test.csv:'.length))
}
