// Reads the largest table of an HTML page. Programs write such pages with the ending .xls, which spreadsheet programs open.
import {
  assertNoErrata,
  type HeaderSettings,
  refusal,
  splitHeader,
  type TableRecord,
} from '@qb/core/questions'
import { DomUtils, parseDocument } from 'htmlparser2'
import { toVisibleText } from './html-to-text.ts'
import { leaveOut } from './question-list.ts'
import { readListSource } from './read-list.ts'
import type { Dropped, Source } from './source.ts'
import { isFacet } from './workbook-cells.ts'

const isCell = (name: string) => name === 'td' || name === 'th'

/** A cell that belongs to more rows. */
interface Span {
  rows: number
  readonly text: string
}

/** Leaves the places of cells blank that belong to a row above. A topic is that of all of its rows. */
function skipTaken(values: string[], taken: readonly Span[], above: readonly TableRecord[]): void {
  for (let span = taken[values.length]; span && span.rows > 0; span = taken[values.length]) {
    span.rows -= 1
    values.push(isFacet(above, values.length) ? span.text : '')
  }
}

/** Reads a page as a list of questions, such as a document of Word. */
function readPage(html: string): Source {
  const { text, lost } = toVisibleText(html)
  const list = lost === undefined ? readListSource(text) : undefined
  if (list) return list
  throw refusal('a table, or a list with answers', `${lost ?? 'a page without any'}`)
}

/** @throws ImportError without a table, or a list of questions */
export function readHtmlSource(text: string, settings: HeaderSettings): Source {
  const find = (name: string, parent: Parameters<typeof DomUtils.getElementsByTagName>[1]) =>
    DomUtils.getElementsByTagName(name, parent)
  const page = parseDocument(text)
  const tables = find('table', page).map((table) => find('tr', table))
  if (tables.length === 0) return readPage(text)
  const rows = tables.reduce((most, other) => (other.length > most.length ? other : most), [])
  const taken: Span[] = []
  const records: TableRecord[] = []
  const dropped: Dropped[] = []
  for (const [index, row] of rows.entries()) {
    const number = index + 1
    const values: string[] = []
    const cells = DomUtils.getElementsByTagName(isCell, row.children, false).map(({ attribs, children }) => {
      skipTaken(values, taken, records)
      const cell = toVisibleText(DomUtils.getOuterHTML(children))
      for (let span = 0; span < Number(attribs.colspan ?? 1); span++) {
        taken[values.length] = { rows: Number(attribs.rowspan ?? 1) - 1, text: cell.text }
        values.push(span === 0 ? cell.text : '')
      }
      return cell
    })
    skipTaken(values, taken, records)
    const lost = cells.find((cell) => cell.lost !== undefined)?.lost
    if (lost !== undefined) dropped.push(leaveOut(number, lost))
    else records.push({ number, values })
  }
  const table = splitHeader(records, settings)
  for (const row of rows) DomUtils.removeElement(row)
  assertNoErrata(toVisibleText(DomUtils.getOuterHTML(page)).text)
  const others = tables.filter((other) => other !== rows && other.length > 1).length
  const note = `the largest table is read; the page has ${others} more, which can have questions, too`
  return { table, format: 'an HTML table', unit: 'row', dropped, notes: others > 0 ? [note] : [] }
}
