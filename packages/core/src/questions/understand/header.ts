// Finds the header of a table: its first record, one below a title, or none when the content alone says what the columns are.
import { countKnownColumns, MAX_COLUMNS, readPlace, type Target } from '../read/index.ts'
import { mapColumns } from './columns.ts'
import { assertNoCorrection, assertNoErrata } from './errata.ts'
import { ImportError, refusal } from './errors.ts'
import { isFilled, type TableRecord } from './records.ts'
import type { Table } from './table.ts'

/** What a person says about the header of a table. */
export interface HeaderSettings {
  readonly mapping: ReadonlyMap<string, Target>
  /** False when the first record is a question. Then the names of the columns are their numbers, from 1. */
  readonly hasHeader?: boolean | undefined
}

/** How many records can be above the header. */
const MAX_TITLE_RECORDS = 12

/** How to name the columns of a file without a header. Of several, the last one often has the answers. */
function remedyFor(width: number): string {
  const options = Array.from({ length: Math.min(width, MAX_NAMED) - 2 }, (_, index) => `${index + 2}=option,`)
  const example = `1=question,${width > 3 ? options.join('') : ''}${width > 3 ? Math.min(width, MAX_NAMED) : 2}=correct_answer`
  return `; without a header, --header no --map "${example}" names columns by number`
}

/** How many columns an example names. */
const MAX_NAMED = 6

/** Splits a table into its header and its other records. @throws ImportError without any record, or with a correction in one */
export function splitHeader(
  records: readonly TableRecord[],
  settings: HeaderSettings,
  separator = '',
): Table {
  const [first] = records
  if (!first) throw refusal('a header line', 'an empty file')
  assertNoCorrections(records)
  const width = Math.max(...records.slice(0, MAX_TITLE_RECORDS).map(({ values }) => values.length))
  if (width > MAX_COLUMNS) throw refusal(`at most ${MAX_COLUMNS} columns`, `${width}`)
  if (settings.hasHeader === false)
    return {
      header: first.values.map((_, index) => `${index + 1}`),
      records,
      isUnnamed: true,
      remedy: remedyFor(width),
    }
  const title = records.slice(0, MAX_TITLE_RECORDS).findIndex(({ values }) => isHeader(values, settings))
  if (title > 0) {
    const note = `the header is not the first line; what is above it is not read`
    return { header: namesOf(records[title]), records: records.slice(title + 1), notes: [note] }
  }
  const turned = title < 0 && records.length <= MAX_COLUMNS ? turn(records, width) : []
  if (turned[0] && isHeader(turned[0].values, settings)) {
    const note = 'the names are in the first column, and each other column is read as a question'
    return { header: namesOf(turned[0]), records: turned.slice(1), notes: [note] }
  }
  const isFree = title < 0 && settings.mapping.size === 0
  const columns = isFree ? findColumns(records) : undefined
  if (columns) return { header: columns, records, notes: [describeColumns(columns)] }
  const [lines, ...others] = isFree ? joinLines(records, separator) : []
  if (lines && others.length === 0) return lines
  // Its columns are named in an error, or its options have marks in place of a column of answers.
  const start = Math.max(records.slice(0, MAX_TITLE_RECORDS).findIndex(hasSeveralCells), 0)
  return { header: namesOf(records[start]), records: records.slice(start + 1), remedy: remedyFor(width) }
}

/** @throws ImportError when a row of one cell corrects the answer of another row. Of a list, most lines are such rows. */
function assertNoCorrections(records: readonly TableRecord[]): void {
  const lone: [at: number, text: string][] = []
  for (const [at, record] of records.entries())
    if (!hasSeveralCells(record))
      for (const text of record.values.filter(isFilled)) lone.push([at, String(text)])
  assertNoErrata(lone.map(([, text]) => text).join('\n'))
  const start = records.findIndex(hasSeveralCells)
  if (start < 0 || lone.length * 2 > records.length) return
  const isCell = (text: string) => records.some(({ values }) => values.includes(text))
  for (const [at, text] of lone) assertNoCorrection(text, at > start, isCell)
}

const describeColumns = (names: readonly string[]) =>
  `the file has no header; its columns are read as ${names.join(', ')}`

/** Each question, its options and its answer are lines below each other: tables with rows of each size that fits all of them. */
function joinLines(records: readonly TableRecord[], separator: string): Table[] {
  if (records.filter(hasSeveralCells).length * 2 > records.length) return []
  const texts = records.map(({ values }) => values.filter(isFilled).join(separator).trim())
  const isGap = (at: number) => (records[at]?.number ?? 0) !== (records[at - 1]?.number ?? 0) + 1
  const hasGaps = records.some((_, at) => at > 0 && isGap(at))
  return [4, 5, 6, 7, 8].flatMap((size) => {
    const areEven = records.every((_, at) => at === 0 || isGap(at) === (hasGaps && at % size === 0))
    if (texts.length % size > 0 || !areEven) return []
    const starts = records.filter((_, at) => at % size === 0)
    const rows = starts.map(({ number }, at) => ({ number, values: texts.slice(at * size, (at + 1) * size) }))
    const split = rows.map(({ values }) => splitRow(values, 'last'))
    const areAnswers = KINDS.some((kind) => split.every((row) => placeOf(kind, row) >= 0))
    const answers = new Set(split.map(({ answer }) => answer))
    const others = new Set(texts.filter((_, at) => at % size > 0))
    const areAsked = rows.every(({ values: [question = ''] }) => question !== '' && !others.has(question))
    if (!areAsked || !areAnswers || rows.length < 3 || answers.size < 2) return []
    const options = Array.from({ length: size - 2 }, (_, at) => `option ${at + 1}`)
    const header = ['question', ...options, 'correct_answer']
    return [{ header, records: rows, notes: [describeColumns(header)] }]
  })
}

