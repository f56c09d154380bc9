// Reads a sheet of an Excel workbook (.xlsx) as the texts that people see: numbers, dates and percentages in the format of their cell,
// and formulas with the value that the spreadsheet program has computed.
import { posix } from 'node:path'
import { countKnownColumns, findTarget, ImportError, type TableRecord } from '@qb/core/questions'
import { strFromU8, unzipSync } from 'fflate'
import { DomUtils, Parser, parseDocument } from 'htmlparser2'
import { format, getFormatFromId, isDateFormat } from 'numfmt'
import { joinOrdinals, shift } from './html-to-text.ts'

/** The rows of a sheet. */
export interface Sheet {
  readonly name: string
  /** The names of the other sheets that are not hidden. */
  readonly others: readonly string[]
  /** Without blank rows. The number is that of the row. */
  readonly rows: readonly TableRecord[]
  /** Cells without a text that people see, such as an error: their addresses, by row. */
  readonly errors: ReadonlyMap<number, string>
  /** The comments of cells, by row. */
  readonly comments: ReadonlyMap<number, string>
  readonly dates: number
}

/** Maximum size of the parts of a workbook, in bytes. */
const MAX_PART_BYTES = 512 * 1024 * 1024

/**
 * Reads a sheet.
 * @param given the name of the sheet. Default: the first one that is not hidden
 * @param isFree whether another sheet is read when the first one has no header
 * @throws ImportError when the file is no workbook, or has no such sheet
 * @see https://learn.microsoft.com/openspecs/office_standards/ms-xlsx
 */
export function readWorkbook(bytes: Uint8Array, given: string | undefined, isFree: boolean): Sheet {
  const parts = unzip(bytes)
  const book = parsePart(parts, 'xl/workbook.xml')
  if (!book)
    throw new ImportError(
      'expected a workbook of Excel (.xlsx)',
      Buffer.from(bytes).includes('word/document.xml')
        ? ', got a document of Word (.docx); save it as plain text'
        : ', got another ZIP file, such as .ods or .xlsb',
    )
  const sheets = book('sheet').map(({ attribs }) => ({
    name: attribs.name ?? '',
    relation: Object.entries(attribs).find(([name]) => name.endsWith(':id'))?.[1] ?? '',
    isHidden: (attribs.state ?? 'visible') !== 'visible',
  }))
  const names = sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  const cells = {
    texts: readSharedTexts(parts),
    styles: readStyles(parts),
    is1904: ['1', 'true'].includes(book('workbookPr')[0]?.attribs.date1904 ?? ''),
  }
  const read = ({ name, relation }: (typeof sheets)[number]) => {
    const path = findRelated(parts, 'xl/workbook.xml', ({ Id }) => Id === relation)
    const comments = findRelated(parts, path, ({ Type = '' }) => Type.endsWith('/comments'))
    const part = parts[path]
    return part
      ? [{ name, comments: readComments(parts, comments), ...readRows(strFromU8(part), cells) }]
      : []
  }
  const wanted = sheets.filter(({ name, isHidden }) => (given === undefined ? !isHidden : name === given))
  if (wanted.length === 0)
    throw new ImportError(
      `--sheet: expected one of ${names.map((name) => JSON.stringify(name)).join(', ') || 'no sheets'}`,
      `, got ${JSON.stringify(given)}`,
    )
  const [first] = wanted.slice(0, 1).flatMap(read)
  // The first sheet can be a title page, or say how to fill in another one.
  const isTitle = isFree && !(first && isTable(first))
  const [other, ...more] = isTitle ? wanted.slice(1).flatMap(read).filter(hasHeader) : []
  if (other && more.length > 0)
    throw new ImportError(
      'expected one sheet with names of columns',
      `, got ${[other, ...more].map(({ name }) => JSON.stringify(name)).join(' and ')}; --sheet names one`,
    )
  const sheet = other ?? first
  if (!sheet) throw new ImportError('expected a sheet of cells', `, got ${JSON.stringify(given)} without any`)
  return { ...sheet, others: names.filter((name) => name !== sheet.name) }
}

/** Whether a sheet has a row of names of columns near its start. */
const hasHeader = ({ rows }: Pick<Sheet, 'rows'>) =>
  rows.slice(0, HEADER_ROWS).some(({ values }) => {
    const names = values.map(String)
    return countKnownColumns(names) > 1 && names.some((name) => findTarget(name) === 'question')
  })

/** Whether a sheet is no title page: it has such names, or several columns of other names. */
const isTable = (sheet: Pick<Sheet, 'rows'>) =>
  hasHeader(sheet) || sheet.rows.some(({ values }) => values.filter((value) => value !== '').length > 2)

const HEADER_ROWS = 20

/** The path of a part that another one refers to. Empty without one. */
function findRelated(
  parts: Record<string, Uint8Array>,
  path: string,
  isWanted: (relation: Readonly<Record<string, string>>) => boolean,
): string {
  const { dir, base } = posix.parse(path)
  const relations = parsePart(parts, `${dir}/_rels/${base}.rels`)?.('Relationship') ?? []
  const target = relations.find(({ attribs }) => isWanted(attribs))?.attribs.Target
  return target === undefined ? '' : posix.resolve('/', dir, target).slice(1)
}

