// Splits a text into lines, and measures and trims lines. Each line has its offsets and its own line ending, so that an edit of
// one line leaves all other bytes unchanged.

/** One line. Offsets are in UTF-16 code units. */
export interface Line {
  /** The line without its line ending. */
  readonly text: string
  /** Empty for a last line without a line ending. */
  readonly eol: '' | '\n' | '\r\n' | '\r'
  readonly start: number
  /** The offset after the line ending. */
  readonly end: number
}

/** Maximum length of a line that is read as a heading, a date or a link, in UTF-16 code units. */
export const MAX_READ_LENGTH = 1000

/** Splits a text into lines. A final line ending does not start another line. A byte order mark belongs to no line. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = []
  let start = text.startsWith('\uFEFF') ? 1 : 0
  const parts = text.slice(start).split(/(\r\n|\n|\r)/)
  for (let index = 0; index < parts.length; index += 2) {
    const line = parts[index] ?? ''
    const eol = parts[index + 1] ?? ''
    const end = start + line.length + eol.length
    if (end > start) lines.push({ text: line, eol: eol as Line['eol'], start, end })
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

/** The width of the leading spaces and tabs of a line, in columns. */
export function indentOf(text: string): number {
  return columnsOf(text.slice(0, text.search(/[^ \t]|$/)))
}

/** The part of a text from its first letter to its last: `Added` for `### ✨ Added ##` and `Added :tada:`. Empty when there is no letter. */
export function trimToLetters(text: string): string {
  const words = text.replaceAll(/(?<!\S):[\w+-]+:(?!\S)/g, '')
  const first = words.search(/\p{L}/u)
  return first === -1 ? '' : words.slice(first).replace(/(?<!\P{L})\P{L}+$/u, '')
}