/** The columns of a table as its rows. */
function turn(records: readonly TableRecord[], width: number): TableRecord[] {
  const valuesOf = (column: number) => records.map(({ values }) => values[column] ?? '')
  return Array.from({ length: width }, (_, column) => ({ number: column + 1, values: valuesOf(column) }))
}

/** A title, or a note, is in one cell. */
const hasSeveralCells = ({ values }: TableRecord) =>
  values.findIndex(isFilled) !== values.findLastIndex(isFilled)

function namesOf(record: TableRecord | undefined): string[] {
  return record?.values.map((name) => String(name).trim()) ?? []
}

function isHeader(values: readonly unknown[], settings: HeaderSettings): boolean {
  try {
    mapColumns(namesOf({ number: 0, values }), settings)
    return true
  } catch (error) {
    if (error instanceof ImportError) return false
    throw error
  }
}

/**
 * The columns of a table without a header: the question, the options and the answer, which is the text of an option in each row, or its
 * letter. Each option must be the correct one somewhere, so that no column is taken for an option that is none. Of two
 * columns, the question is the only one whose texts end with a question mark.
 */
function findColumns(records: readonly TableRecord[]): string[] | undefined {
  const written = records.map(({ values }) => values.map((value) => String(value ?? '').trim()))
  // A separator can be at the end of each line.
  const width = written.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1), 0)
  const rows = written.map((row) => row.slice(0, width))
  const isTable = rows.every((row) => row.length === width && countKnownColumns(row) < 2)
  if (!isTable || rows.length < 2) return undefined
  if (width === 2) return findPair(rows)
  const isNumbered = rows.every(([first]) => /^\d+$/.test(first ?? ''))
  const start = isNumbered ? 1 : 0
  const questions = new Set(rows.map((row) => row[start]))
  if (width - start < 4 || questions.size < rows.length) return undefined
  const names = isNumbered ? ['id'] : []
  const found = (['last', 'second'] as const).flatMap((place) => {
    const split = rows.map((row) => splitRow(row.slice(start), place))
    const kind = findKind(split)
    if (kind === undefined) return []
    const options = (split[0]?.options ?? []).map((_, index) => {
      return kind === 'letter' ? String.fromCharCode(65 + index) : `option ${index + 1}`
    })
    const answer = 'correct_answer'
    return [[...names, 'question', ...(place === 'last' ? [...options, answer] : [answer, ...options])]]
  })
  return found.length === 1 ? found[0] : undefined
}

/** As many options have most questions whose answers are letters. */
const USUAL_OPTIONS = 4

function findPair(rows: readonly (readonly string[])[]): string[] | undefined {
  const areQuestions = (column: number) => rows.every((row) => /[?？]$/.test(row[column] ?? ''))
  const hasQuestion = (column: number) => rows.some((row) => /[?？]$/.test(row[column] ?? ''))
  if (areQuestions(0) && !hasQuestion(1)) return ['question', 'correct_answer']
  return areQuestions(1) && !hasQuestion(0) ? ['correct_answer', 'question'] : undefined
}

function splitRow(row: readonly string[], place: 'last' | 'second') {
  return place === 'last'
    ? { answer: row.at(-1) ?? '', options: row.slice(1, -1) }
    : { answer: row[1] ?? '', options: row.slice(2) }
}

type SplitRow = ReturnType<typeof splitRow>

/** What an answer without a header can be: the text of an option, or a letter. */
const KINDS = ['text', 'letter'] as const

/** The place of the option that an answer is. A level from 1 to 4 can be equal to one by chance. -1 for none. */
function placeOf(kind: (typeof KINDS)[number], { answer, options }: SplitRow): number {
  const place = readPlace(answer)
  const at = options.indexOf(answer)
  if (kind === 'text') return place || at !== options.lastIndexOf(answer) ? -1 : at
  // A letter among the options is that of its place, as in A++, B, C.
  const areOwn = options.every((option, at) => {
    const own = readPlace(option)
    return own?.kind !== 'letter' || own.value === at
  })
  return place?.kind === 'letter' && place.value < options.length && areOwn ? place.value : -1
}

/**
 * What the answers of all rows are. Undefined when they are not all of one kind, or an option is never the correct one. Numbers are
 * never answers without a header, because levels and points are numbers too. Letters are answers only when they are mixed: those of
 * sections follow each other. Of four options, as in MMLU, some can be the correct one nowhere.
 */
function findKind(rows: readonly SplitRow[]) {
  const count = rows[0]?.options.length ?? 0
  if (rows.some(({ options }) => new Set(options).size < options.length)) return undefined
  return KINDS.find((kind) => {
    const places = rows.map((row) => placeOf(kind, row))
    const areAll = Array.from({ length: count }, (_, place) => place).every((place) => places.includes(place))
    const changes = places.filter((place, index) => index > 0 && place !== places[index - 1]).length
    const isSorted = places[0] === 0 && places.every((place, index) => place >= (places[index - 1] ?? 0))
    const areUsual =
      kind === 'letter' && count === USUAL_OPTIONS && rows.length > 2 && changes > 0 && !isSorted
    const areMixed = kind === 'text' || changes >= count
    return ((areAll && areMixed) || areUsual) && !places.includes(-1)
  })
}
