// Writes signs and verdicts beside the options of a list as boxes.
import { readMark } from '@qb/core/questions'
import { isAnswer, plain } from './list-lines.ts'

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

/** An option below a question, and whether it is true, such as `- Paris (T)`, `A) Rome (F)`, `✅ Paris` and `Rome ❌`. */
const VERDICTS = [
  /^\s*(?:[-*+•]\s+|(?<label>\(?[A-J][.)]\s+))(?<text>\S.*?)(?<!\s)(?:\s+|(?<!\w))[([](?:(?<right>T|true)|F|false)[)\]]$/i,
  /^\s*(?:[-*+•]\s+)?(?!\(?[A-J][.)]\s|[^:：]{1,30}[:：])(?<text>\S.*?)(?<!\s)\s*(?:(?<right>[✓✔✅])|[✗✘❌])\ufe0f?$/iu,
  /^\s*(?:[-*+•]\s+)?(?:(?<right>[✓✔✅])|[✗✘❌])\ufe0f?\s*(?!\(?[A-J][.)]\s|[^:：]{1,30}[:：])(?<text>\S.*)$/iu,
]

/** Options with bullets, and the line below them. */
const BULLETS =
  /((?:^[ \t]*[-*+•○◯●▪◦·§o][ \t]+(?!\*(?!\*)|[[(☐☑✓✔✅✗✘❌]|\*{0,2}\(?[A-J][.)]).*(?:\n+|$(?!\n))){2,12})([ \t]*\S.*)?$/gim

/**
 * Writes as boxes, or as a star before a letter, whether options are true, when all lines below a question say so, and the bullets of
 * options above the line with their answer.
 */
export function boxVerdicts(text: string): string {
  let isBelow = false
  const lines = text.split('\n').map((line) => {
    const found = isBelow
      ? VERDICTS.map((form) => form.exec(line)?.groups).find((groups) => groups)
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
