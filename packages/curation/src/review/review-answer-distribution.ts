// Reviews the correct answers of a whole file. Neither their length nor their position among the options may
// reveal them.
import type { AnsweredQuestion, Diagnostic } from '@qb/core/questions'

/** Maximum share of questions whose correct answer is longer than every other option, from 0 to 1. */
export const MAX_LONGEST_SHARE = 0.35

/** Range of the share of questions whose correct answer is at the same position among the options. */
export const POSITION_SHARE = { min: 0.2, max: 0.3 }

/** Minimum number of questions with options. The shares of fewer questions vary too much by chance. */
const MIN_QUESTIONS = 100

/** The number of options of a curated question. */
const OPTION_COUNT = 4

/** Returns the diagnostics of a file. Their position is the start of the file. */
export function reviewAnswerDistribution(file: string, questions: readonly AnsweredQuestion[]): Diagnostic[] {
  const withOptions = questions.filter(({ options = [] }) => options.length > 1)
  if (withOptions.length < MIN_QUESTIONS) return []
  const shareOf = (matches: (question: AnsweredQuestion) => boolean) =>
    withOptions.filter(matches).length / withOptions.length
  const messages: string[] = []
  const longest = shareOf(isLongest)
  if (longest > MAX_LONGEST_SHARE) {
    messages.push(
      `expected the correct answer to be the longest option in at most ${formatPercent(MAX_LONGEST_SHARE)} of the questions, got ${formatPercent(longest)}`,
    )
  }
  for (let index = 0; index < OPTION_COUNT; index++) {
    const share = shareOf(({ options = [], correct_answer }) => options.indexOf(correct_answer) === index)
    if (share < POSITION_SHARE.min || share > POSITION_SHARE.max) {
      messages.push(
        `expected the correct answer to be option ${index + 1} in ${formatPercent(POSITION_SHARE.min)} to ${formatPercent(POSITION_SHARE.max)} of the questions, got ${formatPercent(share)}`,
      )
    }
  }
  return messages.map((message) => ({ file, line: 1, column: 1, message }))
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** Checks whether the correct answer is longer than every other option. */
function isLongest({ options = [], correct_answer }: AnsweredQuestion): boolean {
  return options.every(
    (option) => option === correct_answer || [...option].length < [...correct_answer].length,
  )
}
