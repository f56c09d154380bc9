// Checks the number and the nesting of the values in a JSON string before it is parsed. Parsed values can
// take fifty times the memory of the string.
import { AppError } from '@qb/core/errors'
import { HTTP_ERRORS } from '../problems/http-errors.ts'

/** The limits of a JSON body. */
export const JSON_LIMITS = {
  /**
   * Maximum sum of commas, objects and arrays. An update of the changelog with 100,000 entries has 300,002.
   */
  maxValues: 500_000,
  /** Maximum nesting of objects and arrays, in levels. */
  maxDepth: 32,
} as const

const QUOTE = 0x22
const COMMA = 0x2c
const [OPEN_ARRAY, OPEN_OBJECT] = [0x5b, 0x7b]
const [CLOSE_ARRAY, CLOSE_OBJECT] = [0x5d, 0x7d]

/**
 * Checks that a JSON string is within {@link JSON_LIMITS}. It takes linear time and stops at the first value
 * beyond a limit. It does not check the syntax; the parser does.
 * @throws AppError `http/invalid_body`
 */
export function checkJsonLimits(json: string): void {
  let depth = 0
  let values = 0
  for (let offset = 0; offset < json.length; offset++) {
    const code = json.charCodeAt(offset)
    if (code === QUOTE) offset = findEndOfString(json, offset)
    else if (code === COMMA) values++
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values++
      depth++
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--
    if (depth > JSON_LIMITS.maxDepth) throw createLimitError(`${JSON_LIMITS.maxDepth} levels of nesting`)
    if (values > JSON_LIMITS.maxValues) throw createLimitError(`${JSON_LIMITS.maxValues} values`)
  }
}

/**
 * The offset of the closing quote of the string that starts at `start`, or `json.length` for an unclosed
 * string.
 */
function findEndOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end
}

/** Whether an odd number of backslashes precedes `offset`. */
function isEscaped(json: string, offset: number): boolean {
  let first = offset
  while (json[first - 1] === '\\') first--
  return (offset - first) % 2 === 1
}

function createLimitError(limit: string): AppError {
  return new AppError(HTTP_ERRORS.invalid_body, `expected at most ${limit} in the body`)
}
