// Reads the cells of a sheet of an Excel workbook as the texts that people see.
import { countKnownColumns, findTarget, type TableRecord } from '@qb/core/questions'
import { format, isDateFormat } from 'numfmt'
import { joinOrdinals, shift } from './html-to-text.ts'
import { walk } from './workbook-parts.ts'
import { PLAIN, type Style } from './workbook-styles.ts'

/** The cells of a sheet. */
export interface Cells {
  /** Without blank rows. The number is that of the row. */
  readonly rows: readonly TableRecord[]
  /** Cells without a text that people see, such as an error: their addresses, by row. */
  readonly errors: ReadonlyMap<number, string>
  /** The number of the row of each cell that is a date or a time in a doubtful form. */
  readonly dates: readonly number[]
  /** The columns of the cells that a person can have marked, by row: those in bold, and those in a colour. */
  readonly marked: readonly ReadonlyMap<number, ReadonlySet<number>>[]
  /** The texts of cells that are other ones in English, or in the language that is not certain. */
  readonly localized: readonly (readonly [shown: string, inOther: string])[]
}

/** How many rows at the start of a sheet can be the names of its columns. */
export const HEADER_ROWS = 20

/** The texts of a part: those that cells refer to, in `si`, or those of the cells of a sheet, in `is`. */
export function readTexts(part: Uint8Array | undefined): string[] {
  const texts: string[] = []
  const runs = createRunReader()
  walk(part, {
    open(name, attributes) {
      if (name === 'si' || name === 'is') texts.push('')
      runs.open(name, attributes)
    },
    text: (text, name) => {
      if (name === 't') texts[texts.length - 1] += runs.read(text)
    },
    close: runs.close,
  })
  return texts
}

/** Stands for a part of a text that is struck out. No text contains this character. */
const STRUCK = '\ue005'

/**
 * Reads the parts of a text, which can have different fonts: raised and lowered ones are shown with other characters, and those that
 * are struck out become a sign, and the readings of Japanese words nothing.
 */
function createRunReader() {
  let isHidden = false
  let isStruck = false
  let place: 'sup' | 'sub' | undefined
  return {
    open(name: string, { val }: Readonly<Record<string, string>>): void {
      if (name === 'strike' && val !== '0') isStruck = true
      if (name === 'rPh' || isStruck) isHidden = true
      if (name === 'vertAlign')
        place = val === 'superscript' ? 'sup' : val === 'subscript' ? 'sub' : undefined
    },
    read(text: string): string {
      if (isHidden) return isStruck ? STRUCK : ''
      return place ? shift(text, place) : text
    },
    close(name: string): void {
      if (name !== 'r' && name !== 'rPh') return
      isHidden = false
      isStruck = false
      place = undefined
    },
  }
}

/** What the cells of a sheet refer to. */
interface CellContext {
  readonly texts: readonly string[]
  readonly styles: readonly Style[]
  /** Whether days count from 1904, as in workbooks of old Macs. */
  readonly is1904: boolean
  /** The locale of numbers, dates and truth values. Undefined: English. */
  readonly locale: string | undefined
  /** The locale of truth values, when it is certain. */
  readonly truths: string | undefined
  /** A locale that numbers can have, when that is not certain. */
  readonly other: { readonly locale: string; readonly styles: readonly Style[] } | undefined
}

