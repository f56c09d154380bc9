// Reads the statements of a list: what says that they are true or false, in each language, and their answers, perhaps with a reason.
import {
  foldCase,
  formsOf,
  INITIALS,
  PAIRS,
  readLetters,
  TRUE_FALSE_PAIRS,
  writePairs,
} from '@qb/core/questions'
import { findSureLanguage } from './language.ts'
import { isAnswer, NAMED, NUMBERED, PART, plain, readOption } from './list-lines.ts'

type Pair = readonly string[]

/** The pairs of words and of letters that statements have, true first. */
export const TRUTH_PAIRS: readonly Pair[] = [...INITIALS, ...TRUE_FALSE_PAIRS]

/** The words and letters of pairs for a pattern: the longest ones first. */
const listWords = (pairs: readonly Pair[]) =>
  pairs
    .flatMap((pair) => formsOf(pair).flat())
    .sort((a, b) => b.length - a.length)
    .join('|')

/** The words and letters that say whether a statement is true, and those with yes and no. */
export const [TRUTHS, VERDICTS] = [listWords(TRUTH_PAIRS), listWords([...INITIALS, ...PAIRS])]

const ONE_TRUTH = new RegExp(`^(?:${VERDICTS})$`, 'iu')

/** Whether a text is such a word, which is no letter of an option. */
export const isTruthWord = (text: string) => ONE_TRUTH.test(text)

/** A sign such as `T/F` and `Vrai ou faux`. */
const SIGN = `(?:${writePairs(TRUTH_PAIRS)})`

/** A sign in a line of its own, such as `Part 2 True/False`, and at an end of a line. */
export const STATEMENTS = new RegExp(
  `^[^\\p{L}\\p{N}\\n]{0,9}(?:(?:part|section|partie|teil|parte)\\s\\S{1,4}\\s)?(${SIGN})[^\\p{L}\\p{N}\\n]{0,9}$`,
  'imu',
)
const AT_END = new RegExp(
  `^[^\\p{L}\\p{N}\\n]*${SIGN}(?!\\p{L})|(?<!\\p{L})${SIGN}[^\\p{L}\\p{N}\\n]*$`,
  'imu',
)
const ANY = new RegExp(`(?<!\\p{L})(${SIGN})(?!\\p{L})`, 'iu')

/** The statements of a list. */
export interface Statements {
  /** What its answers are, true first. */
  readonly pair: Pair
  /** Whether a title says that all of its questions are statements. */
  readonly isTitle: boolean
}

/** Finds the sign of statements in a list. Letters become the words of its language. */
export function findStatements(text: string): Statements | undefined {
  const title = STATEMENTS.exec(text)
  const sign = foldCase((title ?? ANY.exec(text))?.[1] ?? '')
  const isOf = ([right = '', wrong = '']: Pair) =>
    sign.startsWith(foldCase(right)) && sign.endsWith(foldCase(wrong))
  const pair = sign === '' ? findAnswers(text) : TRUTH_PAIRS.find(isOf)
  const isTitle = title !== null || sign === ''
  return pair && { pair: nameLetters(pair, text), isTitle }
}

/**
 * Finds the statements of a list without a title: all of its questions without options have one of two words or letters in the key.
 * @param other the words of a sign in the list, which say what letters mean
 */
export function findKeyed(text: string, open: readonly { question: string; answer: string }[], other?: Pair) {
  const pair = findPair(
    open.map(({ question }) => question),
    open.map(({ answer }) => answer.replace(/[.)]$/, '')),
    other !== undefined,
  )
  const isOf = pair?.every((word, at) => foldCase(other?.[at] ?? '').startsWith(foldCase(word)))
  return pair && { pair: isOf && other ? other : nameLetters(pair, text), isTitle: true }
}

/** The words that letters are the first ones of, in the language of a text. Without a certain one, the letters. */
const nameLetters = (pair: Pair, text: string): Pair =>
  INITIALS.some((letters) => letters === pair) ? readLetters(pair, [text], findSureLanguage([text])) : pair

