// Remembers the rounds in progress for this tab, and the best scores and the streak of the player for this browser. A browser
// that stores nothing is a player who is new each time.

/** @typedef {import('./screens/result.js').Outcome} Outcome */
/**
 * `scoreToBeat` is that of the link, and `record` the longest streak before the round.
 * @typedef {{ position: number, outcomes: Outcome[], scoreToBeat?: number | undefined, record: number }} Progress
 */
/** @typedef {{ streak: number, longestStreak: number, best: Record<string, number> }} Records */

/**
 * @template T
 * @param {'sessionStorage' | 'localStorage'} storage
 * @param {string} key
 * @param {T} missing
 * @returns {T}
 */
function read(storage, key, missing) {
  try {
    return JSON.parse(window[storage].getItem(key) ?? '') ?? missing
  } catch {
    return missing
  }
}

/**
 * @param {'sessionStorage' | 'localStorage'} storage
 * @param {string} key
 * @param {unknown} value
 */
function write(storage, key, value) {
  try {
    window[storage].setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden storage costs the player the memory only.
  }
}

/**
 * Returns whether the player has begun the quiz of a link.
 * @param {string} link
 */
export function hasBegun(link) {
  return readRounds().some((round) => round.link === link)
}

/**
 * Reads how far the player is in the quiz of a link.
 * @param {string} link
 * @param {import('./api.js').Question[]} questions
 * @returns {Progress | undefined} undefined when the player has not begun, or the questions have changed
 */
export function readProgress(link, questions) {
  const stored = readRounds().findLast((round) => round.link === link)
  if (!stored || stored.outcomes.length !== questions.length) return undefined
  const isSame = questions.every(({ id }, index) => stored.outcomes[index]?.question?.id === id)
  return isSame ? stored : undefined
}

/** Maximum number of rounds that are remembered. */
const MAX_ROUNDS = 5

/**
 * Reads the rounds of this tab, the latest last.
 * @returns {(Progress & { link: string })[]}
 */
function readRounds() {
  return read('sessionStorage', 'quiz-rounds', [])
}

/**
 * Reads the round that the player has left before its end, the latest if there are several. `position` is that of the next
 * question, or of the last one, so that the result is still to come.
 * @returns {Progress & { link: string } | undefined}
 */
export function readRound() {
  const round = readRounds().findLast(
    ({ position, outcomes }) => position < outcomes.length && outcomes.some(({ check }) => check),
  )
  if (!round) return undefined
  const { position, outcomes } = round
  const next = outcomes[position]?.check ? position + 1 : position
  return { ...round, position: Math.min(next, outcomes.length - 1) }
}

/**
 * @param {string} link
 * @param {Progress} progress
 */
export function saveProgress(link, progress) {
  const others = readRounds().filter((round) => round.link !== link)
  write('sessionStorage', 'quiz-rounds', [...others, { link, ...progress }].slice(-MAX_ROUNDS))
}

/** @returns {Records} */
export function readRecords() {
  return { streak: 0, longestStreak: 0, best: {}, ...read('localStorage', 'quiz-records', {}) }
}

/**
 * Counts an answer for the streak: the number of correct answers in a row.
 * @param {boolean} isCorrect
 */
export function recordAnswer(isCorrect) {
  const records = readRecords()
  const streak = isCorrect ? records.streak + 1 : 0
  write('localStorage', 'quiz-records', {
    ...records,
    streak,
    longestStreak: Math.max(streak, records.longestStreak),
  })
}

/**
 * Remembers a score when it is the best of its kind.
 * @param {string} kind the subjects, the difficulty and the number of questions
 * @param {number} score
 * @returns {number | undefined} the best score so far. Undefined when it is the first one
 */
export function recordScore(kind, score) {
  const records = readRecords()
  const best = records.best[kind]
  if (best === undefined || score > best)
    write('localStorage', 'quiz-records', { ...records, best: { ...records.best, [kind]: score } })
  return best
}
