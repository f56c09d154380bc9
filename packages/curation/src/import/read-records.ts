// Reads records with named columns as questions: rows of a CSV file, or objects of a JSON array.
import { readOptionList } from '@qb/core/questions'
import { type ColumnMap, mapColumns, type Target } from './columns.ts'
import type { RawOptions, RawQuestion } from './raw-question.ts'

/** A record of a table. `values` has a string per column of the header. */
export interface TableRecord {
  readonly origin: string
  readonly values: readonly string[]
}

/** Reads the records of a table. */
export function readRecords(
  header: readonly string[],
  records: readonly TableRecord[],
  mapping: ReadonlyMap<string, Target>,
): { questions: RawQuestion[]; unused: readonly string[] } {
  const columns = mapColumns(header, mapping)
  return { questions: records.map((record) => readRecord(columns, record)), unused: columns.unused }
}

function readRecord(columns: ColumnMap, { origin, values }: TableRecord): RawQuestion {
  const textOf = (target: Target) => values[columns.single[target] ?? -1] ?? ''
  const answer = textOf('correct_answer')
  return {
    origin,
    id: textOf('id'),
    question: textOf('question'),
    answer,
    options: readOptions(columns, values, answer),
    difficulty: textOf('difficulty'),
    topic: textOf('topic'),
  }
}

function readOptions(columns: ColumnMap, values: readonly string[], answer: string): RawOptions {
  const filled = (indexes: readonly number[]) =>
    indexes.map((index) => values[index] ?? '').filter((value) => value.trim() !== '')
  const options = filled(columns.options)
  if (options.length > 0) return { kind: 'all', options }
  const list = splitOptions(values[columns.single.options ?? -1] ?? '', answer)
  if (list.length > 0) return { kind: 'all', options: list }
  const wrong = [
    ...splitOptions(values[columns.single.wrong_answers ?? -1] ?? '', answer),
    ...filled(columns.choices),
  ]
  return wrong.length > 0 ? { kind: 'wrong', options: wrong } : { kind: 'none' }
}

/**
 * Splits a cell with several options: a JSON or Python list, or options separated by `|`, line breaks or `;`. Commas
 * separate options only when one of the parts is the answer, because an option can contain a comma.
 */
export function splitOptions(cell: string, answer: string): string[] {
  const text = cell.trim()
  if (text === '') return []
  if (text.startsWith('[')) {
    try {
      return readOptionList(text)
    } catch {
      return [text]
    }
  }
  const separator = ['|', '\n', ';'].find((candidate) => text.includes(candidate))
  if (separator !== undefined) return trimAll(text.split(separator))
  const parts = trimAll(text.split(','))
  return parts.includes(answer.trim()) ? parts : [text]
}

function trimAll(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
