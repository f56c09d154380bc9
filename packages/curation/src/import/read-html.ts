// Reads the largest table of an HTML page. Programs write such pages with the ending .xls, which spreadsheet programs open.
import {
  assertNoErrata,
  type HeaderSettings,
  ImportError,
  splitHeader,
  type TableRecord,
} from '@qb/core/questions'
import { DomUtils, parseDocument } from 'htmlparser2'
import { toVisibleText } from './html-to-text.ts'
import { describeKind } from './question-list.ts'
import type { Dropped, Source } from './source.ts'

export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype html|html|head|meta|style|table)\b/i.test(text)
}

const isCell = (name: string) => name === 'td' || name === 'th'

/** @throws ImportError without a table, or when a cell belongs to several rows */
export function readHtmlSource(text: string, settings: HeaderSettings): Source {
  const find = (name: string, parent: Parameters<typeof DomUtils.getElementsByTagName>[1]) =>
    DomUtils.getElementsByTagName(name, parent)
  const page = parseDocument(text)
  const tables = find('table', page).map((table) => find('tr', table))
  const rows = tables.reduce((most, other) => (other.length > most.length ? other : most), [])
  const records: TableRecord[] = []
  const dropped: Dropped[] = []
  for (const [index, row] of rows.entries()) {
    const number = index + 1
    const cells = DomUtils.getElementsByTagName(isCell, row.children, false).map(({ attribs, children }) => {
      if (Number(attribs.rowspan ?? 1) > 1)
        throw new ImportError('expected cells of one row', `, got one of ${attribs.rowspan} in row ${number}`)
      const more = Array.from({ length: Number(attribs.colspan ?? 1) - 1 }, () => '')
      return { ...toVisibleText(DomUtils.getOuterHTML(children)), more }
    })
    const lost = cells.find((cell) => cell.lost !== undefined)?.lost
    if (lost !== undefined) dropped.push({ number, reason: describeKind(lost) })
    else records.push({ number, values: cells.flatMap((cell) => [cell.text, ...cell.more]) })
  }
  const table = splitHeader(records, settings)
  for (const row of rows) DomUtils.removeElement(row)
  assertNoErrata(toVisibleText(DomUtils.getOuterHTML(page)).text)
  const others = tables.filter((other) => other !== rows && other.length > 1).length
  const notes = [
    ...(others > 0
      ? [`the largest table is read; the page has ${others} more, which can have questions, too`]
      : []),
    ...(table.notes ?? []),
  ]
  return { table, format: 'an HTML table', unit: 'row', noun: 'column', dropped, notes }
}
