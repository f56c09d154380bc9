// A text as lines that know their offsets and their own line ends, so that a splice keeps every other byte.

/** One line: `text` without its end, `eol` as it stands in the file (empty on a last line that has none). */
export interface Line {
  readonly text: string
  readonly eol: '' | '\n' | '\r\n' | '\r'
  /** The offset of its first character. */
  readonly start: number
  /** The offset behind its line end. */
  readonly end: number
}

/** All lines; a text that ends in a line end has no empty line behind it. A byte order mark belongs to no line. */
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

/** Whether a line has nothing but spaces and tabs. */
export function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text)
}

/** The columns that a text takes at the start of a line, a tab reaching to the next multiple of four. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const char of text) columns += char === '\t' ? 4 - (columns % 4) : 1
  return columns
}

/** The width of the leading spaces, a tab reaching to the next multiple of four. */
export function indentOf(text: string): number {
  let width = 0
  for (const char of text) {
    if (char === ' ') width++
    else if (char === '\t') width += 4 - (width % 4)
    else break
  }
  return width
}
