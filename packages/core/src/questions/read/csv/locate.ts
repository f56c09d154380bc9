// Finds the position of a cell in its file. Positions are computed on demand, because only a file with
// diagnostics needs them.
import type { Position } from '../../diagnostic.ts'
import { CR, findCellEnd, isComma, LF } from './cells.ts'
import type { Span } from './split-records.ts'

/**
 * Returns the position of a cell. Indexes start at 0; the line and the column of the result start at 1. A
 * cell past the end of its record has the position of the end of the record. A record past the last one has
 * the position of the end of the text.
 */
export type Locate = (recordIndex: number, cellIndex: number) => Position

/**
 * Creates a function that locates cells. The first call scans the whole text. Consecutive calls for the same
 * record scan that record once.
 */
export function createLocator(text: string, spans: readonly Span[]): Locate {
  let records: readonly Position[] | undefined
  let cursor = { recordIndex: -1, offset: 0, cells: [] as Position[] }
  return (recordIndex, cellIndex) => {
    records ??= locateRecords(text, spans)
    if (cursor.recordIndex !== recordIndex) {
      const offset = spans[recordIndex]?.start ?? text.length
      const first = records[Math.min(recordIndex, spans.length)] as Position
      cursor = { recordIndex, offset, cells: [first] }
    }
    const { cells } = cursor
    while (cells.length <= cellIndex) {
      const found = findCellEnd(text, cursor.offset)
      // A cell with invalid quotes is the last one that is located.
      if (found.kind !== 'end') break
      const next = isComma(text, found.end) ? found.end + 1 : found.end
      if (next === cursor.offset) break
      cells.push(advance(text, cells.at(-1) as Position, cursor.offset, next))
      cursor.offset = next
    }
    return cells[Math.min(cellIndex, cells.length - 1)] as Position
  }
}

/** Returns the position of each record, followed by the position of the end of the text. */
function locateRecords(text: string, spans: readonly Span[]): Position[] {
  let position: Position = { line: 1, column: 1 }
  let offset = 0
  return [...spans.map(({ start }) => start), text.length].map((start) => {
    position = advance(text, position, offset, start)
    offset = start
    return position
  })
}

/** Returns the position of the offset `to`. `position` is the position of the offset `from`. */
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
