// Finds the ends of cells and lines, and reads cells. RFC 4180, except that a quote inside an unquoted cell is text, as in
// Python's csv module and in spreadsheets.

export const LF = 0x0a
export const CR = 0x0d
const QUOTE = 0x22
const COMMA = 0x2c

/**
 * Maximum length of a quoted cell, in UTF-16 code units. A quote that is not closed within it is an error: otherwise a
 * missing quote would swallow the rest of a file.
 */
export const MAX_QUOTED_LENGTH = 20_000

/** Maximum length of an unquoted cell, in UTF-16 code units. A file with longer ones is not CSV. */
export const MAX_UNQUOTED_LENGTH = 100_000

/** The end of a cell, or the reason why it cannot be read. */
export type CellEnd =
  | { readonly kind: 'end'; readonly end: number }
  | { readonly kind: 'unclosed' }
  | { readonly kind: 'too_long' }
  /** Text follows the closing quote. `end` is the offset after that quote. */
  | { readonly kind: 'text_after_quote'; readonly end: number }

/** Checks whether a comma follows the cell that ends at `offset`. */
export function isComma(text: string, offset: number): boolean {
  return text.charCodeAt(offset) === COMMA
}

/**
 * Finds the end of the cell that starts at `start`: the offset of a comma or a line ending, or the length of the text.
 */
export function findCellEnd(text: string, start: number): CellEnd {
  if (text.charCodeAt(start) !== QUOTE) {
    const end = findSeparator(text, start)
    return end - start > MAX_UNQUOTED_LENGTH ? { kind: 'too_long' } : { kind: 'end', end }
  }
  const limit = start + MAX_QUOTED_LENGTH
  for (
    let quote = text.indexOf('"', start + 1);
    quote >= 0 && quote <= limit;
    quote = text.indexOf('"', quote + 2)
  ) {
    if (text.charCodeAt(quote + 1) === QUOTE) continue
    const end = quote + 1
    return { kind: isSeparator(text, end) ? 'end' : 'text_after_quote', end }
  }
  return { kind: 'unclosed' }
}

/** Returns the content of the cell from `start` to `end`. Quotes around it are removed, and doubled ones are halved. */
export function readCell(text: string, start: number, end: number): string {
  if (text.charCodeAt(start) !== QUOTE) return text.slice(start, end)
  const content = text.slice(start + 1, end - 1)
  return content.includes('"') ? content.replaceAll('""', '"') : content
}

/** Returns the offset after the line ending at `offset`. */
export function skipLineEnding(text: string, offset: number): number {
  return offset + (text.charCodeAt(offset) === CR && text.charCodeAt(offset + 1) === LF ? 2 : 1)
}

/** Returns the offset of the line ending at or after `offset`, or the length of the text. */
export function findLineEnding(text: string, offset: number): number {
  let end = offset
  while (end < text.length && text.charCodeAt(end) !== LF && text.charCodeAt(end) !== CR) end++
  return end
}

/** Finds the first separator. Stops after {@link MAX_UNQUOTED_LENGTH}. */
function findSeparator(text: string, start: number): number {
  const limit = start + MAX_UNQUOTED_LENGTH
  let offset = start
  while (offset <= limit && !isSeparator(text, offset)) offset++
  return offset
}

function isSeparator(text: string, offset: number): boolean {
  if (offset >= text.length) return true
  const code = text.charCodeAt(offset)
  return code === COMMA || code === LF || code === CR
}
