// Parses an options cell: a list of strings as Python prints it (['A', 'B']) or as JSON (["A", "B"]); and reads literals of JavaScript
// and Python as JSON: `{ question: 'Why?', a: 1, }`, `{'text': array(['A' 'B'], dtype=object)}`. Nothing is evaluated as code.
import { AppError } from '../../errors.ts'
import { quote } from '../../quote.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'

/**
 * Parses a list of strings in linear time. Escapes and embedded quotes are supported. A comma can follow the
 * last string.
 * @throws AppError `questions/invalid_option_list` when the cell is not a list of strings
 * @see https://docs.python.org/3/reference/lexical_analysis.html#escape-sequences
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-7
 */
export function readOptionList(cell: string): string[] {
  const item =
    /\s*(?:'([^'\\\n\r]*(?:\\[^\n\r][^'\\\n\r]*)*)'|"([^"\\\n\r]*(?:\\[^\n\r][^"\\\n\r]*)*)")\s*(,?)/y
  const items: string[] = []
  let offset = /^\s*\[/.exec(cell)?.[0].length ?? 0
  for (let isOpen = offset > 0; isOpen; ) {
    item.lastIndex = offset
    const [whole = '', single, double = '', comma] = item.exec(cell) ?? []
    if (whole !== '') items.push(decodeEscapes(single ?? double))
    offset += whole.length
    isOpen = comma === ','
  }
  const rest = cell.slice(offset).trim()
  if (offset > 0 && rest === ']') return items
  throw optionListError(`${rest === '' ? 'the end of the cell' : quote(rest)} after ${offset} characters`)
}

/** The letters that have a special meaning after a backslash. Any other character represents itself. */
const ESCAPED_LETTERS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^xuU\d]))?/g

function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    ESCAPE,
    (sequence, byte?: string, unit?: string, codePoint?: string, letter?: string) => {
      if (letter !== undefined) return ESCAPED_LETTERS[letter] ?? letter
      const code = Number.parseInt(byte ?? unit ?? codePoint ?? '', 16)
      if (code <= 0x10ffff) return String.fromCodePoint(code)
      throw optionListError(`the escape ${quote(sequence)} in ${quote(text)}`)
    },
  )
}

/** The start of the message of each error. It contains nothing of the cell. */
export const EXPECTED_LIST = "expected a list like ['A', 'B']"

function optionListError(actual: string): AppError {
  return new AppError(QUESTIONS_ERRORS.invalid_option_list, `${EXPECTED_LIST}, got ${actual}`)
}

/** Strings, comments, and what Python and NumPy write around values. */
const TOKEN =
  /'(?:[^'\\\n\r]|\\.)*'|"(?:[^"\\\n\r]|\\.)*"|`([^`\\$]*)`|\/\/[^\n\r]*|\/\*[^*]*\*\/|\barray\((?=\[)|(?<=\])(?:,\s*dtype=\w+)?\)|\b(?:True|False|None|NaN)\b/g
const WORDS: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  NaN: 'null',
}

/** Strings with what follows them, names of members, and commas before an end. */
const PART = /("(?:[^"\\]|\\.)*")(?:\s+(?="))?|([\w$]+)(?=\s*:)|,(?=\s*[\]}])/g

/** @throws SyntaxError or AppError when the text is no such literal */
export function readLiteral(text: string): unknown {
  const json = text.replace(TOKEN, (token: string, template?: string) => {
    if (template !== undefined) return JSON.stringify(template)
    return /^['"]/.test(token) ? JSON.stringify(readOptionList(`[${token}]`)[0]) : (WORDS[token] ?? '')
  })
  return JSON.parse(
    json.replace(PART, (part: string, string?: string, name?: string) => {
      if (string !== undefined) return part === string ? string : `${string}, `
      return name === undefined ? '' : JSON.stringify(name)
    }),
  )
}
