// Splits a text into lines. Each line has its offsets and its own line end, so that a splice keeps every other byte.

/** One line. `text` has no line end. `eol` is the line end in the file, empty on a last line without one. */
export interface Line {
  readonly text: string
  readonly eol: '' | '\n' | '\r\n' | '\r'
  /** The offset of its first character. */
  readonly start: number
  /** The offset behind its line end. */
  readonly end: number
}

/** Splits a text into lines. A final line end starts no further line. A byte order mark belongs to no line. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = []
  const found = /\r\n|\n|\r/g
  let start = text.startsWith('\uFEFF') ? 1 : 0
  while (start < text.length) {
    found.lastIndex = start
    const match = found.exec(text)
    const end = match ? found.lastIndex : text.length
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

/** The number of columns of a text at the start of a line. A tab extends to the next multiple of four. */
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
