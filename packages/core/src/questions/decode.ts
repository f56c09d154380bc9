// The text of an options cell to its strings: ['A', 'B'] as Python prints it, or ["A", "B"] as JSON. No eval.
import { CoreError } from '../errors.ts'
import { quote } from './problem.ts'

/**
 * Reads a cell that holds a list of strings, escapes and embedded quotes included; a comma may follow the last one.
 * Takes linear time.
 * @throws CoreError `invalid_list` when it is no list, or holds anything but strings
 * @see https://docs.python.org/3/reference/lexical_analysis.html#escape-sequences
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-7
 */
export function decodeList(cell: string): string[] {
  const item =
    /\s*(?:'([^'\\\n\r]*(?:\\[^\n\r][^'\\\n\r]*)*)'|"([^"\\\n\r]*(?:\\[^\n\r][^"\\\n\r]*)*)")\s*(,?)/y
  const items: string[] = []
  let at = /^\s*\[/.exec(cell)?.[0].length ?? 0
  for (let isOpen = at > 0; isOpen; ) {
    item.lastIndex = at
    const [whole = '', single, double = '', comma] = item.exec(cell) ?? []
    if (whole !== '') items.push(decodeEscapes(single ?? double))
    at += whole.length
    isOpen = comma === ','
  }
  const rest = cell.slice(at)
  if (at === 0 || !/^\s*\]\s*$/.test(rest)) throw unreadable(describe(rest, at))
  return items
}

function describe(rest: string, at: number): string {
  const text = rest.trim()
  return `${text === '' ? 'its end' : quote(text)} after ${at} characters`
}

/** The letters that stand for another character; what else follows a backslash stands for itself. */
const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^xuU\d]))?/g

function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    ESCAPE,
    (sequence, byte?: string, unit?: string, codePoint?: string, letter?: string) => {
      if (letter !== undefined) return LETTERS[letter] ?? letter
      const code = Number.parseInt(byte ?? unit ?? codePoint ?? '', 16)
      if (code <= 0x10ffff) return String.fromCodePoint(code)
      throw unreadable(`the escape ${quote(sequence)} in ${quote(text)}`)
    },
  )
}

function unreadable(got: string): CoreError {
  return new CoreError('invalid_list', `expected a list like ['A', "B"], got ${got}`)
}
