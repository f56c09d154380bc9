// Reviews the answers of a whole file: neither their length nor their place among the options may reveal them.
import type { AnsweredQuestion, Diagnostic } from '@qb/core/questions'

/** The maximum share of questions whose correct answer is longer than every other option. */
export const MAX_LONGEST_SHARE = 0.35
/** The share of questions whose correct answer is at one place among the options. */
export const PLACE_SHARE = { min: 0.2, max: 0.3 }
/** The number of questions with options from which shares are meaningful. */
const MIN_QUESTIONS = 100
/** The number of options of a curated question. */
const PLACES = 4

/** The diagnostics of a file, at its start. */
export function reviewShares(file: string, questions: readonly AnsweredQuestion[]): Diagnostic[] {
  const withOptions = questions.filter(({ options = [] }) => options.length > 1)
  if (withOptions.length < MIN_QUESTIONS) return []
  const shareOf = (holds: (question: AnsweredQuestion) => boolean) =>
    withOptions.filter(holds).length / withOptions.length
  const messages: string[] = []
  const longest = shareOf(isLongest)
  if (longest > MAX_LONGEST_SHARE) {
    messages.push(
      `expected the correct answer to be the longest in at most ${percent(MAX_LONGEST_SHARE)}, got ${percent(longest)}`,
    )
  }
  for (let place = 0; place < PLACES; place++) {
    const share = shareOf(({ options = [], correct_answer }) => options.indexOf(correct_answer) === place)
    if (share < PLACE_SHARE.min || share > PLACE_SHARE.max) {
      messages.push(
        `expected the correct answer at place ${place + 1} in ${percent(PLACE_SHARE.min)} to ${percent(PLACE_SHARE.max)}, got ${percent(share)}`,
      )
    }
  }
  return messages.map((message) => ({ file, line: 1, column: 1, message }))
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function isLongest({ options = [], correct_answer }: AnsweredQuestion): boolean {
  return options.every(
    (option) => option === correct_answer || [...option].length < [...correct_answer].length,
  )
}
