// Reads a sheet of an Excel workbook (.xlsx) as the texts that people see: numbers, dates and percentages in the format of their cell,
// and formulas with the value that the spreadsheet program has computed.
import { posix } from 'node:path'
import { countKnownColumns, findTarget, ImportError, refusal } from '@qb/core/questions'
import { strFromU8 } from 'fflate'
import { DomUtils } from 'htmlparser2'
import { type Cells, HEADER_ROWS, readCells, readTexts } from './workbook-cells.ts'
import { findLocale } from './workbook-locale.ts'
import { type Parts, parsePart, unzip } from './workbook-parts.ts'
import { readStyles } from './workbook-styles.ts'

/** What people say about a workbook. */
export interface WorkbookSettings {
  /** The name of the sheet. Default: the first one that is not hidden. */
  readonly sheet?: string | undefined
  /** The locale of numbers, dates and truth values, such as `fr`. Default: it is detected. */
  readonly locale?: string | undefined
}

/** A sheet. */
export interface Sheet extends Cells {
  readonly name: string
  /** The names of the other sheets that are not hidden. */
  readonly others: readonly string[]
  /** The comments of cells, by row. */
  readonly comments: ReadonlyMap<number, string>
  /** The locale in which its numbers are written, such as `fr`. Undefined: English. */
  readonly locale: string | undefined
  /** The locale that its texts show, when it is not certain that its numbers have it. */
  readonly guess: string | undefined
}

/** What other ZIP files have in them, and what to do with these. */
const OTHER_ZIPS = [
  ['word/document.xml', 'a document of Word (.docx); save it as plain text'],
  ['opendocument.spreadsheet', 'an OpenDocument sheet (.ods); save it as .xlsx or CSV'],
  ['opendocument.text', 'an OpenDocument text (.odt); save it as plain text'],
] as const

/**
 * Reads a sheet.
 * @param given the name of the sheet, by default the first one that is not hidden, and the locale of its numbers
 * @param isFree whether another sheet is read when the first one has no header
 * @throws ImportError when the file is no workbook, or has no such sheet
 * @see https://learn.microsoft.com/openspecs/office_standards/ms-xlsx
 */
export function readWorkbook(bytes: Uint8Array, given: WorkbookSettings, isFree: boolean): Sheet {
  const parts = unzip(bytes)
  const book = parsePart(parts, 'xl/workbook.xml')
  if (!book)
    throw new ImportError(
      'expected a workbook of Excel (.xlsx)',
      `, got ${OTHER_ZIPS.find(([sign]) => Buffer.from(bytes).includes(sign))?.[1] ?? 'another ZIP file, such as .xlsb'}`,
    )
  const sheets = book('sheet').map(({ attribs }) => ({
    name: attribs.name ?? '',
    relation: Object.entries(attribs).find(([name]) => name.endsWith(':id'))?.[1] ?? '',
    isHidden: (attribs.state ?? 'visible') !== 'visible',
  }))
  const names = sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  const texts = readTexts(parts['xl/sharedStrings.xml'])
  const pages = Object.keys(parts).filter((path) => path.includes('/worksheets/sheet'))
  const { locale, guess, truths } =
    given.locale === undefined
      ? findLocale([...texts, ...(texts.length > 0 ? [] : pages.flatMap((path) => readTexts(parts[path])))])
      : { locale: given.locale, guess: undefined, truths: given.locale }
  const cells = {
    texts,
    styles: readStyles(parts, locale),
    locale,
    truths,
    other: guess === undefined ? undefined : { locale: guess, styles: readStyles(parts, guess) },
    is1904: ['1', 'true'].includes(book('workbookPr')[0]?.attribs.date1904 ?? ''),
  }
  const read = ({ name, relation }: (typeof sheets)[number]) => {
    const path = findRelated(parts, 'xl/workbook.xml', ({ Id }) => Id === relation)
    const comments = findRelated(parts, path, ({ Type = '' }) => Type.endsWith('/comments'))
    const part = parts[path]
    return part
      ? [{ name, comments: readComments(parts, comments), ...readCells(strFromU8(part), cells) }]
      : []
  }
  const wanted = sheets.filter(({ name, isHidden }) =>
    given.sheet === undefined ? !isHidden : name === given.sheet,
  )
  if (wanted.length === 0)
    throw refusal(
      `one of ${names.map((name) => JSON.stringify(name)).join(', ') || 'no sheets'}`,
      `${JSON.stringify(given.sheet)}`,
      '--sheet',
    )
  const [first] = wanted.slice(0, 1).flatMap(read)
  // The first sheet can be a title page, or say how to fill in another one.
  const isTitle = isFree && !(first && isTable(first))
  const [other, ...more] = isTitle ? wanted.slice(1).flatMap(read).filter(hasHeader) : []
  if (other && more.length > 0)
    throw refusal(
      'one sheet with names of columns',
      `${[other, ...more].map(({ name }) => JSON.stringify(name)).join(' and ')}; --sheet names one`,
    )
  const sheet = other ?? first
  if (!sheet) throw refusal('a sheet of cells', `${JSON.stringify(given.sheet)} without any`)
  return { ...sheet, locale, guess, others: names.filter((name) => name !== sheet.name) }
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

/** The path of a part that another one refers to. Empty without one. */
function findRelated(
  parts: Parts,
  path: string,
  isWanted: (relation: Readonly<Record<string, string>>) => boolean,
): string {
  const { dir, base } = posix.parse(path)
  const relations = parsePart(parts, `${dir}/_rels/${base}.rels`)?.('Relationship') ?? []
  const target = relations.find(({ attribs }) => isWanted(attribs))?.attribs.Target
  return target === undefined ? '' : posix.resolve('/', dir, target).slice(1)
}

function readComments(parts: Parts, path: string): ReadonlyMap<number, string> {
  const comments = new Map<number, string>()
  for (const { attribs, children } of parsePart(parts, path)?.('comment') ?? []) {
    const row = Number(attribs.ref?.replace(/\D+/, ''))
    comments.set(row, `${comments.get(row) ?? ''}${DomUtils.textContent(children).trim()}\n`)
  }
  return comments
}
