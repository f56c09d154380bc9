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

/** A record of a table: the cells of a row, or the members of an object of JSON. */
export interface TableRecord {
  readonly origin: string
  readonly values: readonly unknown[]
}

/** Reads a record as a question. @throws LeftOutError when it is none */
export function readRecord(
  header: readonly string[],
  columns: ColumnMap,
  { origin, values }: TableRecord,
): RawQuestion {
  assertWidth(header, values)
  const cellAt = (index: number | undefined) => readCell(values[index ?? -1], header[index ?? -1])
  const textAt = (index: number | undefined) => readOneText(cellAt(index), header[index ?? -1])
  // Only a topic, a difficulty, a source and an id can have several texts.
  const textsOf = (target: Target) => cellAt(columns.single[target]).texts.join(', ')
  const given = textAt(columns.single.correct_answer)
  const options = cellAt(columns.single.options)
  const wrong = cellAt(columns.single.wrong_answers)
  const choices = columns.choices.map(textAt).filter((text) => text.trim() !== '')
  // An empty cell keeps its position, because the answer can be the letter of a later one.
  const positions = columns.options.map(textAt)
  const hasPositions = positions.some((text) => text.trim() !== '')
  const all = hasPositions ? positions : splitCell(options, given)
  const wrongAnswers = all.length > 0 ? [] : [...splitCell(wrong, given), ...choices]
  const kind = wrongAnswers.length > 0 ? 'wrong' : 'none'
  return {
    origin,
    id: textsOf('id'),
    question: textAt(columns.single.question),
    answer: findKeyed(options, given) ?? given,
    ...(all.length > 0 ? { kind: 'all', options: all } : { kind, options: wrongAnswers }),
    difficulty: textsOf('difficulty'),
    topic: textsOf('topic'),
    source: textsOf('source'),
  }
}

/** A record with too many cells usually has a separator in a text, so that its cells are in the wrong columns. */
function assertWidth(header: readonly string[], values: readonly unknown[]): void {
  const width = values.findLastIndex((value) => typeof value !== 'string' || value.trim() !== '') + 1
  if (width <= header.length) return
  throw new LeftOutError(
    `expected ${header.length} cells as in the header, got ${width}; a text that contains the separator needs quotes`,
  )
}

/** The content of a cell: one text, or a list, such as the options. */
interface Cell {
  readonly texts: readonly string[]
  readonly isList: boolean
  /** The keys of an object such as `{"A": "Paris", "B": "London"}`. */
  readonly keys?: readonly string[]
}

/** The members that contain the text of an object such as `{"text": "Paris"}`. */
const TEXT_MEMBERS = ['text', 'name', 'label', 'title', 'value', 'answer', 'option']

/** The keys of options, such as `A`, `b`, `option_c` or `1`. */
const OPTION_KEY = /^(?:option|answer|choice)?[\s_-]*(?:[a-h]|\d\d?)$/i

/** Reads a cell. A missing value is an empty text. @throws LeftOutError for other values than texts */
function readCell(value: unknown, name = ''): Cell {
  const text = readText(value)
  if (text !== undefined) return { texts: [text], isList: false }
  const entries = Object.entries(value as object)
  const texts = entries.flatMap(([, member]) => readText(member) ?? [])
  const keys = entries.map(([key]) => key)
  const isKeyed = keys.length > 0 && keys.every((key) => OPTION_KEY.test(key))
  if (texts.length === keys.length && Array.isArray(value)) return { texts, isList: true }
  if (texts.length === keys.length && isKeyed) return { texts, isList: true, keys }
  const got = Array.isArray(value) ? 'a list of other values than texts' : 'an object'
  throw new LeftOutError(`expected a text or a list of texts in ${quote(name)}, got ${got}`)
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

function readOneText({ texts }: Cell, name = ''): string {
  if (texts.length <= 1) return texts[0] ?? ''
  throw new LeftOutError(`expected one text in ${quote(name)}, got a list of ${texts.length}`)
}

/** The option whose key is the answer, as in `{"A": "Paris", "B": "London"}` with the answer `B`. */
function findKeyed({ texts, keys = [] }: Cell, given: string): string | undefined {
  const key = given.trim().toLowerCase()
  return texts[keys.findIndex((candidate) => candidate.toLowerCase() === key)]
}

/**
 * Returns the options of a cell: a list, a text with a JSON or Python list, or options separated by `|`, line breaks or `;`. Commas
 * separate options only when one of the parts is the answer, because an option can contain a comma.
 */
function splitCell({ texts, isList }: Cell, answer: string): readonly string[] {
  if (isList) return texts
  const text = (texts[0] ?? '').trim()
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
      const { texts, isList } = readCell(read(text))
      if (isList) return texts
    } catch {
      // The next function reads other lists.
    }
  }
  throw new LeftOutError("expected a list of options such as ['A', 'B'], got another text")
}

function trimAll(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
