// Reads options one of which has a mark, such as `*Paris` or `Paris (correct)`, in a table without a column of the answers.
import { findTarget, type Target } from '../read/index.ts'
import type { SourceOption } from './cells.ts'
import type { RawQuestion } from './records.ts'
import type { Table } from './table.ts'
import { patternOf, RIGHT_WORD, WRONG_WORD } from './truth.ts'

const SIGN = String.raw`\*{1,3}|(?:[✓✔☑✅]|👍)\ufe0f?`
const WORD = `(?!right)(?:${RIGHT_WORD}|${patternOf('rightAnswer')})(?: answer)?`
/** A word behind an arrow to a text, or behind a dash. */
const behindArrow = (word: string) => String.raw`(?:←|<--?)\s?(?:${word})|\s[-–—]+\s(?:the )?(?:${word})`
const ARROW = String.raw`${behindArrow(WORD)}|(?<!\s)\s*[←⇐⬅👈]\ufe0f?|\s<--?`
/** It is at the start or the end of a text without spaces around it. */
const MARK = new RegExp(String.raw`^(?:${SIGN})|(?:${SIGN}|${ARROW}|[([](?:right|${WORD})[)\]])$`, 'giu')

/** The mark of a wrong option beside others that are marked as correct. */
const WRONG_NOTE = `(?:${WRONG_WORD}|false)(?: answer)?`
const WRONG_MARK = new RegExp(
  String.raw`^[✗✘☒❌]\ufe0f?|(?:[✗✘❌]\ufe0f?|${behindArrow(WRONG_NOTE)}|(?!(?<=\w).false)[([]${WRONG_NOTE}[)\]])$|^~~(?=.+~~$)|~~$(?<=^~~.+~~)`,
  'giu',
)

/** A text that is in bold, underlined or highlighted as a whole is marked with a star. */
const starBold = (text: string) =>
  text
    .trim()
    .replace(/^(?:\*\*([^*]+)\*\*|==([^=]+)==|<(b|strong|u|mark)>(.+)<\/\3>)$/i, '*$1$2$4')
    .replace(BOLD_LINES, '*$1')

/** `__Lima__` is in bold, and `__init__` is a name in code. */
const BOLD_LINES = /^__(?=\p{Lu}\p{Ll}|[^_]*\s)([^_]+)__$/u

const hasMark = (text: unknown) => typeof text === 'string' && starBold(text).search(MARK) !== -1

/** Beside `(left)`, the word `(right)` is a direction. */
const isLeft = (text: unknown) => typeof text === 'string' && /[([]left[)\]]$/i.test(text.trim())

/** Whether a table has no column of the answers, and most of its records have one cell with a mark. */
export function areOptionsMarked(
  { header, records }: Pick<Table, 'header' | 'records'>,
  mapping: ReadonlyMap<string, Target>,
): boolean {
  const targets = [...header.map(findTarget), ...mapping.values()]
  if (targets.includes('correct_answer') || targets.includes('is_correct')) return false
  const counts = { all: 0, marked: 0 }
  for (const { values } of records) {
    counts.all += 1
    if (values.some(isLeft)) return false
    if (values.filter(hasMark).length === 1) counts.marked += 1
  }
  return counts.marked > 0 && counts.marked * 2 >= counts.all
}

const isCertain = (text: string) => CERTAIN_MARK.test(text) || starBold(text) !== text

const CERTAIN_MARK = new RegExp(
  String.raw`^(?:[✓✔☑✅]|👍)\ufe0f?|(?:(?:[✓✔☑✅]|👍)\ufe0f?|${ARROW}|[([](?:${WORD})[)\]])$`,
  'iu',
)

/** What one option alone has at an end. Nobody knows whether it is a mark, or belongs to its text. */
const ODD_SIGN = String.raw`(?:[=<>]{1,3}|[←-⇿➔-➾⬀-⯿]|(?![©®™])\p{Extended_Pictographic})\ufe0f?`
const ODD_WORD = `(?:${WORD}|right|answer|ans|key|solution|this(?: one)?)`
const ODD = [
  String.raw`^(?:\*|${ODD_SIGN})+\s*(?=["'(]?\p{L})`,
  String.raw`(?<=[\p{L}\p{N})"'.!])\s*(?:${ODD_SIGN}|\s\*+)$`,
  String.raw`^(?:[([](?:${ODD_WORD}|x)[)\]]|${ODD_WORD}\s?[:=>])\s*(?=\S)`,
  String.raw`(?<=\S)(?:[,:/|#]\s*|\s[–—-]+\s|\s*[([{]\s*)(?:the )?${ODD_WORD}[)\]}!.\s]*$`,
  String.raw`(?<=\S)\s[([{]\s?[x*]\s?[)\]}]$`,
]
  .map((pattern) => new RegExp(pattern, 'iu'))
  // `_Lima_` is in italics, and `__init__` is a name in code.
  .concat(/^_+(?=\p{Lu}|[^_]*\s)[^_]+_+$/u)
