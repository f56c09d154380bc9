// Splits a text into lines. Each line has its offsets and its own line ending, so that an edit of one line
// leaves all other bytes unchanged.

/** One line. Offsets are in UTF-16 code units. */
export interface Line {
  /** The line without its line ending. */
  readonly text: string
  /** The line ending in the file. Empty for a last line without a line ending. */
  readonly eol: '' | '\n' | '\r\n' | '\r'
  /** The offset of its first character. */
  readonly start: number
  /** The offset after its line ending. */
  readonly end: number
}

/**
 * Splits a text into lines. A final line ending does not start another line. A byte order mark belongs to no
 * line.
 * @param from the offset of the first character of a line
 * @param to the offset after a line
 */
export function splitLines(text: string, from = 0, to: number = text.length): Line[] {
  const lines: Line[] = []
  const lineEnding = /\r\n|\n|\r/g
  let start = from === 0 && text.startsWith('\uFEFF') ? 1 : from
  while (start < to) {
    lineEnding.lastIndex = start
    const match = lineEnding.exec(text)
    const end = match ? lineEnding.lastIndex : text.length
    const eol = (match?.[0] ?? '') as Line['eol']
    lines.push({ text: text.slice(start, end - eol.length), eol, start, end })
    start = end
  }
  return lines
}

/** Whether a line consists only of spaces and tabs. */
export function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text)
}

/** The width of a text at the start of a line, in columns. A tab extends to the next multiple of four. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const char of text) columns += char === '\t' ? 4 - (columns % 4) : 1
  return columns
}

/** The width of the leading spaces and tabs, in columns. A tab extends to the next multiple of four. */
export function indentOf(text: string): number {
  let width = 0
  for (const char of text) {
    if (char === ' ') width++
    else if (char === '\t') width += 4 - (width % 4)
    else break
  }
  return width
}
