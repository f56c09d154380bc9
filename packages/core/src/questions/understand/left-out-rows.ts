// Leaves out rows that are no questions: a header again, totals, notes, and cells without an answer; and rows whose cells are in the
// wrong columns, because a text with the separator has no quotes, or a cell is missing.
import { quote } from '../../quote.ts'
import { countKnownColumns, findTarget, readPlace } from '../read/index.ts'
import type { SourceOption } from './cells.ts'
import { LeftOutError, leftOut, refusal } from './errors.ts'
import type { TableRecord } from './records.ts'

/** The line below a header of Markdown, and notes such as `(max 120 characters)`. */
const NO_TEXTS = [/^\s*:?-{2,}:?\s*$/, /^\s*\(.*\)\s*$/]

const TOTAL =
  /^\s*(?:(?:grand |class )?(?:total|sum|average|mean)(?: (?:questions|points|scores?|marks?|grade))?|(?:max(?:imum)?|passing|pass) (?:questions|points|scores?|marks?|grade)|(?:created|made|written|prepared) by|gesamt|summe|durchschnitt|moyenne|suma|razem|toplam|итого)\s*:?\s*$/i

/** Sheets that were joined repeat their header, and tables of Markdown have a line below it. */
export function assertNoHeader(question: string, answer: string, isHeader: boolean): void {
  const areNoTexts = NO_TEXTS.some((pattern) => pattern.test(question) && pattern.test(answer))
  if (isHeader || areNoTexts || TOTAL.test(question))
    throw leftOut('a question', 'the header again, a note below it, or a total')
}

/** Sheets that were joined can have different columns. */
export function assertOneHeader({ number, values }: TableRecord, header: readonly string[]): void {
  const names = values.map((value) => (typeof value === 'string' ? value.trim() : ''))
  if (names.every((name, index) => name === (header[index] ?? ''))) return
  const isTurned = names.length > 1 && names.toSorted().join('\n') === header.toSorted().join('\n')
  if (!isTurned && countKnownColumns(names) < 3) return
  const targets = names.map(findTarget)
  if (targets.includes('question') && targets.includes('correct_answer'))
    throw refusal('one header', `another one in number ${number}; split the file there`)
}

/** What a spreadsheet program shows for a formula without a result. */
const SHEET_ERROR = /^\s*#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)\s*$/

/** What a sheet for teachers says of a question without one answer. */
const UNSAID =
  '(?:[Ss]tudent )?(?:[Aa]nswers?|[Rr]esponses?) (?:will |may |can |might )?(?:vary|varies|differ)\\b.*|[Ss]ee (?:above|below)\\.?'

/** What stands in place of an answer that is missing, unless it is an option. `NaN` and `null` can be answers of a quiz about code. */
const MISSING = new RegExp(
  `${SHEET_ERROR.source}|^\\s*(?:nan|NULL|\\\\N|N/A|n/a|TBD|TODO|tbd|[?]+|[-–—]+|_{2,}|${UNSAID})\\s*$`,
)

export function assertAnswer(answer: string, options: readonly SourceOption[]): void {
  if (MISSING.test(answer) && !options.some(({ text }) => text.trim() === answer.trim()))
    throw leftOut('a correct answer', quote(answer))
}

export function assertNoSheetError(option: string): void {
  if (SHEET_ERROR.test(option)) throw leftOut('an option', quote(option))
}

const createTornError = (expected: string, got: string) =>
  new LeftOutError(expected, `, got ${got}; a text that contains the separator needs quotes`)

/** A record with too many cells usually has a separator in a text, so that its cells are in the wrong columns. */
export function assertWidth(header: readonly string[], values: readonly unknown[]): void {
  if (values.length <= header.length) return
  const width = values.findLastIndex((value) => typeof value !== 'string' || value.trim() !== '') + 1
  if (width <= header.length) return
  throw createTornError(`expected ${header.length} cells as in the header`, `${width}`)
}

/** A row with an option less, and without an empty cell for it, has its answer in the column of the last option. */
export function assertNotShort(options: readonly SourceOption[]): void {
  const filled = options.filter(({ text }) => text.trim() !== '')
  const arePlaces = filled.map(({ text }) => readPlace(text) !== undefined)
  if (filled.length < 3 || arePlaces.indexOf(true) !== filled.length - 1) return
  throw leftOut(
    'as many cells as in the header',
    `fewer, and ${quote(filled.at(-1)?.text ?? '')} as the last option, which can be the answer`,
  )
}

/** `Washington, D.C.` and `1,000` without quotes are two cells. */
export function assertNotCut(answer: string, next: unknown): void {
  if (typeof next !== 'string') return
  const isNumberSplit = /^\d{1,3}$/.test(answer) && /^0\d\d$/.test(next)
  if (!isNumberSplit && !/^ \S/.test(next)) return
  throw createTornError('expected the end of the answer before the next cell', quote(next))
}

/** `In 1914, what began?` and `How many metres are 1,5 km?` without quotes are two cells, and the row may have as many as the header. */
export function assertNotShifted(question: string, next: unknown, answer: string): void {
  if (/[?.!:…"”’')_]\s*$/.test(question)) return
  const cells = [typeof next === 'string' ? next : '', answer]
  const isNumberSplit = /\d$/.test(question) && /^\d.*\p{L}.*\?\s*$/su.test(cells[0] ?? '')
  const rest = cells.find((cell) => /^\s.*\?\s*$|^ \p{Ll}/su.test(cell))
  if (rest === undefined && !isNumberSplit) return
  throw createTornError(
    'expected the end of the question before the next cell',
    quote(rest ?? cells[0] ?? ''),
  )
}
