// Reads the lines of a list, with one for each option, and what a line is: an option, a question with its number, or a name and its value.
import { findTarget, MAX_LINE_LENGTH, readMark } from '@qb/core/questions'
import { INITIALS, LABEL, labelsOf, readLabel, STOP } from './list-labels.ts'

const OPTION = new RegExp(
  `^([*✓✔✅✗✘❌]?)\\ufe0f?\\s*(?:(?:option|choice|answer|antwort|opción|вариант)\\s+)?(?:[([（【]?(${LABEL})(?:${STOP}|[)\\]）】．、]\\s*)|([①-⑳])\\s*)(\\S.*)$`,
  'iu',
)

const BOX = /^(?:[-*+•]\s*)?(\[[ xX✓✔*]?\]|\([ xX✓✔*]\)|[☐☑])\s*(\S.*)$/u

/** What ends a part of a line that is read as one more line. */
export const PART = '\u2028'

/** Where another option can start in a line: documents can have options in two columns. */
const COLUMNS = /(?<=\S)(?:\t|\s{2,80})(?=\(?[B-J2-9][.)]\s)/gi

/** A name before a colon, perhaps with a number, such as `Answer: b` and `Question 2: Why?`. */
export const NAMED = /^([^:：]{1,30}?)(?:\s{0,9}(\d{1,3}))?\s{0,9}[:：]\s*(.*)$/

