// Finds what a person may have meant by an unknown name.
import { quote } from '../quote.ts'
import { isMisspelt, isTypo } from './read/index.ts'

/** Returns the end of a message about an unknown value: `; did you mean "easy"?`. Returns '' when no known value is similar. */
export function suggestSimilar(value: string, known: readonly string[]): string {
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
