// Finds the format of a file by its content, and reads it as a table.
import {
  assertNoErrata,
  count,
  countKnownColumns,
  type HeaderSettings,
  readCsvTable,
  refusal,
  splitHeader,
  type Table,
  type TableRecord,
} from '@qb/core/questions'
import { showText } from '../cli/text.ts'
import { findEncoding, type TextEncoding } from './decode-text.ts'
import { assertNoList } from './list-style.ts'
import { markLooks } from './marked-cells.ts'
import { isAnki, readAnkiSource } from './read-anki.ts'
import { isBlackboard, readBlackboardSource } from './read-blackboard.ts'
import { isBrightspace, readBrightspaceSource } from './read-brightspace.ts'
import { isGift, readGiftSource } from './read-gift.ts'
import { readHtmlSource } from './read-html.ts'
import { findLiteral, readJsonSource } from './read-json.ts'
import { readListSource } from './read-list.ts'
import { readMoodleSource } from './read-moodle.ts'
import { readWorkbook, type WorkbookSettings } from './read-workbook.ts'
import type { Source } from './source.ts'
import { isLocale } from './workbook-locale.ts'

/** How to read a file. */
export interface ReadSettings extends HeaderSettings, WorkbookSettings {
  /** The name of the file. A file that is named `.gift` is GIFT. */
  readonly name?: string | undefined
  /** The encoding of the file, such as `shift_jis`. Default: it is detected. */
  readonly encoding?: string | undefined
}

/** How files start that are not read, what they are, and what to do. */
const OTHER_FILES: readonly (readonly [start: string, got: string])[] = [
  [
    '\xd0\xcf\x11\xe0',
    'an older one (.xls), or one with a password; save it as .xlsx without a password, or the sheet as “CSV UTF-8”',
  ],
  ['{\\rtf', 'a document (.rtf); save it as plain text'],
  ['%PDF', 'a PDF; copy its text to a file'],
  ['MIME-Version:', 'a web archive (.mht); save the page as HTML, or as plain text'],
]

const ZIP = 'PK\x03\x04'

/** Reads a file. @throws ImportError when it is not a table of questions */
export async function readSource(bytes: Uint8Array, settings: ReadSettings): Promise<Source> {
  const start = Buffer.from(bytes.subarray(0, 20)).toString('latin1')
  const [, got] = OTHER_FILES.find(([sign]) => start.startsWith(sign)) ?? []
  if (got !== undefined) throw refusal('a text or a workbook of Excel (.xlsx)', `${got}`)
  if (settings.locale !== undefined && !isLocale(settings.locale))
    throw refusal('the locale of numbers, such as de or pt-BR', JSON.stringify(settings.locale), '--locale')
  if (start.startsWith(ZIP)) return readWorkbookSource(bytes, settings)
  if (settings.sheet !== undefined) throw refusal('a workbook', 'a text', '--sheet')
  const sample = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const found = findEncoding(bytes, settings.encoding)
  const { encoding, isGuess } = found
  const source = await readTextSource(bytes, found, settings)
  // The letters of an old Mac, such as é in a word, are capitals and signs of Windows.
  const isMac = /^(?:windows|iso-8859)/.test(encoding) && /[a-z][\x87-\x8f][a-z]/.test(sample)
  const guess = `warning: the encoding ${encoding} is a guess; check the texts, or name another one with --encoding${isMac ? ' macintosh, which an old Mac writes' : ''}`
  return { ...source, encoding, notes: [...(isGuess ? [guess] : []), ...(source.notes ?? [])] }
}

/** The size of the start of a file that shows its format. */
const HEAD_BYTES = 200_000

