// Bounds on a JSON text. They are checked before parsing, because parsed values take fifty times the memory of their
// text.
import { AppError } from '@qb/core/errors'
import { HTTP_ERRORS } from '../problems/http-errors.ts'

/** The bounds of a JSON body. */
export const JSON_BOUNDS = {
  /** Maximum number of commas, objects and lists together. An update of 100,000 entries has 300,002. */
  maxValues: 500_000,
  /** Maximum nesting of objects and lists. */
  maxDepth: 32,
} as const

const QUOTE = 0x22
const COMMA = 0x2c
const [OPEN_LIST, OPEN_OBJECT] = [0x5b, 0x7b]
const [CLOSE_LIST, CLOSE_OBJECT] = [0x5d, 0x7d]

/**
 * Checks that a JSON text is within {@link JSON_BOUNDS}. The parser checks whether it is JSON. Takes linear time, and
 * stops at the first value beyond a bound.
 * @throws AppError `http/invalid_body`
 */
export function checkJsonBounds(text: string): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA) values++
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++
      depth++
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    if (depth > JSON_BOUNDS.maxDepth) throw tooMuch(`${JSON_BOUNDS.maxDepth} levels`)
    if (values > JSON_BOUNDS.maxValues) throw tooMuch(`${JSON_BOUNDS.maxValues} values`)
  }
}

/** The offset of the closing quote of the string at `start`, or the length of the text when there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

/** Whether an odd number of backslashes precedes `at`. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}

function tooMuch(most: string): AppError {
  return new AppError(HTTP_ERRORS.invalid_body, `expected at most ${most}, got more`)
}
