// Where a cell is in its file. Positions are computed on demand: only files with diagnostics need them.
import type { Position } from '../../diagnostic.ts'
import { CR, endOfCell, isComma, LF } from './cells.ts'
import type { Span } from './split-records.ts'

/**
 * The position of a cell; both numbers count from 0. For a cell past the end of its record, the position of the end of
 * the record; for a record past the last one, the position of the end of the text.
 */
export type Locate = (record: number, cell: number) => Position

/** Locates cells. Walks the text once on the first call, and each record once while calls ask for that record. */
export function createLocator(text: string, spans: readonly Span[]): Locate {
  let records: readonly Position[] | undefined
  let walk = { record: -1, offset: 0, cells: [] as Position[] }
  return (record, cell) => {
    records ??= locateRecords(text, spans)
    if (walk.record !== record) {
      const offset = spans[record]?.start ?? text.length
      walk = { record, offset, cells: [records[Math.min(record, spans.length)] as Position] }
    }
    const { cells } = walk
    while (cells.length <= cell) {
      const end = endOfCell(text, walk.offset)
      const next = isComma(text, end) ? end + 1 : end
      if (next === walk.offset) break
      cells.push(advance(text, cells.at(-1) as Position, walk.offset, next))
      walk.offset = next
    }
    return cells[Math.min(cell, cells.length - 1)] as Position
  }
}

/** The position of each record, and of the end of the text. */
function locateRecords(text: string, spans: readonly Span[]): Position[] {
  let position: Position = { line: 1, column: 1 }
  let offset = 0
  return [...spans.map(({ start }) => start), text.length].map((start) => {
    position = advance(text, position, offset, start)
    offset = start
    return position
  })
}

/** The position of the offset `to`, where `position` is that of the offset `from`. */
function advance(text: string, position: Position, from: number, to: number): Position {
  let { line, column } = position
  for (let offset = from; offset < to; offset++) {
    const code = text.charCodeAt(offset)
    if (code === LF || (code === CR && text.charCodeAt(offset + 1) !== LF)) {
      line++
      column = 1
    } else if (!isLowSurrogate(code)) column++
  }
  return { line, column }
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
