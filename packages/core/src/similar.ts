// Compares words that a person may have misspelt, and finds what was meant by an unknown name.
import leven from 'leven'
import { quote } from './quote.ts'

/** Whether one or two letters of a name differ. Two letters less can be the opposite, as in `Respuestas correctas`. */
export function isMisspelt(name: string, known: string): boolean {
  if (name.length < MIN_MISSPELT) return false
  return isTypo(name, known) || (distanceOf(name, known) === 2 && name.length > 2 * MIN_MISSPELT)
}

/** Whether one letter of a word differs, or two letters have changed places. */
export function isTypo(word: string, other: string): boolean {
  const distance = distanceOf(word, other)
  return distance < 2 || (distance === 2 && [...word].sort().join() === [...other].sort().join())
}

/** The number of letters that differ. It is infinite for words whose lengths differ by more, as a client can send long ones. */
function distanceOf(word: string, other: string): number {
  return Math.abs(word.length - other.length) > 1 ? Number.POSITIVE_INFINITY : leven(word, other)
}

/** Names of fewer letters are near to too many others. */
const MIN_MISSPELT = 5

/** Returns the end of a message about an unknown value, such as `; did you mean "easy"?`, or an empty text. */
export function suggestSimilar(value: string, known: readonly string[]): string {
  const parts = value.split(',')
  if (parts.length > 1 && parts.every((part) => known.includes(part)))
    return '; commas do not separate values'
  const folded = fold(value)
  const isNear = (other: string) =>
    isMisspelt(folded, other) || (folded.length > 2 && other.length > 2 && isTypo(folded, other))
  const similar = known.find((one) => fold(one) === folded) ?? known.find((one) => isNear(fold(one)))
  return similar === undefined ? '' : `; did you mean ${quote(similar)}?`
}

/** Leaves letters and digits: `General-Knowledge`, `generalknowledge` and `general_knowledge` are equal. */
function fold(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
