// Reads records with named columns as questions: rows of a CSV file, or objects of a JSON array.
import { quote } from '@qb/core/questions'
import type { Cell } from './cell.ts'
import { type ColumnMap, mapColumns, type Target } from './columns.ts'
import type { Dropped, RawOptions, RawQuestion } from './raw-question.ts'
import { splitOptions } from './split-options.ts'

/** A record of a table. `values` has a cell per column of the header. */
export interface TableRecord {
  readonly origin: string
  readonly values: readonly Cell[]
}

/** The questions of a table. */
export interface Table {
  readonly columns: ColumnMap
  readonly questions: readonly RawQuestion[]
  /** Records that cannot be read as questions. */
  readonly dropped: readonly Dropped[]
}

/**
 * Reads the records of a table.
 * @param remedy what else to do about missing columns, appended to the error
 */
export function readRecords(
  header: readonly string[],
  records: readonly TableRecord[],
  mapping: ReadonlyMap<string, Target>,
  remedy = '',
): Table {
  const columns = mapColumns(header, mapping, remedy)
  const questions: RawQuestion[] = []
  const dropped: Dropped[] = []
  for (const record of records) {
    const read = readRecord(header, columns, record)
    if ('reason' in read) dropped.push(read)
    else questions.push(read)
  }
  return { columns, questions, dropped }
}

function readRecord(
  header: readonly string[],
  columns: ColumnMap,
  { origin, values }: TableRecord,
): RawQuestion | Dropped {
  const reason = checkWidth(header, values) ?? checkCells(header, columns, values)
  if (reason !== undefined) return { origin, reason }
  const textOf = (target: Target) => joinTexts(values[columns.single[target] ?? -1])
  const given = textOf('correct_answer')
  const options = readOptions(columns, values, given)
  if (options === undefined)
    return { origin, reason: "expected a list of options such as ['A', 'B'], got another text" }
  return {
    origin,
    id: textOf('id'),
    question: textOf('question'),
    answer: findKeyed(values[columns.single.options ?? -1], given) ?? given,
    options,
    difficulty: textOf('difficulty'),
    topic: textOf('topic'),
    source: textOf('source'),
  }
}

/** A record with too many cells usually has a separator in a text, so that its cells are in the wrong columns. */
function checkWidth(header: readonly string[], values: readonly Cell[]): string | undefined {
  const width = values.findLastIndex((value) => typeof value !== 'string' || value.trim() !== '') + 1
  if (width <= header.length) return undefined
  return `expected ${header.length} cells as in the header, got ${width}; a text that contains the separator needs quotes`
}

function checkCells(
  header: readonly string[],
  { single, choices, options }: ColumnMap,
  values: readonly Cell[],
): string | undefined {
  const ofTexts = [single.question, single.correct_answer, ...choices, ...options]
  for (const index of [...Object.values(single), ...choices, ...options]) {
    if (index === single.ignore) continue
    const value = values[index] ?? ''
    if (typeof value === 'string') continue
    const name = quote(header[index] ?? '')
    if (value.kind === 'unreadable') return `expected a text or a list of texts in ${name}, got ${value.got}`
    if (ofTexts.includes(index) && value.texts.length > 1)
      return `expected one text in ${name}, got a list of ${value.texts.length}`
  }
  return undefined
}

/** The text of a cell. Only a topic, a difficulty, a source and an id can have several texts. */
function joinTexts(cell: Cell = ''): string {
  if (typeof cell === 'string') return cell
  return cell.kind === 'list' ? cell.texts.join(', ') : ''
}

/** The option whose key is the answer, as in `{"A": "Paris", "B": "London"}` with the answer `B`. */
function findKeyed(options: Cell | undefined, given: string): string | undefined {
  if (typeof options !== 'object' || options.kind !== 'list' || !options.keys) return undefined
  const key = given.trim().toLowerCase()
  const index = options.keys.findIndex((candidate) => candidate.toLowerCase() === key)
  return options.texts[index]
}

/** @returns undefined when a cell starts like a list but is none */
function readOptions(columns: ColumnMap, values: readonly Cell[], answer: string): RawOptions | undefined {
  const filled = (indexes: readonly number[]) =>
    indexes.map((index) => joinTexts(values[index])).filter((value) => value.trim() !== '')
  // An empty cell keeps its position, because the answer can be the letter of a later one.
  const options = columns.options.map((index) => joinTexts(values[index]))
  if (options.some((option) => option.trim() !== '')) return { kind: 'all', options }
  const list = readList(values[columns.single.options ?? -1], answer)
  if (list === undefined || list.length > 0) return list && { kind: 'all', options: list }
  const wrong = readList(values[columns.single.wrong_answers ?? -1], answer)
  if (wrong === undefined) return undefined
  const choices = [...wrong, ...filled(columns.choices)]
  return choices.length > 0 ? { kind: 'wrong', options: choices } : { kind: 'none' }
}

function readList(cell: Cell = '', answer: string): readonly string[] | undefined {
  if (typeof cell === 'string') return splitOptions(cell, answer)
  return cell.kind === 'list' ? cell.texts : undefined
}
