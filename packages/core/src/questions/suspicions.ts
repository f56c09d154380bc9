// Finds what looks wrong in a dataset although each of its questions is valid, such as correct answers that are all letters.
import { count, quote } from '../quote.ts'
import { isTypo } from '../similar.ts'
import { type AnsweredQuestion, foldAnswer } from './question.ts'
import { patternOf } from './understand/index.ts'

/** Something that looks wrong in a dataset. */
export interface Suspicion {
  readonly message: string
  /** Whether the message says which options are correct, so that it must not be public. */
  readonly isSecret: boolean
}

/** Minimum number of questions, and of questions with options, that a pattern is worth a warning in. */
const MIN_QUESTIONS = 5
const MIN_CHOICES = 10
/** Minimum number of questions with a difficulty that another one, which occurs once, is compared with. */
const MIN_COMMON = 4

/** A letter or a number of an option. */
const PLACE = /^(?:[a-h]|[0-5])$/i

/** UTF-8 that was read as Windows-1252, such as `Ã©` and `â€™`, or replaced characters. */
const MOJIBAKE = /Ã[\u0080-\u00bf]|â€[\u0080-\u2122]|Â[\u00a0-\u00bf]|ï¿½|\ufffd/

const isGarbled = (text: string) => MOJIBAKE.test(text)

/** Two answers in one cell, such as `Rome; Paris`. */
const TWO_ANSWERS = /\S; \S|\S \/ \S/

/** An option that refers to others by their places, such as `All of the above`, or by their letters, such as `Both A and B`. */
const BY_PLACE = new RegExp(
  `^.{0,60}(?<![\\p{L}\\p{N}])(?:${patternOf('references')})(?!\\p{Ll}).{0,60}$`,
  'iu',
)
const BY_LETTERS = new RegExp(
  `^(?:(?:${patternOf('letterWords')}) )*\\(?[A-H]\\)?(?:, \\(?[A-H]\\)?)*,? (?:&|${patternOf('and')}) \\(?[A-H]\\)?(?!\\S)`,
  'i',
)

/** The option that refers to others. When most options are letters, as in `A and D` of vitamins, they are texts. */
function findReference(options: readonly string[]): string | undefined {
  const lettered = options.filter((option) => BY_LETTERS.test(option))
  return (
    options.find((option) => BY_PLACE.test(option)) ??
    (lettered.length * 2 > options.length ? undefined : lettered[0])
  )
}

/**
 * What spreadsheets make of fractions such as 1/2, in the short forms of several languages: `1-Feb`, `01-févr.`, `01. Feb` and `Feb-50`.
 * People write dates in other forms.
 */
const DATE_OF_FRACTION = new RegExp(
  `^(?:\\d{1,2}-(?:${patternOf('months')})\\.?|0\\d\\. ?(?:${patternOf('months')})|(?:${patternOf('months')})\\.?-\\d{2})$`,
  'iu',
)

/** Counts the examples of questions, and shows the first one. */
export const describeQuestions = (examples: readonly string[]) =>
  `${count(examples.length, 'question')}, such as ${examples[0]}`

/** Creates a finder. It takes one question after the other. */
export function createSuspicionFinder() {
  let questions = 0
  let places = 0
  let garbled = 0
  let choices = 0
  let areLongest = true
  /** Examples of what is found in some questions. */
  const similar: string[] = []
  const double: string[] = []
  const referring: string[] = []
  const dated: string[] = []
  const difficulties = new Map<string, number>()
  const positions = new Set<number>()
  return {
    add({
      question,
      correct_answer: correct,
      options = [],
      explanation = '',
      difficulty = '',
    }: AnsweredQuestion): void {
      questions += 1
      difficulties.set(difficulty, (difficulties.get(difficulty) ?? 0) + 1)
      if (PLACE.test(correct)) places += 1
      if (isGarbled(question) || isGarbled(correct) || isGarbled(explanation) || options.some(isGarbled))
        garbled += 1
      const date = [correct, ...options].find((text) => DATE_OF_FRACTION.test(text))
      if (date !== undefined)
        dated.push(`${quote(question)}${options.includes(date) ? `, with ${quote(date)}` : ''}`)
      if (options.length < 2) return
      choices += 1
      positions.add(options.indexOf(correct))
      const folded = foldAnswer(correct)
      const twin = options.find((option) => option !== correct && foldAnswer(option) === folded)
      if (twin !== undefined) similar.push(`${quote(twin)} beside ${quote(correct)}`)
      if (TWO_ANSWERS.test(correct) && options.filter((option) => TWO_ANSWERS.test(option)).length === 1)
        double.push(quote(correct))
      const reference = findReference(options)
      if (reference !== undefined) referring.push(quote(reference))
      areLongest &&= options.every((option) => option === correct || option.length < correct.length)
    },
    list(): readonly Suspicion[] {
      const [position = 0] = positions
      const misspelt = findMisspelt(difficulties)
      const first = position === 0 ? 'the first option' : `option ${position + 1}`
      const isSame = choices >= MIN_CHOICES && positions.size === 1
      const isLongest = choices >= MIN_CHOICES && areLongest
      const arePlaces = questions >= MIN_QUESTIONS && places === questions
      const found: readonly (readonly [isFound: boolean, message: string, isSecret?: boolean])[] = [
        [arePlaces, 'all correct answers are letters or small numbers, as if they were places of options'],
        [isSame, `the correct answer is always ${first}`, true],
        [isLongest, 'the correct answer is always the longest option', true],
        [
          similar.length > 0,
          `a wrong option differs from the correct answer only in case in ${describeQuestions(similar)}`,
          true,
        ],
        [
          double.length > 0,
          `the correct answer looks like two, and no wrong option does, in ${describeQuestions(double)}`,
          true,
        ],
        [
          referring.length > 0,
          `an option refers to the places of others, which change in a random order, in ${describeQuestions(referring)}; words such as "All of these" fit each order`,
        ],
        [
          dated.length > 0,
          `a spreadsheet may have made dates of fractions such as 1/2 in ${describeQuestions(dated)}; type them again in cells of the format Text`,
        ],
        [misspelt !== undefined, `a difficulty occurs once, and may be misspelt: ${misspelt}`],
        [
          garbled > 0,
          `${garbled} of ${questions} questions contain characters of a wrong encoding, such as Ã©`,
        ],
      ]
      return found.flatMap(([isFound, message, isSecret = false]) => (isFound ? { message, isSecret } : []))
    },
  }
}

/** Finds a difficulty that occurs once and has the letters of a common one, but for one letter or their order. */
function findMisspelt(difficulties: ReadonlyMap<string, number>): string | undefined {
  for (const [rare, times] of difficulties) {
    if (times > 1 || rare === '') continue
    for (const [common, others] of difficulties) {
      if (others < MIN_COMMON || !isTypo(rare, common)) continue
      return `${quote(rare)} beside ${others} times ${quote(common)}`
    }
  }
  return undefined
}

/** Describes suspicions without saying which options are correct. */
export function describePublicly(suspicions: readonly Suspicion[]): string[] {
  const isHidden = suspicions.some(({ isSecret }) => isSecret)
  return [
    ...suspicions.filter(({ isSecret }) => !isSecret).map(({ message }) => message),
    ...(isHidden ? ['something about the correct answers looks wrong; `questions check` says what'] : []),
  ]
}