/** The start of JSON, and not of a title such as `[Geography]`, a number such as `[1]`, or a format of GIFT. */
const IS_JSON = /^\s*(?:\[\s*[[{"'/\]]|\{\s*(?:["'}/]|[\w$]+\s*:))/

/** The first element of XML or HTML, and the sign of another one behind it. */
const ELEMENT = /^(?:\s|<\?xml[^>]*>|<!doctype[^>]*>|<!--[\s\S]*?-->)*<([a-z][\w:]*)(?:\s[^>]*)?>\s*(<)?/i
const HTML = /^(?:html|head|body|meta|style|table)$/i

const CAN_BE_CODE = /^```|^[ \t]*(?:export|const|let|var|module|\/\/)\b/m

/** A cell of several lines in quotes. */
const LONG_CELL = /^(?:[^"\n]*[,;\t|])?"[^"\n]*\n[^"]*"\s*(?:[,;\t|]|$)/m

async function readTextSource(
  bytes: Uint8Array,
  { encoding, decode }: TextEncoding,
  settings: ReadSettings,
): Promise<Source> {
  const head = decode(bytes.subarray(0, HEAD_BYTES))
  const [line = ''] = head.trimStart().split(/\r|\n/, 1)
  const known = countKnownColumns(line.split(/[,;\t|]/))
  const isTable = known > 1 || (known === 1 && LONG_CELL.test(head))
  if (!isTable && isAnki(head)) return readAnkiSource(decode(bytes), settings)
  if (settings.name?.endsWith('.gift')) return readGiftSource(decode(bytes))
  const [, element = '', next] = ELEMENT.exec(head) ?? []
  if (HTML.test(element) ? next : element !== '' && /<\/table>/i.test(head))
    return readHtmlSource(decode(bytes), settings)
  if (element === 'quiz' || /^\s*<\?xml/.test(head)) return readMoodleSource(decode(bytes))
  if (IS_JSON.test(head)) return readJsonSource(decode(bytes), settings)
  const literal = CAN_BE_CODE.test(head) ? findLiteral(decode(bytes)) : undefined
  if (literal !== undefined) return readJsonSource(literal, settings)
  if (isBlackboard(head)) return readBlackboardSource(decode(bytes))
  const utf8 = encoding === 'utf-8' ? bytes : Buffer.from(decode(bytes))
  if (isBrightspace(head)) return readBrightspaceSource(utf8)
  if (!isTable && isFree(settings) && isGift(head)) return readGiftSource(decode(bytes))
  if (!isTable) {
    const text = decode(bytes)
    const list = readListSource(text)
    if (list) return list
    if (isFree(settings)) assertNoList(text)
  }
  const { dropped, ...table } = await readCsvTable(utf8, settings)
  return {
    format: `CSV separated by ${table.separator}`,
    table,
    unit: 'line',
    dropped: dropped.map(({ number, error }) => ({ number, reason: error.message })),
  }
}

/** Whether nobody has said what the columns are. */
const isFree = ({ hasHeader, mapping }: HeaderSettings) => hasHeader === undefined && mapping.size === 0

function readWorkbookSource(bytes: Uint8Array, settings: ReadSettings): Source {
  const { name, others, rows, errors, comments, dates, marked, localized, locale, guess } = readWorkbook(
    bytes,
    settings,
    isFree(settings),
  )
  if (rows.length === 0) throw refusal('a header row', `the empty sheet ${JSON.stringify(name)}`)
  const records = rows.filter(({ number }) => !errors.has(number))
  const table = addComments(markLooks(splitHeader(padFirst(records), settings), marked), comments)
  const notes = [...(table.notes ?? [])]
  if (others.length > 0 && settings.sheet === undefined)
    notes.push(
      `the sheet ${showText(name)} is read; --sheet names another one: ${others.map(showText).join(', ')}`,
    )
  if (localized.length > 0) {
    const cells = `${count(localized.length, 'cell')} ${localized.length > 1 ? 'are' : 'is'} written as in`
    const [inEnglish, inOther] = [0, 1].map((at) => localized.slice(0, MAX_EXAMPLES).map((pair) => pair[at]))
    notes.push(
      locale === undefined
        ? `warning: ${cells} English (${inEnglish?.join('; ')}); --locale ${guess} writes ${inOther?.join(' and ')}, as in ${languageOf(`${guess}`)}`
        : `${cells} ${languageOf(locale)}; --locale en writes numbers, dates and truth values as in English`,
    )
  }
  if (dates.length > 0) {
    const rows = [...new Set(dates)]
    const shown = `row${rows.length > 1 ? 's' : ''} ${rows.slice(0, MAX_ROWS).join(', ')}${rows.length > MAX_ROWS ? ', …' : ''}`
    notes.push(
      `warning: ${count(dates.length, 'cell')} ${dates.length > 1 ? 'are dates or times' : 'is a date or a time'} (${shown}); a spreadsheet turns texts such as 1/2 and 1:2 into these: give such a cell the format Text, and type it again${locale === undefined ? `. A short date is written as 2023-03-15; --locale ${guess ?? 'fr'} writes it as in ${languageOf(guess ?? 'fr')}` : ''}`,
    )
  }
  return {
    format: `sheet ${showText(name)} of a workbook`,
    table: { ...table, notes },
    unit: 'row',
    dropped: [...errors].map(([number, error]) => ({
      number,
      reason: `expected cells with a value, got ${error || 'a formula without one; open the workbook in a spreadsheet program and save it'}`,
    })),
  }
}

const languageOf = (locale: string) => new Intl.DisplayNames('en', { type: 'language' }).of(locale)

/** The comments of the cells of a row are a column of notes. @throws ImportError when one corrects another row */
function addComments(table: Table, comments: ReadonlyMap<number, string>): Table {
  assertNoErrata([...comments.values()].join('\n'))
  if (comments.size === 0) return table
  const addTo = ({ number, values }: TableRecord) => {
    const cells = table.header.map((_, index) => values[index] ?? '')
    return { number, values: [...cells, comments.get(number) ?? '', ...values.slice(table.header.length)] }
  }
  return { ...table, header: [...table.header, 'Comments of cells'], records: [...table.records].map(addTo) }
}

/** Maximum number of cells that are shown as in another language. */
const MAX_EXAMPLES = 2

/** Maximum number of rows with dates that are named. */
const MAX_ROWS = 20

/** How many rows can be the header. */
const MAX_HEADER_ROWS = 20

/** A name can be above several columns, the last of which have no cell in its row. */
function padFirst(records: readonly TableRecord[]): readonly TableRecord[] {
  const width = records.reduce((most, { values }) => Math.max(most, values.length), 0)
  return records.map((record, index) => {
    if (index >= MAX_HEADER_ROWS) return record
    return { ...record, values: Array.from({ length: width }, (_, column) => record.values[column] ?? '') }
  })
}
