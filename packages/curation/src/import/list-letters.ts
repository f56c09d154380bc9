// Takes the letters beside the questions of a list as its key.
import type { Key } from './list-key.ts'

/** The letter of an answer before the number of its question, in a line below its options, behind the question, or in its gap. */
const BESIDE = [
  /^[(_ \t]{0,9}(?<letter>[A-J])[)_ \t]{1,9}(?<number>\d{1,3})(?<rest>[.)][ \t].*)$/gm,
  /^(?<number>\d{1,3})(?<rest>[.)][ \t].*\n(?:[ \t]*\(?[A-J][.)][ \t].*\n){2,10}\n)[ \t]*\(?(?<letter>[A-J])\)?[ \t]*$/gm,
  /^(?<number>\d{1,3})(?<rest>[.)][ \t].*?)[ \t_]{0,20}[(（][ \t_]{0,9}(?<letter>[A-J])[ \t_]{0,9}[)）][ \t]*$/gm,
  /^(?<number>\d{1,3})(?<rest>[.)][ \t][^(（\n]*(?:（|\((?=[ \t_])))[ \t_]{0,9}(?<letter>[A-Ja-j])[ \t_]{0,9}(?<after>[)）][^(（\n]*)$/gm,
]

/** Takes the letters beside the questions as a key, when each numbered line has one. */
export function takeLetters(text: string): { text: string; key?: Key } {
  for (const form of BESIDE) {
    const found = [...text.matchAll(form)].map(
      ({ groups: { number = '', letter = '' } = {} }) => [Number(number), letter.toUpperCase()] as const,
    )
    const written = text.replace(form, '$<number>$<rest>$<after>')
    const areAll = written.match(/^[ \t]*\d{1,3}[.)][ \t]/gm)?.length === found.length
    const areNext = found.every(([number], index) => number === index + 1)
    // Letters in the order of their alphabet are those of options.
    const areOptions = found.every(([number, letter]) => number === letter.charCodeAt(0) - 64)
    if (found.length > 1 && areAll && areNext && !areOptions)
      return { text: written, key: { answers: new Map(found), line: Number.POSITIVE_INFINITY } }
  }
  return { text }
}
