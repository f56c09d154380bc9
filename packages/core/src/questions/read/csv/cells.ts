// Finds the ends of cells and lines. Quotes are skipped but not validated. csv-parse validates them.

export const LF = 0x0a
export const CR = 0x0d
const QUOTE = 0x22
const COMMA = 0x2c

/** Checks whether a comma follows the cell that ends at `offset`. */
export function isComma(text: string, offset: number): boolean {
  return text.charCodeAt(offset) === COMMA
}

/**
 * Returns the offset after the cell that starts at `start`: of a comma, of a line ending, or the length of
 * the text.
 */
export function endOfCell(text: string, start: number): number {
  let offset = start
  while (text.charCodeAt(offset) === QUOTE) offset = text.indexOf('"', offset + 1) + 1 || text.length
  for (; offset < text.length; offset++) {
    const code = text.charCodeAt(offset)
    if (code === COMMA || code === LF || code === CR) break
  }
  return offset
}

/** Returns the offset after the line ending at `offset`. */
export function skipLineEnding(text: string, offset: number): number {
  return offset + (text.charCodeAt(offset) === CR && text.charCodeAt(offset + 1) === LF ? 2 : 1)
}
