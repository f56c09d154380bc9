// Leaves out rows that are no questions: a header again, totals, notes, and cells without an answer.
import { quote } from '../../quote.ts'
import { countKnownColumns, findTarget } from '../read/index.ts'
import type { SourceOption } from './cells.ts'
import { leftOut, refusal } from './errors.ts'
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
