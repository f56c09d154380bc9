// Reads records with named columns as questions: rows of a CSV file, or objects of a JSON array.
import { quote, readOptionList } from '@qb/core/questions'
import type { ColumnMap, Target } from './columns.ts'

/** A question of a source. Strings are neither trimmed nor checked, and missing ones are empty. */
export interface RawQuestion {
  /** The position in the source, such as `line 12` or `item 3`. */
  readonly origin: string
  readonly id: string
  readonly question: string
  readonly answer: string
  /**
   * What the options are: `none`, because the player types the answer; `all`, one of which is the correct answer, named by its
   * text, letter or number; or only the `wrong` answers.
   */
  readonly kind: 'none' | 'all' | 'wrong'
  /** In the order of the source. An empty text is a position without an option. */
  readonly options: readonly string[]
  readonly difficulty: string
  readonly topic: string
  readonly source: string
}

/** A question that was left out, and why. */
export interface Dropped {
  readonly origin: string
  readonly reason: string
}

/** Why a question is left out. */
export class LeftOutError extends Error {
  override readonly name = 'LeftOutError'
}

/** Reads each item. An item for which `read` throws a {@link LeftOutError} is added to `dropped`. */
export function readEach<T extends { readonly origin: string }, Result>(
  items: readonly T[],
  dropped: Dropped[],
  read: (item: T) => Result,
): Result[] {
  return items.flatMap((item) => {
    try {
      return [read(item)]
    } catch (error) {
      if (!(error instanceof LeftOutError)) throw error
      dropped.push({ origin: item.origin, reason: error.message })
      return []
    }
  })
}

/** The questions of a source. */
export interface Source {
  /** Such as `Open Trivia DB JSON`. */
  readonly format: string
  readonly questions: readonly RawQuestion[]
  /** Records that are not questions at all. */
  readonly dropped: readonly Dropped[]
  /** What a person should know about the source as a whole, such as columns that are not used. */
  readonly notes: readonly string[]
  /** Whether texts contain HTML entities by convention. */
  readonly hasHtmlEntities: boolean
}

/** A record of a table. `values` has a cell per column of the header. */
export interface TableRecord {
  readonly origin: string
  readonly values: readonly Cell[]
}

/** Reads a record as a question. @throws LeftOutError when it is none */
export function readRecord(
  header: readonly string[],
  columns: ColumnMap,
  { origin, values }: TableRecord,
): RawQuestion {
  assertWidth(header, values)
  assertCells(header, columns, values)
  const textOf = (target: Target) => joinTexts(values[columns.single[target] ?? -1])
  const given = textOf('correct_answer')
  return {
    origin,
    id: textOf('id'),
    question: textOf('question'),
    answer: findKeyed(values[columns.single.options ?? -1], given) ?? given,
    ...readOptions(columns, values, given),
    difficulty: textOf('difficulty'),
    topic: textOf('topic'),
    source: textOf('source'),
  }
}

/** A record with too many cells usually has a separator in a text, so that its cells are in the wrong columns. */
function assertWidth(header: readonly string[], values: readonly Cell[]): void {
  const width = values.findLastIndex((value) => typeof value !== 'string' || value.trim() !== '') + 1
  if (width <= header.length) return
  throw new LeftOutError(
    `expected ${header.length} cells as in the header, got ${width}; a text that contains the separator needs quotes`,
  )
}

