// Compares texts without the differences that never distinguish two options, and finds answers that say which option is right in other
// words than its text, its letter or its number.
import { decodeHTML } from 'entities'
import type { CleanOption } from './clean-question.ts'

/** A comma between digits, for which another option can have a point. */
export const DECIMAL_COMMA = /(?<=\d),(?=\d)/g

/** Other texts differ in their case only, and keep their length. The letters up to ÿ have one form. */
const CAN_BE_LOOSE = /[&´`.\u00a0\u0100-\uffff]|\s\s|\d,|\d\s%$/

/** What a number can be: `1,500` is a thousand and a half, or one and a half. Other texts have no numbers. */
export function readNumbers(text: string): number[] {
  if (!/^\d(?:[\d.,]*\d)?$/.test(text)) return []
  const whole = text.replace(/[.,](?=\d{3}(?:[.,]|$))/g, '')
  return [whole, text].map((form) => Number(form.replace(',', '.'))).filter((value) => !Number.isNaN(value))
}

/** Whether a text has no differences to a given one but those that `loosen` removes. */
export function isLike(given: string): (text: string) => boolean {
  const loose = loosen(given)
  return (text) =>
    loose !== '' && (text.length === loose.length || CAN_BE_LOOSE.test(text)) && loosen(text) === loose
}

/** Removes differences that never distinguish two options of a person: case, quotes, dashes, spaces, entities, a full stop at the end, a space before % at the end, and a decimal comma. */
export function loosen(text: string): string {
  if (!CAN_BE_LOOSE.test(text)) return text.toLowerCase()
  return decodeHTML(text)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[‘’´`]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[−‐‑–]/g, '-')
    .replace(/(?<=\d)\s+(?=%$)/, '')
    .replace(/\s+/g, ' ')
    .replace(DECIMAL_COMMA, '.')
    .replace(/(?<=\S)\s*[.。]$/, '')
    .trim()
}

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
  const text = spaceWords(answer)
  return options.some((option) => {
    const other = spaceWords(option.text)
    return (
      (option.text.length > 1 && text.includes(other)) || (text.trim().length > 1 && other.includes(text))
    )
  })
}

function hasOnlyPlaces(text: string): boolean {
  const words = splitWords(text)
  return words.some((word) => PLACE.test(word)) && words.every((word) => PLACE.test(word) || WORDS.test(word))
}

/** The words of a text with spaces around each, so that a text contains another one only in whole words. */
export const spaceWords = (text: string) => ` ${splitWords(text).join(' ')} `

/** The words of a text without accents. */
export function splitWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
