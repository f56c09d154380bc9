// Compares texts without the differences that never distinguish two options.
import { decodeHTML } from 'entities'

/** A comma between digits, for which another option can have a point. */
export const DECIMAL_COMMA = /(?<=\d),(?=\d)/g

/** Other texts differ in their case only, and keep their length. The letters up to ÿ have one form. */
const CAN_BE_LOOSE = /[&´`.\u00a0\u0100-\uffff]|\s\s|\d,|\d\s%$/

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