/** Reads the cells of a part. */
export function readCells(xml: string, context: CellContext): Cells {
  const rows: { number: number; values: string[] }[] = []
  const errors = new Map<number, string>()
  const merged: string[] = []
  const dates: number[] = []
  const [bold, coloured] = [new Map<number, Set<number>>(), new Map<number, Set<number>>()]
  const others = { ...context, locale: context.other?.locale }
  const localized: [shown: string, inOther: string][] = []
  let row = 0
  let isHidden = false
  let values: string[] = []
  let cell = { column: -1, type: '', style: 0, ...PLAIN, isFormula: false, value: '' }
  const runs = createRunReader()
  walk(xml, {
    open(name, attributes) {
      runs.open(name, attributes)
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1)
        isHidden = ['1', 'true'].includes(attributes.hidden ?? '')
        values = []
        cell = { ...cell, column: -1 }
      } else if (name === 'c') {
        const column = attributes.r === undefined ? cell.column + 1 : columnOf(attributes.r)
        const { t: type = 'n', s: style = '0' } = attributes
        const look = context.styles[Number(style)] ?? PLAIN
        cell = { column, type, style: Number(style), ...look, isFormula: false, value: '' }
      } else if (name === 'f') cell.isFormula = true
      else if (name === 'mergeCell') merged.push(attributes.ref ?? '')
    },
    text(text, name) {
      if (name === 'v') cell.value += text
      if (name === 't') cell.value += runs.read(text)
    },
    close(name) {
      runs.close(name)
      if (name === 'row' && values.some((value) => value.trim() !== '')) {
        rows.push({ number: row, values })
        // The names of columns can be hidden below a title.
        if (isHidden && countKnownColumns(values) < 2) errors.set(row, 'a row that is hidden')
      }
      if (name !== 'c' || (cell.value === '' && !cell.isFormula)) return
      const shown = showCell(cell, context)
      const text = shown?.replaceAll(STRUCK, '')
      if (text === undefined) errors.set(row, cell.value)
      else if (cell.isStruck || (text !== shown && text.trim() === ''))
        errors.set(row, 'a text that is struck out')
      if (cell.type === 'n' && cell.isDoubtful) dates.push(row)
      for (const [marked, has] of [
        [bold, cell.isBold],
        [coloured, cell.isColoured],
      ] as const)
        if (has) marked.set(row, (marked.get(row) ?? new Set()).add(cell.column))
      // A text is the same in each locale.
      const canDiffer = (context.locale ?? others.locale) !== undefined
      if (canDiffer && (cell.type === 'n' || cell.type === 'b')) {
        const inOther = showCell({ ...cell, ...context.other?.styles[cell.style] }, others)
        if (shown !== undefined && inOther !== undefined && shown !== inOther)
          localized.push([shown, inOther])
      }
      while (values.length <= cell.column) values.push('')
      values[cell.column] = text ?? ''
    },
  })
  for (const range of merged) fillFacet(rows, range)
  return { rows, errors, dates, marked: [bold, coloured], localized }
}

/** A topic in merged cells is that of each of their rows. Another text, such as a question above its options, is that of the first row. */
function fillFacet(rows: readonly { number: number; values: string[] }[], range: string): void {
  const [first = '', last = first] = range.split(':')
  const [from, to] = [first, last].map((address) => Number(address.replace(/^\D+/, '')))
  const column = columnOf(first)
  const text = rows.find(({ number }) => number === from)?.values[column]
  if (!text || from === undefined || to === undefined || !isFacet(rows, column)) return
  for (const { number, values } of rows)
    if (number > from && number <= to) {
      while (values.length <= column) values.push('')
      values[column] = text
    }
}

/** Whether a column is that of a topic, a level or a source. */
export const isFacet = (rows: readonly Pick<TableRecord, 'values'>[], column: number) =>
  rows
    .slice(0, HEADER_ROWS)
    .some(({ values }) => ['topic', 'difficulty', 'source'].includes(`${findTarget(`${values[column]}`)}`))

/** The column of an address such as `AB12`, from 0. */
function columnOf(address: string): number {
  const letters = address.replace(/\d+$/, '')
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The text that people see. Undefined for an error such as `#N/A`, and for a formula whose value is not in the file. */
function showCell(
  { type, format: pattern, value }: { type: string; format: string; value: string },
  { texts, is1904, locale = 'en', truths = locale }: CellContext,
): string | undefined {
  if (type === 's') return decodeEscapes(texts[Number(value)] ?? '')
  if (type === 'b') return format('General', value === '1', { locale: truths })
  if (type === 'e') return undefined
  if (type !== 'n') return decodeEscapes(value)
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return undefined
  if (pattern === 'General')
    return Number.isSafeInteger(number) ? String(number) : format(pattern, number, { locale })
  const days = is1904 && isDateFormat(pattern) ? DAYS_TO_1904 : 0
  return format(pattern, number + days, { throws: false, locale }).trim()
}

const DAYS_TO_1904 = 1462

/** Control characters are written as `_x000D_`. */
function decodeEscapes(text: string): string {
  const decoded = joinOrdinals(text).replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return decoded.replaceAll('\r\n', '\n')
}