function readComments(parts: Record<string, Uint8Array>, path: string): ReadonlyMap<number, string> {
  const comments = new Map<number, string>()
  for (const { attribs, children } of parsePart(parts, path)?.('comment') ?? []) {
    const row = Number(attribs.ref?.replace(/\D+/, ''))
    comments.set(row, `${comments.get(row) ?? ''}${DomUtils.textContent(children).trim()}\n`)
  }
  return comments
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const isNeeded = /^xl\/(?:(?:worksheets\/)?(?:_rels\/)?|comments\/)[^/]+\.(?:xml|rels)$/.test(name)
        if (isNeeded && originalSize > MAX_PART_BYTES)
          throw new ImportError(
            `expected sheets of at most ${MAX_PART_BYTES} bytes`,
            `, got ${originalSize} in ${JSON.stringify(name)}; save the sheet as “CSV UTF-8”`,
          )
        return isNeeded
      },
    })
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(
      'expected a workbook',
      `, got a damaged ZIP file (${(error as Error).message}); save the sheet as “CSV UTF-8”`,
    )
  }
}

/** Returns a function that finds the elements of a part with a name. */
function parsePart(parts: Record<string, Uint8Array>, path: string) {
  const part = parts[path]
  if (!part) return undefined
  const document = parseDocument(strFromU8(part), { xmlMode: true })
  return (name: string) => DomUtils.getElementsByTagName((tag) => tag.replace(/^.*:/, '') === name, document)
}

/** The texts that cells refer to. */
function readSharedTexts(parts: Record<string, Uint8Array>): string[] {
  const texts: string[] = []
  const runs = createRunReader()
  walk(parts['xl/sharedStrings.xml'], {
    open(name, attributes) {
      if (name === 'si') texts.push('')
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

/** How the cells of a style look. */
interface Style {
  /** The number format. */
  readonly format: string
  readonly isStruck: boolean
}

/** The styles of cells. */
function readStyles(parts: Record<string, Uint8Array>): Style[] {
  const styles = parsePart(parts, 'xl/styles.xml')
  if (!styles) return []
  const own = new Map(
    styles('numFmt').map(({ attribs }) => [Number(attribs.numFmtId), attribs.formatCode ?? 'General']),
  )
  const isStrike = (tag: string) => /^(?:.*:)?strike$/.test(tag)
  const fonts = DomUtils.getElementsByTagName((tag) => /^(?:.*:)?font$/.test(tag), styles('fonts'))
  const struck = fonts.map(({ children }) =>
    DomUtils.getElementsByTagName(isStrike, children).some(({ attribs }) => attribs.val !== '0'),
  )
  const formats = styles('cellXfs')[0]?.children ?? []
  return DomUtils.getElementsByTagName((tag) => /^(?:.*:)?xf$/.test(tag), formats).map(({ attribs }) => {
    const id = Number(attribs.numFmtId ?? 0)
    // The short date depends on the settings of the reader's computer.
    const format = id === SHORT_DATE ? 'yyyy-mm-dd' : (own.get(id) ?? getFormatFromId(id) ?? 'General')
    return { format, isStruck: struck[Number(attribs.fontId ?? 0)] ?? false }
  })
}

const SHORT_DATE = 14

const PLAIN: Style = { format: 'General', isStruck: false }

/** What the cells of a sheet refer to. */
interface CellContext {
  readonly texts: readonly string[]
  readonly styles: readonly Style[]
  /** Whether days count from 1904, as in workbooks of old Macs. */
  readonly is1904: boolean
}

function readRows(xml: string, context: CellContext): Pick<Sheet, 'rows' | 'errors' | 'dates'> {
  const rows: { number: number; values: string[] }[] = []
  const errors = new Map<number, string>()
  const merged: string[] = []
  let dates = 0
  let row = 0
  let isHidden = false
  let values: string[] = []
  let cell = { column: -1, type: '', format: '', isStruck: false, isFormula: false, value: '' }
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
        const { format, isStruck } = context.styles[Number(style)] ?? PLAIN
        cell = { column, type, format, isStruck, isFormula: false, value: '' }
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
      if (cell.type === 'n' && isDateFormat(cell.format)) dates += 1
      while (values.length <= cell.column) values.push('')
      values[cell.column] = text ?? ''
    },
  })
  for (const range of merged) fillFacet(rows, range)
  return { rows, errors, dates }
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
  { texts, is1904 }: CellContext,
): string | undefined {
  if (type === 's') return decodeEscapes(texts[Number(value)] ?? '')
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'e') return undefined
  if (type !== 'n') return decodeEscapes(value)
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return undefined
  if (pattern === 'General') return Number.isSafeInteger(number) ? String(number) : format(pattern, number)
  const days = is1904 && isDateFormat(pattern) ? DAYS_TO_1904 : 0
  return format(pattern, number + days, { throws: false }).trim()
}

const DAYS_TO_1904 = 1462

/** Control characters are written as `_x000D_`. */
function decodeEscapes(text: string): string {
  const decoded = joinOrdinals(text).replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return decoded.replaceAll('\r\n', '\n')
}

interface Visitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** @param name the element that contains the text */
  text(text: string, name: string): void
  close(name: string): void
}

/** Visits the elements of a part, by their names without a prefix. */
function walk(part: Uint8Array | string | undefined, visitor: Visitor): void {
  const names: string[] = []
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        names.push(tag.replace(/^.*:/, ''))
        visitor.open(names.at(-1) ?? '', attributes)
      },
      ontext: (text) => visitor.text(text, names.at(-1) ?? ''),
      onclosetag: () => visitor.close(names.pop() ?? ''),
    },
    { xmlMode: true },
  )
  parser.end(part instanceof Uint8Array ? strFromU8(part) : part)
}
