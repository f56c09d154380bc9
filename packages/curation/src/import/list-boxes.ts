// Writes the signs that say which options are true as boxes, or as stars before letters.
import { foldCase, INITIALS, readMark } from '@qb/core/questions'
import { isAnswer, plain } from './list-lines.ts'
import { findStatements, MIN_LETTERS, TRUTH_PAIRS } from './list-truths.ts'

/** Signs before correct and wrong options: `+Paris` and `-Rome`, or `=Paris` and `~Rome`. */
const SIGNS = [/^[+-]/, /^[=~]/]

const SIGNED_NUMBER = /^[+-]\s*[\d.,]/

/** Writes signs before options as boxes, when each paragraph is a question and such options. Signs before numbers can be their own. */
export function boxSigns(text: string): string {
  if (!/^[ \t]*[+=]/m.test(text)) return text
  const lines = text.split('\n').map((line) => line.trim())
  const paragraphs = lines.join('\n').split(/\n{2,}/)
  const areOptions = (sign: RegExp, [question = '', ...options]: readonly string[]) =>
    !sign.test(question) &&
    options.length > 1 &&
    options.every((option) => sign.test(option)) &&
    !options.some((option) => SIGNED_NUMBER.test(option))
  const areSigned = SIGNS.some((sign) =>
    paragraphs.every(
      (paragraph) => paragraph.trim() === '' || areOptions(sign, paragraph.trim().split('\n')),
    ),
  )
  if (!areSigned) return text
  return lines.map((line) => line.replace(/^[+=]\s*/, '[x] ').replace(/^[-~]\s*/, '[ ] ')).join('\n')
}

/** The words and letters that say of an option whether it is true. */
const [RIGHT, WRONG] = [0, 1].map((at) => TRUTH_PAIRS.map((pair) => pair[at]).join('|'))

/** The mark of another option in the same line. */
const MARK = new RegExp(String.raw`[([](?:${RIGHT}|${WRONG})[)\]]`, 'iu')

/** An option below a question, and whether it is true, such as `- Paris (T)`, `A) Rome (F)`, `✅ Paris` and `Rome ❌`. */
const VERDICTS = [
  new RegExp(
    String.raw`^\s*(?:[-*+•]\s+|(?<label>\(?[A-J][.)]\s+))(?<text>\S.*?)(?<!\s)(?:\s+|(?<!\w))[([](?<mark>(?<right>${RIGHT})|${WRONG})[)\]]\s*$`,
    'iu',
  ),
  /^\s*(?:[-*+•]\s+)?(?!\(?[A-J][.)]\s|[^:：]{1,30}[:：])(?<text>\S.*?)(?<!\s)\s*(?:(?<right>[✓✔✅])|[✗✘❌])\ufe0f?$/iu,
  /^\s*(?:[-*+•]\s+)?(?:(?<right>[✓✔✅])|[✗✘❌])\ufe0f?\s*(?!\(?[A-J][.)]\s|[^:：]{1,30}[:：])(?<text>\S.*)$/iu,
]

/**
 * Finds how options say whether they are true. `V` and `F` can be the units of two options: the sign `V/F`, an `F` behind two options
 * in a row, or many letters show that they are none.
 */
function findVerdicts(text: string): readonly RegExp[] {
  const [words = /$/, ...signs] = VERDICTS
  const marks = text.split('\n').map((line) => foldCase(words.exec(line)?.groups?.mark ?? ''))
  const letters = marks.filter((mark) => mark.length === 1)
  const isAgain = marks.some((mark, at) => mark === 'f' && marks[at - 1] === 'f')
  const isCertain =
    isAgain || letters.includes('t') || letters.length >= 2 * MIN_LETTERS || findStatements(text)
  const isOf = (pair: readonly string[]) => letters.every((one) => pair.includes(one.toUpperCase()))
  return letters.length === 0 || (isCertain && INITIALS.some(isOf)) ? VERDICTS : signs
}

/** Options with bullets, and the line below them. */
const BULLETS =
  /((?:^[ \t]*[-*+•○◯●▪◦·§o][ \t]+(?!\*(?!\*)|[[(☐☑✓✔✅✗✘❌]|\*{0,2}\(?[A-J][.)]).*(?:\n+|$(?!\n))){2,12})([ \t]*\S.*)?$/gim

/**
 * Writes as boxes, or as a star before a letter, whether options are true, when all lines below a question say so, and the bullets of
 * options above the line with their answer.
 */
export function boxVerdicts(text: string): string {
  let isBelow = false
  const verdicts = findVerdicts(text)
  const lines = text.split('\n').map((line) => {
    const found = isBelow
      ? verdicts
          .map((form) => form.exec(line)?.groups)
          .find((groups) => groups && !MARK.test(groups.text ?? ''))
      : undefined
    isBelow = found !== undefined || /(?<!\bfalse)[?？]\W{0,5}$/i.test(line)
    if (!found) return line
    const { label, text: option, right } = found
    return label ? `${right ? '*' : ''}${label}${option}` : `[${right ? 'x' : ' '}] ${option}`
  })
  return lines
    .join('\n')
    .replace(BULLETS, (whole, options: string, next: string | undefined, at: number, all: string) => {
      const isMarked = (row: string) => readMark(row.replace(/^[ \t]*\S/, '')).isMarked
      const isBelow = /(?:[?？:：…]|__)[\s*_]*$/.test(all.slice(Math.max(0, at - 20), at))
      const isOne = options.split('\n').filter(isMarked).length === 1
      if (!isAnswer(plain(next ?? '')) && !(isOne && isBelow)) return whole
      const boxOf = (row: string) => ((!next || !isAnswer(plain(next))) && isMarked(row) ? '[x]' : '[ ]')
      return options.replace(/^[ \t]*\S.*$/gm, (row) => row.replace(/\S/, boxOf(row))) + (next ?? '')
    })
}