/** A question with its number, or below a sign of Markdown. */
export const NUMBERED =
  /^(?:Q\.?|_{2,20}\s|(?:question|frage|aufgabe|pregunta|вопрос|mcq|item)\s|nr\.?|no\.|n°|#)?\s*\(?(\d{1,3})(?:[.):]\s+|[.:](?=\p{Script=Han})|[）．、]\s*|\s[-–—]\s(?=["'“]?\p{L}{2})|(?<=^(?:Q|N|#)\D*\d+)\s+)(\S.*)$/iu

/** The number of a question in a line of its own, such as `Question 3 of 12` and `Question 3 (2 points)`. */
export const NUMBER_ALONE =
  /^(?:q|question|frage|aufgabe|pregunta|questão|вопрос|mcq|item)[\s.]{0,3}#?\s?(\d{1,3})(?:\s?(?:of|von|de|sur|\/)\s?\d{1,3})?\s{0,3}(?:[([][^)\]]{0,30}[)\]])?[^\p{L}\p{N}]{0,9}$/iu

export const HEADING = /^#{1,6}\s+(\S.*)$/

/** How many lines show the style of a list. */
export const SAMPLE = 500

/** A line, or an option in one. */
interface Line {
  readonly line: string
  /** From 1. */
  readonly number: number
  /** Whether nobody knows whether it is two options, as in `C. Lima D. Oslo` below `B. Paris`. */
  readonly isUnclear?: boolean
}

/** The lines of a text, with one for each option. */
export function splitLines(text: string, limit?: number): Line[] {
  const lines = text.split(/\r\n|\n|\r/, limit)
  const filled = lines.flatMap((line, index) => (line.trim() ? [{ line, number: index + 1 }] : []))
  let wasSplit = false
  let at = 0
  return lines.flatMap((line, index): Line[] => {
    const number = index + 1
    if (!line.trim()) return [{ line, number }]
    at += 1
    const [own = '', answer] =
      ANSWER_BEHIND.test(line.slice(-100)) && readOption(plain(line)) ? line.split(ANSWER_BEHIND) : [line]
    const { parts, isUnclear } = splitOptions(own, answer ?? filled[at]?.line ?? '', wasSplit)
    wasSplit = parts.length > 1
    const cells = parts.flatMap((part) => part.split(PART)).flatMap(splitColumns)
    return [...cells, ...(answer ? [answer] : [])].map((part) => ({
      line: part,
      number,
      isUnclear,
    }))
  })
}

/** An answer behind options in their line. */
const ANSWER_BEHIND =
  /\s+(?=[([]?(?:correct\s|right\s)?(?:ans(?:wer)?|答案)\s*[:：.–=-]+\s*\(?[a-j]\)?[\])]?\.?\s*$)/i

/**
 * Splits a line at labels of one form that follow each other: `a) Rome b) Paris`, also behind a question. The next line must continue
 * them. A letter with a full stop can be the initial of a name, unless the labels of other lines need it.
 */
function splitOptions(line: string, next: string, wasSplit: boolean) {
  const labels = line.length > MAX_LINE_LENGTH ? [] : labelsOf(line)
  const starts = labels.filter(({ place, index, isInitial }) => {
    const before = line.slice(0, index)
    return /^\s*(?:[-+•]\s+)?$/.test(before) || (place === 0 && (!isInitial || /[\p{P}_]\s*$/u.test(before)))
  })
  for (const start of starts) {
    const found = [start]
    for (const label of labels) {
      const { form, place, end } = found.at(-1) ?? start
      const isNext = label.index >= end && label.form === form && label.place === place + 1
      if (isNext && !INITIALS.test(line.slice(end, label.index))) found.push(label)
    }
    // A letter that does not follow the one before shows that letters are missing, or in another order.
    const last = found.at(-1)?.place ?? 0
    const isGap = labels.some(
      ({ form, place, isInitial }) => form === start.form && place > last && !isInitial,
    )
    const isFirst = starts[0] === start && /^\W*$/.test(line.slice(0, start.index))
    const [after] = labelsOf(next.slice(0, MAX_LINE_LENGTH))
    const follows = after?.form === start.form && next.slice(0, after.index).trim() === ''
    const isAgain = follows && after.place <= start.place
    if (found.length < 2 || (isAgain && !isFirst)) continue
    if (follows && !isAgain) found.splice(Math.max(after.place - start.place, 1))
    const isName = !follows && start.place > 0 && found[1]?.isInitial === true && !wasSplit
    const isUnclear =
      isName ||
      starts.some(({ index, place }) => place === 0 && index > start.index && isAfterQuestion(line, index))
    if (found.length < 2 || isUnclear) return { parts: [line], isUnclear }
    const areApart = found.some(({ end }, at) => at > 0 && isApart(line.slice(found[at - 1]?.end, end)))
    if (isGap || areApart || found.length <= (line.match(TRUTH_BEHIND)?.length ?? 0))
      return { parts: [line], isUnclear: true }
    const cuts = [0, ...found.slice(isFirst ? 1 : 0).map(({ index }) => index), line.length]
    const parts = cuts.slice(1).map((end, index) => line.slice(cuts[index], end).trimEnd())
    return { parts: removeSeparators(parts, isFirst ? 0 : 1), isUnclear }
  }
  // The options of two questions can be side by side.
  const [first, ...others] = labels
  const isTwice = others.some(
    ({ form, place, index }) =>
      form === first?.form && place === first.place && /\p{L}{2}|\d/u.test(line.slice(first.end, index)),
  )
  return { parts: [line], isUnclear: isTwice && starts[0] === first }
}

/** A sign between two options of a line, and a word such as `(T)` behind an option. */
const BETWEEN = /(\s+)([*✓✔✅☑✗✘❌☐]\ufe0f?|\[[ xX✓]?\]|\([ xX✓]\))(\s+)\S{1,4}$/u
const TRUTH_BEHIND = /[([](?:[tfvrw]|true|false|richtig|falsch|wahr|vrai|faux)[)\]](?=\s|$)/gi

/** Whether such a sign is nearer to the other option than to the one that gets it, or to none. A box is before its option. */
function isApart(text: string): boolean {
  const [, before = '', sign = '', after = ''] = BETWEEN.exec(text.trimEnd()) ?? []
  const widthOf = (gap: string) => gap.replaceAll('\t', '        ').length
  const isBefore = widthOf(before) > widthOf(after)
  return sign !== '' && (/[[(☐☑]/.test(sign) || (sign.startsWith('*') ? isBefore : !isBefore))
}

/** Splits a line where a label of the form of its first one starts a column. Behind nothing but initials, it is an initial. */
function splitColumns(line: string): string[] {
  const starts = [...line.matchAll(COLUMNS)].map(({ 0: gap, index }) => index + gap.length)
  if (starts.length === 0) return [line]
  const [own, ...others] = labelsOf(line.slice(0, MAX_LINE_LENGTH))
  if (!own || !/^\W*$/.test(line.slice(0, own.index))) return [line]
  let last = own
  const cuts = others.filter((label) => {
    const isColumn =
      last?.form === label.form &&
      last.place < label.place &&
      starts.includes(label.index) &&
      !INITIALS.test(line.slice(last.end, label.index))
    if (isColumn) last = label
    return isColumn
  })
  const bounds = [0, ...cuts.map(({ index }) => index), line.length]
  return bounds.slice(1).map((to, at) => line.slice(bounds[at], to).trimEnd())
}

/** Whether a label is behind another question in the same line. */
const isAfterQuestion = (line: string, index: number) => /[?？:：_…]\s*$/.test(line.slice(0, index))

/** Removes the sign behind each option but the last one, as in `A) Rome, B) Paris`. A single semicolon can be that of code. */
function removeSeparators(parts: readonly string[], from: number): readonly string[] {
  const [sign, ...others] = new Set(parts.slice(from, -1).map((part) => /[,;|/]$/.exec(part)?.[0]))
  const isCode = sign === ';' && parts.length - from < 3
  const isOwn = sign !== ',' && sign !== undefined && parts.at(-1)?.endsWith(sign)
  if (sign === undefined || others.length > 0 || isCode || isOwn) return parts
  return parts.map((part, index) => (index < from ? part : part.replace(/\s*[,;|/]$/, '')))
}

/** A line without the signs of Markdown for a bold text at its start, and for a list of letters. An option in bold has a star. */
export const plain = (line: string) =>
  line
    .trim()
    .replace(BULLET, '')
    .replace(/^\*\*(\(?[A-J][.)].+)\*\*$/i, '*$1')
    .replace(/^\*\*(.*?)\*\*/, '$1')
    .replace(AROUND, (whole, _sign, inner?: string, bracketed?: string) => {
      const said = inner ?? bracketed ?? ''
      return isAnswer(said.replace(ANSWER, '$1: ')) ? said : whole
    })
    .replace(BRACKETED, (whole, name: string) =>
      ['question', 'correct_answer', 'explanation'].includes(`${findTarget(name)}`) ? `${name}: ` : whole,
    )
    .replace(ANSWER, '$1: ')
    .replace(/^(?:the )?(?:correct )?(ans(?:wer)?)(?: is)?:? \(?([A-J])\)?\.?$/i, '$1: $2')

/** The sign of a list of Markdown before a letter. A star alone can be the mark of an option. */
const BULLET = /^(?:[-+•]\s+|\*\s+(?=\*\*))(?=(?:\*\*)?\(?[A-J][.)](?:\*\*)?\s)/i

/** Signs around a line with an answer, as in `*Answer: b*`, and around a name, as in `【答案】b`. */
const AROUND = /^(?:([*_`]{1,2})(.+)\1|[[(（](.+)[\])）])$/

const BRACKETED = /^[[【]([^\]】]{2,20})[\]】]\s*[:：]?\s*(?=\S)/

export const isAnswer = (line: string) => nameOf(line) === 'correct_answer'

/** `Ans. (b)` and `Answer - b` have no colon. */
const ANSWER = /^((?:correct )?ans(?:wer)?)\s*(?:[.)=–-]+\s*|:\s*[–-]\s*(?=\(?[A-J]\b)|(?=\())(?=\S)/i

export const nameOf = (line: string) => findTarget(NAMED.exec(line)?.[1] ?? '')

/** An option. Its letter is that of the first alphabet, or a number, and empty when it has a box. */
export interface Option {
  readonly letter: string
  /** The letter as it is written, in lower case. */
  readonly label: string
  /** Its number with its sign, as it is written. */
  readonly written: string
  text: string
  readonly isMarked: boolean
  /** Whether the mark is one beside an answer, too. */
  readonly isCertain: boolean
  /** Whether it has the mark of a wrong option. */
  readonly isWrong: boolean
}

export function readOption(line: string): Option | undefined {
  const [, box, boxed = ''] = BOX.exec(line) ?? []
  const [, sign = '', written = '', circled = '', text = ''] =
    box === undefined ? (OPTION.exec(line) ?? []) : ['', box, '', '', boxed]
  if (text === '') return undefined
  const { label, place, alphabet } = box === undefined ? readLabel(written || circled) : BOXED
  const mark = readMark(text)
  const isSigned = /[*xX✓✔✅☑]/u.test(sign)
  return {
    letter: alphabet < 0 ? label : String.fromCharCode(65 + place),
    label,
    written: circled || `${label}.`,
    text,
    isMarked: isSigned || (box === undefined ? mark.isMarked : mark.isCertain),
    isCertain: isSigned || mark.isCertain,
    isWrong: /[✗✘❌]/u.test(sign) || mark.isWrong,
  }
}

const BOXED = { label: '', place: -1, alphabet: -1 }
