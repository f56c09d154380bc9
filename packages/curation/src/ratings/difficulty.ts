// Computes the difficulty of a question from the estimates of its readers. An author cannot judge it, because an author
// knows the answer.

/** The share of adults, in percent, from which a question is easy: more than half of them know the answer, and the others guess. */
const EASY_SHARE = 67
/** The share from which a question is medium: a little more than a third of them know the answer. */
const MEDIUM_SHARE = 52

/**
 * Returns the difficulty of a question with four options.
 * @param shares the share of adults who choose the correct option, in percent, as each reader estimates it. An odd number
 */
export function difficultyOf(shares: readonly number[]): 'easy' | 'medium' | 'hard' {
  const share = medianOf(shares)
  if (share >= EASY_SHARE) return 'easy'
  return share >= MEDIUM_SHARE ? 'medium' : 'hard'
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
