// Bounds on a JSON text, checked before it is parsed: values cost fifty times the memory of their text.
import { CoreError } from '@qb/core/errors'

/** How much a JSON body may hold. */
export const JSON_BOUNDS = {
  /** Commas, objects and lists, counted together. An update of 100,000 entries has 300,002. */
  maxValues: 500_000,
  /** Objects and lists inside of each other. */
  maxDepth: 32,
} as const

const QUOTE = 0x22
const COMMA = 0x2c
const [OPEN_LIST, OPEN_OBJECT] = [0x5b, 0x7b]
const [CLOSE_LIST, CLOSE_OBJECT] = [0x5d, 0x7d]

/**
 * Checks that a JSON text is within {@link JSON_BOUNDS}; whether it is JSON is left to the parser. Linear, and stops
 * where a bound is passed.
 * @throws CoreError `invalid_body`
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

/** Where the string that starts at `start` ends; the end of the text where it does not. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

/** Whether an odd number of backslashes stands before `at`. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}

function tooMuch(most: string): CoreError {
  return new CoreError('invalid_body', `expected at most ${most}, got more`)
}