function assertCells(
  header: readonly string[],
  { single, choices, options }: ColumnMap,
  values: readonly Cell[],
): void {
  const ofTexts = [single.question, single.correct_answer, ...choices, ...options]
  for (const index of [...Object.values(single), ...choices, ...options]) {
    if (index === single.ignore) continue
    const value = values[index] ?? ''
    if (typeof value === 'string') continue
    const name = quote(header[index] ?? '')
    if (value.kind === 'unreadable')
      throw new LeftOutError(`expected a text or a list of texts in ${name}, got ${value.got}`)
    if (ofTexts.includes(index) && value.texts.length > 1)
      throw new LeftOutError(`expected one text in ${name}, got a list of ${value.texts.length}`)
  }
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

function readOptions(
  columns: ColumnMap,
  values: readonly Cell[],
  answer: string,
): Pick<RawQuestion, 'kind' | 'options'> {
  // An empty cell keeps its position, because the answer can be the letter of a later one.
  const options = columns.options.map((index) => joinTexts(values[index]))
  if (options.some((option) => option.trim() !== '')) return { kind: 'all', options }
  const list = readList(values[columns.single.options ?? -1], answer)
  if (list.length > 0) return { kind: 'all', options: list }
  const texts = columns.choices.map((index) => joinTexts(values[index]))
  const wrong = readList(values[columns.single.wrong_answers ?? -1], answer)
  const choices = [...wrong, ...texts.filter((text) => text.trim() !== '')]
  return { kind: choices.length > 0 ? 'wrong' : 'none', options: choices }
}

function readList(cell: Cell = '', answer: string): readonly string[] {
  if (typeof cell === 'string') return splitOptions(cell, answer)
  return cell.kind === 'list' ? cell.texts : []
}

/** The content of a cell. */
export type Cell =
  | string
  /** A list of texts, such as the options. */
  | { readonly kind: 'list'; readonly texts: readonly string[]; readonly keys?: readonly string[] }
  /** A value that cannot be read. `got` completes a sentence that starts with "expected a text, got". */
  | { readonly kind: 'unreadable'; readonly got: string }

/** The members that contain the text of an object such as `{"text": "Paris"}`. */
const TEXT_MEMBERS = ['text', 'name', 'label', 'title', 'value', 'answer', 'option']

/** The keys of options, such as `A`, `b`, `option_c` or `1`. */
const OPTION_KEY = /^(?:option|answer|choice)?[\s_-]*(?:[a-h]|\d\d?)$/i

/** Reads a value of JSON as a cell. A missing value is an empty text. */
export function readJsonCell(value: unknown): Cell {
  if (Array.isArray(value)) {
    const items = value.map(readText)
    return areTexts(items) ? { kind: 'list', texts: items } : unreadable('a list of other values than texts')
  }
  const text = readText(value)
  if (text !== undefined) return text
  const entries = Object.entries(value as object)
  const texts = entries.map(([, member]) => readText(member))
  const isKeyed = entries.length > 0 && entries.every(([key]) => OPTION_KEY.test(key)) && areTexts(texts)
  return isKeyed ? { kind: 'list', texts, keys: entries.map(([key]) => key) } : unreadable('an object')
}

/** The text of a scalar, or of an object that contains a text. Undefined for other values. */
function readText(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return undefined
  const name = TEXT_MEMBERS.find((member) => member in value)
  const text = name === undefined ? undefined : (value as Record<string, unknown>)[name]
  return typeof text === 'string' || typeof text === 'number' ? String(text) : undefined
}

function areTexts(texts: readonly (string | undefined)[]): texts is readonly string[] {
  return !texts.includes(undefined)
}

function unreadable(got: string): Cell {
  return { kind: 'unreadable', got }
}

/**
 * Splits a cell with several options: a JSON or Python list, or options separated by `|`, line breaks or `;`. Commas
 * separate options only when one of the parts is the answer, because an option can contain a comma.
 */
function splitOptions(cell: string, answer: string): readonly string[] {
  const text = cell.trim()
  if (text === '') return []
  if (text.startsWith('[')) return parseList(text)
  const separator = ['|', '\n', ';'].find((candidate) => text.includes(candidate))
  if (separator !== undefined) return trimAll(text.split(separator))
  const parts = trimAll(text.split(','))
  return parts.includes(answer.trim()) ? parts : [text]
}

/** Reads a list of strings, or a JSON list of other values, such as `[3, 4, 5]`. */
function parseList(text: string): readonly string[] {
  for (const read of [readOptionList, JSON.parse]) {
    try {
      const cell = readJsonCell(read(text))
      if (typeof cell === 'object' && cell.kind === 'list') return cell.texts
    } catch {
      // The next function reads other lists.
    }
  }
  throw new LeftOutError("expected a list of options such as ['A', 'B'], got another text")
}

function trimAll(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
