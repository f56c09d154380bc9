// Finds what looks wrong in a dataset although each of its questions is valid, such as correct answers that are all letters.
import type { AnsweredQuestion } from './question.ts'

/** Something that looks wrong in a dataset. */
export interface Suspicion {
  readonly message: string
  /** Whether the message says which options are correct, so that it must not be public. */
  readonly isSecret: boolean
}

/** Minimum number of questions, and of questions with options, that a pattern is worth a warning in. */
const MIN_QUESTIONS = 5
const MIN_CHOICES = 10

/** A letter or a number of an option. */
const PLACE = /^(?:[a-h]|[0-5])$/i

/** UTF-8 that was read as Windows-1252, such as `Ã©` and `â€™`, or replaced characters. */
const MOJIBAKE = /Ã[\u0080-\u00bf]|â€[\u0080-\u2122]|Â[\u00a0-\u00bf]|ï¿½|\ufffd/

/** Creates a finder. It takes one question after the other. */
export function createSuspicionFinder() {
  let questions = 0
  let places = 0
  let garbled = 0
  let choices = 0
  let longest = 0
  const positions = new Set<number>()
  return {
    add({ question, correct_answer: correct, options = [], explanation = '' }: AnsweredQuestion): void {
      questions += 1
      if (PLACE.test(correct)) places += 1
      if ([question, correct, explanation, ...options].some((text) => MOJIBAKE.test(text))) garbled += 1
      if (options.length < 2) return
      choices += 1
      positions.add(options.indexOf(correct))
      if (options.every((option) => option === correct || option.length < correct.length)) longest += 1
    },
    list(): readonly Suspicion[] {
      const [position = 0] = positions
      const first = position === 0 ? 'the first option' : `option ${position + 1}`
      const isSame = choices >= MIN_CHOICES && positions.size === 1
      const isLongest = choices >= MIN_CHOICES && longest === choices
      const arePlaces = questions >= MIN_QUESTIONS && places === questions
      const found: readonly (readonly [isFound: boolean, message: string, isSecret?: boolean])[] = [
        [arePlaces, 'all correct answers are letters or small numbers, as if they were places of options'],
        [isSame, `the correct answer is always ${first}`, true],
        [isLongest, 'the correct answer is always the longest option', true],
        [
          garbled > 0,
          `${garbled} of ${questions} questions contain characters of a wrong encoding, such as Ã©`,
        ],
      ]
      return found.flatMap(([isFound, message, isSecret = false]) => (isFound ? { message, isSecret } : []))
    },
  }
}

/** Describes suspicions without saying which options are correct. */
export function describePublicly(suspicions: readonly Suspicion[]): string[] {
  const isHidden = suspicions.some(({ isSecret }) => isSecret)
  return [
    ...suspicions.filter(({ isSecret }) => !isSecret).map(({ message }) => message),
    ...(isHidden ? ['something about the correct answers looks wrong; `questions check` says what'] : []),
  ]
}
