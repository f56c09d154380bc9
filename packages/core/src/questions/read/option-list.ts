// Reads the text of an options cell: ['A', 'B'] as Python prints it, or ["A", "B"] as JSON. Nothing is evaluated.
import { AppError } from '../../errors.ts'
import { quote } from '../diagnostic.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'

/**
 * Reads a list of strings. Escapes and embedded quotes are supported; a comma may follow the last string.
 * Takes linear time.
 * @throws AppError `questions/invalid_option_list` when the cell is not a list, or contains anything but strings
 * @see https://docs.python.org/3/reference/lexical_analysis.html#escape-sequences
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-7
 */
export function readOptionList(cell: string): string[] {
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

/** The letters that mean another character after a backslash; any other character means itself. */
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

function unreadable(got: string): AppError {
  return new AppError(QUESTIONS_ERRORS.invalid_option_list, `expected a list like ['A', "B"], got ${got}`)
}