const ODD_ENDS = /^[<=>_{]+|[<=>_}]+$/g

const CAN_BE_MARKED = new RegExp(
  String.raw`[*_=<>:)\]}~\p{So}\p{Sm}]|[,/|#–—-]\s*(?:the )?(?:${ODD_WORD}|${WRONG_NOTE})\W*$`,
  'iu',
)

/** Marks beside a column of answers, which say whether an option is right. */
const MARKS: readonly (readonly [isRight: boolean, mark: RegExp])[] = [
  [true, CERTAIN_MARK],
  [true, /^[([][x✓✔][)\]]\s+(?=[\p{L}\p{N}])/iu],
  [false, WRONG_MARK],
]
/** Beside code, a star is a part of it. At the end, it can be that of a footnote. */
const STAR = /^\*{1,3}\s*(?=\p{L})|(?<=^[\p{Lu}\p{Lo}].*[\p{L}\p{N}]{2})\*{1,3}$/u
const CODE = /[&{};<>_=]|\w\(/
/** The box of a wrong option is beside another one. */
const EMPTY_BOX = /^(?:\[\s?\]|\(\s?\)|☐\ufe0f?)\s+(?=[\p{L}\p{N}])/u
/** Signs of a right and of a wrong option, when each one has a sign. */
const SIGNS = [/^=\s*(?=\S)/, /^~(?!~)\s*(?=\S)/]

/**
 * Reads the marks of options beside a column of answers, and removes them. The answer must say the same. An option that is odd keeps
 * its text, and must be the correct one.
 * @param canBeOdd whether a sign that can belong to a text, such as a star, can be a mark
 */
export function readCertainMarks(raw: RawQuestion, canBeOdd: boolean): RawQuestion {
  const { options } = raw
  if (!options.some(({ text }) => CAN_BE_MARKED.test(text))) return raw
  const texts = options.map(({ text }) => text.trim())
  const at = texts.indexOf(raw.answer.trim())
  const isSigned = texts.every((text) => SIGNS.some((sign) => sign.test(text)))
  const known = [
    ...MARKS,
    ...(/^\*|\*$/.test(texts[at] ?? '') || !canBeOdd || texts.some((text) => CODE.test(text))
      ? []
      : [[true, STAR] as const]),
    ...(texts.every((text) => EMPTY_BOX.test(text)) ? [] : [[false, EMPTY_BOX] as const]),
    ...(isSigned ? SIGNS.map((sign, index) => [index === 0, sign] as const) : []),
  ]
  const marks = texts.map((text) => {
    const bold = starBold(text)
    const [isRight, mark] =
      bold === text ? (known.find(([, sign]) => text.search(sign) >= 0) ?? []) : [true, '*']
    const plain = bold.replace(mark ?? '', '').trim()
    return isRight === undefined || plain === '' ? undefined : { isRight, plain }
  })
  const isOne = marks.filter((mark) => mark?.isRight).length === 1
  const isOddAt = (text: string, index: number) =>
    !marks[index] && /[\p{L}\p{N}]/u.test(text) && ODD.some((pattern) => pattern.test(text))
  const odd = canBeOdd ? texts.filter(isOddAt) : []
  const areTexts = texts.some((text) => CODE.test(text.replaceAll(ODD_ENDS, '')) || /\bleft\b/i.test(text))
  return {
    ...raw,
    answer: marks[at]?.plain ?? raw.answer,
    options: options.map((option, index): SourceOption => {
      const { isRight, plain } = marks[index] ?? {}
      const isMarked = isOne ? isRight === true || option.isMarked === true : option.isMarked
      return plain === undefined || (isRight && !isOne)
        ? { ...option, isMarked, isOdd: odd.length === 1 && texts[index] === odd[0] && !areTexts }
        : { ...option, text: plain, isMarked, isWrong: isRight === false }
    }),
  }
}

/**
 * Reads the mark of an option, and removes it, also one of two signs around a part, as in `**Paris**, the city`. A sign that is the
 * whole text is no mark. A mark that is certain, or of a wrong option, is one beside an answer too.
 */
export function readMark(text: string) {
  const plain = starBold(text)
    .replace(/^\*\*([^*]+)\*\*(?=[^*]+$)/, '**$1')
    .replace(/^([^*]+)\*\*([^*]+\*\*)$/, '$1$2')
    .replaceAll(MARK, '')
    .replaceAll(WRONG_MARK, '')
    .trim()
  if (plain === '') return { text, isMarked: false, isCertain: false, isWrong: false }
  const isWrong = text.trim().search(WRONG_MARK) !== -1
  return { text: plain, isMarked: hasMark(text), isCertain: isCertain(text.trim()), isWrong }
}

/** Reads the marks of the options of a question, and removes them. Those that a source has besides are kept. */
export function readMarks(raw: RawQuestion): RawQuestion {
  const options = raw.options.map((option): SourceOption => {
    const { text, isMarked } = readMark(option.text)
    return { ...option, text, isMarked: isMarked || option.isMarked === true }
  })
  return { ...raw, options }
}
