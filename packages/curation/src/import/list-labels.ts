// Reads the labels of options: letters of several alphabets, and numbers.
import { ALPHABETS } from '@qb/core/questions'

/** Letters of options, also full-width ones and an Arabic one with a sign. Numbers can be in circles. */
const LETTERS = `${ALPHABETS.map((alphabet) => alphabet.slice(0, 10)).join('')}أａ-ｊ`

export const LABEL = `[${LETTERS}]|\\d\\d?`

/** A label in a line of its own, below another line. */
export const LABEL_ALONE = new RegExp(`\\n\\s*[([（【]?(?:${LABEL})[.:)\\]）】．、]\\s*(?:\\n|$)`, 'iu')

/** What is behind a label. Chinese, Japanese and Korean need no space. */
export const STOP =
  '[.:](?:\\s+|(?=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]))'

/** The label of an option in a line, perhaps behind a mark. `2.` in a text is an ordinal. */
const LABELS = new RegExp(
  `(?<=^|[\\s,;|/])(?:\\*{1,2}|[✓✔✅✗✘❌]\\ufe0f?\\s*)?(?:([([（【]?)(${LABEL})(?:(?<!\\d)(${STOP})|([)\\]）】．、]))|([①-⑳]))(?=\\s*\\S)`,
  'giu',
)

/** What is between two labels when the second one is an initial, as in `B. J. C. Maxwell`. */
export const INITIALS = /^\s*(?:\p{Lu}\.\s*)*$/u

/** The labels in a line: their places from 0, and their forms. One with a full stop can be the initial of a name. */
export const labelsOf = (line: string) =>
  [...line.matchAll(LABELS)].map(
    ({ 0: match, index, 1: open, 2: label, 3: stop, 4: bracket, 5: circled = '' }) => {
      const { place, alphabet, isLower } = readLabel(label ?? circled)
      return {
        index,
        end: index + match.length,
        place,
        alphabet,
        form: `${open}${alphabet}${label && (stop?.[0] ?? bracket)}${isLower}`,
        isInitial: stop !== undefined && !/(?:\t|\s\s)$/.test(line.slice(0, index)),
      }
    },
  )

/** The place of a label from 0, and its alphabet from 0, which is -1 for a number. */
export function readLabel(written: string) {
  const letter = written.normalize('NFKC')
  // An Arabic letter can have a sign, and a Korean one consists of several.
  const isKnown = ALPHABETS.some((letters) => letters.includes(letter.toLowerCase()))
  const lower = (isKnown ? letter : letter.normalize('NFD').charAt(0)).toLowerCase()
  const alphabet = ALPHABETS.findIndex((letters) => letters.includes(lower))
  const place = ALPHABETS[alphabet]?.indexOf(lower) ?? Number(letter) - 1
  return { label: alphabet < 0 ? `${place + 1}` : lower, place, alphabet, isLower: letter === lower }
}
