// Finds answers that say which option is right in other words than its text, its letter or its number.
import type { CleanOption } from './clean-question.ts'

/** Words beside letters and numbers, as in `B and C` and `The answer is B`. */
const WORDS =
  /^(?:the|answers?|options?|choices?|correct|right|is|are|both|only|and|or|und|oder|et|ou|y|o|e|i|oraz|lub|ve|и|или)$/
const PLACE = /^(?:[a-t]|\d\d?(?:st|nd|rd|th)?)$/

/** `BC` and `ABD`. */
const LETTERS = /^(?=..)A?B?C?D?E?F?$/

/**
 * Whether an answer contains the text of an option, such as `Paris (B)`, or is contained in one, such as `Nile` in `The Nile`, or has
 * only letters and numbers, such as `BC`.
 */
export function mentionsOption(answer: string, options: readonly CleanOption[]): boolean {
  const arePlaces = hasOnlyPlaces(answer) && !options.some(({ text }) => hasOnlyPlaces(text))
  if (LETTERS.test(answer) || arePlaces) return true
  const spaced = (text: string) => ` ${splitWords(text).join(' ')} `
  const text = spaced(answer)
  return options.some((option) => {
    const other = spaced(option.text)
    return (
      (option.text.length > 1 && text.includes(other)) || (text.trim().length > 1 && other.includes(text))
    )
  })
}

function hasOnlyPlaces(text: string): boolean {
  const words = splitWords(text)
  return words.some((word) => PLACE.test(word)) && words.every((word) => PLACE.test(word) || WORDS.test(word))
}

/** The words of a text without accents. */
function splitWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
