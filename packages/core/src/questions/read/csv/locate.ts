// Finds the position of a cell in its file. Positions are computed on demand, because only a file with diagnostics needs
// them.
import type { Position } from '../../diagnostic.ts'
import { CR, findCellEnd, isComma, LF } from './cells.ts'

/** Where a record starts. */
export interface RecordLocation {
  /** A part of the file that contains the record. */
  readonly text: string
  /** The offset of the record in `text`, in UTF-16 code units. */
  readonly start: number
  /** The line in the file, from 1. */
  readonly line: number
}

/**
 * Returns the position of a cell. A cell past the end of its record has the position of the end of the record.
 * @param cellIndex from 0
 */
export type LocateCell = (location: RecordLocation, cellIndex: number) => Position

/** Returns the position of one cell. */
export const locateCell: LocateCell = (location, cellIndex) => createLocator()(location, cellIndex)

/** Creates a function that locates cells. Consecutive calls for the same record scan that record once. */
export function createLocator(): LocateCell {
  let last: { readonly location: RecordLocation; offset: number; readonly cells: Position[] } | undefined
  return (location, cellIndex) => {
    if (last?.location !== location) {
      last = { location, offset: location.start, cells: [{ line: location.line, column: 1 }] }
    }
    const { text } = location
    const { cells } = last
    while (cells.length <= cellIndex) {
      const found = findCellEnd(text, last.offset)
      // A cell that cannot be read is the last one that is located.
      if (found.kind !== 'end') break
      const next = isComma(text, found.end) ? found.end + 1 : found.end
      if (next === last.offset) break
      cells.push(advance(text, cells.at(-1) as Position, last.offset, next))
      last.offset = next
    }
    return cells[Math.min(cellIndex, cells.length - 1)] as Position
  }
}

/** Returns the position of the offset `to`. `position` is the position of the offset `from`. */
export function advance(text: string, position: Position, from: number, to: number): Position {
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
