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
export function locateCell({ text, start, line }: RecordLocation, cellIndex: number): Position {
  let position: Position = { line, column: 1 }
  let offset = start
  for (let index = 0; index < cellIndex; index++) {
    const found = findCellEnd(text, offset)
    // A cell that cannot be read is the last one that is located.
    if (found.kind !== 'end') break
    const next = isComma(text, found.end) ? found.end + 1 : found.end
    if (next === offset) break
    position = advance(text, position, offset, next)
    offset = next
  }
  return position
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