/** So many statements without a full stop have letters that are no units and no symbols. */
export const MIN_LETTERS = 4

/**
 * Finds the pair that all answers are one of, when both occur. Letters can be units or symbols: without the title of statements, each
 * question must end as a statement, or be a long one of many.
 */
export function findPair(asked: readonly string[], answers: readonly string[], isTitled: boolean) {
  const marks = new Set(answers.map(foldCase))
  const areAll = (form: RegExp) => asked.every((line) => form.test(line))
  const areLong = areAll(/(?:\s\S+){3}/) && answers.length >= MIN_LETTERS
  const isEnough = asked.length === answers.length && (isTitled || areAll(/[.!]$/) || areLong)
  const isOf = (pair: Pair) => marks.size === 2 && pair.every((word) => marks.has(foldCase(word)))
  return isEnough ? TRUTH_PAIRS.find(isOf) : undefined
}

/** The letters or words that all answers of a list without options and questions are, such as `V` and `F`. */
function findAnswers(text: string) {
  const lines = text
    .split(new RegExp(`[\\n${PART}]`))
    .map(plain)
    .filter((line) => line !== '')
  const [answers, others] = [true, false].map((isWanted) =>
    lines.filter((line) => isAnswer(line) === isWanted),
  ) as [string[], string[]]
  const numbered = others.filter((line) => NUMBERED.test(line))
  const hasOther = others.some((line) => /[?？_]/.test(line) || /^\D*$/.test(readOption(line)?.letter ?? '1'))
  const said = answers.map((line) => (NAMED.exec(line)?.[3] ?? '').replace(/[.)]$/, ''))
  return hasOther ? undefined : findPair(numbered.length > 0 ? numbered : others, said, false)
}

/** Whether a question is a statement: it has the sign, or is below the title and has no sign of a question. */
export const isStatement = (question: string, found: Statements | undefined) =>
  AT_END.test(question) || (found?.isTitle === true && !/[?？_]/.test(question))

/** An answer in one or two words, and a reason behind it. Behind a comma, a name such as `True, Avicii` is none. */
const REASON =
  /^(\p{L}+(?: \p{L}+)?)(?:[.:;–—-]+(?:\s+(?!\d)(.*))?|,\s+(?=\p{Ll}|\S+\s\p{Ll})(.*)|\s\((.*)\)|\s[–—-]+\s+(?!\d)(.*))?$/u

/** An answer to a statement, which can have a reason. */
interface Truth {
  readonly answer: string
  readonly reason: string
  /** The two answers, when its question is a statement. */
  readonly options?: Pair
  /** Whether the reason can take it back, as in `False, no, true`. */
  readonly isDoubtful?: boolean
}

/** Reads an answer that is one of two words, or their letters below statements. Another answer stays as it is. */
export function readTruth(given: string, pair: Pair | undefined): Truth {
  const [, word = '', ...reasons] = REASON.exec(given) ?? []
  const said = foldCase(word)
  const isWord = (forms: Pair) => forms.some((form) => foldCase(form) === said)
  const at = pair ? formsOf(pair).findIndex((forms) => isWord([...forms, forms[0]?.charAt(0) ?? ''])) : -1
  const known = PAIRS.filter((both) => formsOf(both).some(isWord))
  if (at < 0 && known.length === 0) return { answer: given, reason: '' }
  const reason = reasons.find((text) => text) ?? ''
  const starts =
    foldCase(reason)
      .match(/\p{L}+/gu)
      ?.slice(0, 2) ?? []
  const others = known.flatMap((both) => both.map(foldCase)).filter((other) => other !== said)
  const isDoubtful = starts.some((start) => others.includes(start))
  const answer = pair?.[at] ?? TRUE_FALSE_PAIRS.flat().find((own) => foldCase(own) === said) ?? word
  return { answer, reason, isDoubtful, ...(pair && at >= 0 && { options: pair }) }
}
