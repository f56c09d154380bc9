// Quotes strings and counts things for messages. Long strings are cut between code points, so that no surrogate pair is split.

/** Maximum length of a string in a message, in code points. */
const MAX_QUOTED_LENGTH = 60

/** Cuts a string after 60 code points and appends `…`. Shorter strings are returned unchanged. */
export function shorten(text: string): string {
  // A code point has at most two code units, so that this slice has all code points that are needed.
  const codePoints = [...text.slice(0, 2 * (MAX_QUOTED_LENGTH + 1))]
  if (codePoints.length <= MAX_QUOTED_LENGTH) return text
  return `${codePoints.slice(0, MAX_QUOTED_LENGTH).join('')}…`
}

/** Quotes a string: in quotation marks, with JSON escapes, cut after 60 code points. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text))
}

/** Formats a number with a noun, such as `1 question` or `2,000 questions`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
