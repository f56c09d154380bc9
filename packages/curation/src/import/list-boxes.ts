// Writes signs and verdicts beside the options of a list as boxes.

/** Signs before correct and wrong options: `+Paris` and `-Rome`, or `=Paris` and `~Rome`. */
const SIGNS = [/^[+-]/, /^[=~]/]

const SIGNED_NUMBER = /^[+-]\s*[\d.,]/

/** Writes signs before options as boxes, when each paragraph is a question and such options. Signs before numbers can be their own. */
export function boxSigns(text: string): string {
  if (!/^\s*[+=]/m.test(text)) return text
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
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

/** An option below a question, and whether it is true, such as `- Paris (T)` and `A) Rome (F)`. */
const VERDICT = /^\s*(?:[-*+•]\s+|(\(?[A-J][.)]\s+))(\S.*?)(?<!\s)\s*[([](?:(T|true)|F|false)[)\]]$/i

/** Writes whether options are true as boxes, or as a star before a letter, when all lines below a question say so. */
export function boxVerdicts(text: string): string {
  const lines = text.split(/\r\n|\n|\r/)
  let isBelow = false
  return lines
    .map((line) => {
      const isVerdict = isBelow && VERDICT.test(line)
      isBelow = isVerdict || /(?<!\bfalse)[?？]\W{0,5}$/i.test(line)
      return isVerdict ? line.replace(VERDICT, boxVerdict) : line
    })
    .join('\n')
}

const boxVerdict = (_line: string, label = '', text = '', isTrue?: string) =>
  label ? `${isTrue ? '*' : ''}${label}${text}` : `[${isTrue ? 'x' : ' '}] ${text}`
