// The text of an options cell to its strings: ['A', 'B'] as Python prints it, or ["A", "B"] as JSON. No eval.
import JSON5 from 'json5'
import { CoreError } from '../errors.ts'

/**
 * Reads a cell that holds a list of strings, escapes and embedded quotes included.
 * @throws CoreError `invalid_list` when it is no list, or holds anything but strings
 * @see https://spec.json5.org, which both notations fall under but for Python's `\UXXXXXXXX`
 */
export function decodeList(cell: string): string[] {
  const list = parseList(cell)
  if (!Array.isArray(list)) throw unreadable('a list in square brackets', nameType(list))
  const stranger = list.findIndex((item) => typeof item !== 'string')
  if (stranger !== -1) {
    throw unreadable('only strings in quotes', `${nameType(list[stranger])} at place ${stranger + 1}`)
  }
  return list
}

/** Texts in single quotes with neither quotes nor escapes inside: the usual notation of Python, and JSON but for its quotes. */
const PLAIN_LIST = /^\s*\['[^'"\\\p{Cc}]*'(?:, ?'[^'"\\\p{Cc}]*')*\]\s*$/u

function parseList(cell: string): unknown {
  if (PLAIN_LIST.test(cell)) return JSON.parse(cell.replaceAll("'", '"'))
  try {
    return /^\s*\[\s*"/.test(cell) ? JSON.parse(cell) : parseLoosely(cell)
  } catch (error) {
    if (error instanceof CoreError) throw error
    return parseLoosely(cell)
  }
}

function parseLoosely(cell: string): unknown {
  try {
    return JSON5.parse(cell.includes('\\U') ? spellOutLongEscapes(cell) : cell)
  } catch (error) {
    throw unreadable('a list like [\'A\', "B"]', (error as Error).message.replace(/^JSON5: /, ''))
  }
}

function spellOutLongEscapes(cell: string): string {
  return cell.replace(/\\(?:U([0-9a-fA-F]{8})|[\s\S])/g, (sequence, hex: string | undefined) => {
    const codePoint = Number.parseInt(hex ?? '', 16)
    return codePoint <= 0x10ffff ? JSON.stringify(String.fromCodePoint(codePoint)).slice(1, -1) : sequence
  })
}

function nameType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

function unreadable(expected: string, got: string): CoreError {
  return new CoreError('invalid_list', `expected ${expected}, got ${got}`)
}
