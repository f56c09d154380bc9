// Shows the result: the score, a link that challenges others, and the answer to each question.
import { createExplanation, createTextElement, formatCount, show } from './screen.js'
import { offerSharing } from './share.js'

/**
 * The outcome of one question. A question without a `check` was skipped.
 * @typedef {{ question: import('../api.js').Question, answer?: string, check?: import('../api.js').Check }} Outcome
 */

/**
 * The data and the callbacks of the result screen.
 * @typedef {object} ResultProps
 * @property {string} title the title of the subjects
 * @property {Outcome[]} outcomes one for each question, in the order of the quiz
 * @property {number} score the number of correct answers
 * @property {number | undefined} scoreToBeat that of the link
 * @property {number | undefined} best the best score for the same subjects, difficulty and number, before this one
 * @property {number} record the longest streak before this round
 * @property {number} longestStreak
 * @property {string} seed
 * @property {string} link the URL that gives the same questions in the same order, with the score to beat
 * @property {number} remaining the number of questions that follow in the order of the seed
 * @property {() => void} onContinue plays the questions that follow
 * @property {() => void} onReplay plays the same questions again
 * @property {() => void} onHome
 */

/** With a smaller share of correct answers, the comment advises another try. */
const FAIR = 0.4
/** With at least this share, there is a small celebration. */
const GREAT = 0.8

/** Comments by the least share of correct answers. The seed selects one. */
const COMMENTS = /** @type {const} */ ([
  [1, ['Perfect! Nothing got past you.', 'Flawless. Frame this one.', 'A full house. Bravo!']],
  [
    GREAT,
    ['Excellent! Only a whisker from perfect.', 'Impressive. You know your way around.', 'Very strong!'],
  ],
  [
    0.6,
    ['Well done! That is a solid round.', 'A good round. You could teach some of this.', 'Nicely played!'],
  ],
  [
    FAIR,
    [
      'A fair start, and now you know more.',
      'Some you knew, and the answers below have the rest.',
      'Not bad at all!',
    ],
  ],
  [
    0,
    [
      'Read the answers, then try again.',
      'Everyone starts somewhere. Another round?',
      'The answers are below. You will know them next time.',
    ],
  ],
])

/**
 * Shows the result screen.
 * @param {ResultProps} props
 */
export function showResult(props) {
  const { title, outcomes, score, scoreToBeat, link, remaining, onContinue, onReplay, onHome } = props
  const total = outcomes.length
  const canImprove = scoreToBeat !== undefined && score <= scoreToBeat && score < total
  const isPoor = score / total < FAIR
  const isReplayFirst = remaining === 0 || canImprove || isPoor
  const [heading, comment, ...winners] = chooseWords(props)
  const part = show('result', {
    heading,
    comment,
    details: title,
    friend: `${scoreToBeat}\u2009/\u2009${total}`,
    own: `${score}\u2009/\u2009${total}`,
    replay: `${canImprove ? 'Try' : 'Play'} these ${total} again`,
    challenge: `Challenge a friend with the same ${formatCount(total, 'question')}`,
    continue: `Continue with ${formatCount(Math.min(remaining, total), 'more question')}`,
  })
  if (scoreToBeat === undefined) part('versus').remove()
  // A small share in large type helps nobody.
  if (scoreToBeat !== undefined || isPoor) part('ring').remove()
  else showRing(part('ring'), score, total)
  if (scoreToBeat !== undefined)
    for (const winner of winners) part(winner).parentElement?.classList.add('winner')
  const states = outcomes.map(({ check }) => check && (check.correct ? 'correct' : 'incorrect'))
  part('round').append(...states.map((state) => createTextElement('li', '', state)))
  part('result').classList.toggle('great', score / total >= GREAT)
  part('badges').append(...listBadges(props).map((text) => createTextElement('li', text)))
  part('continue').hidden = remaining === 0
  part('replay').classList.toggle('primary', isReplayFirst)
  part('continue').classList.toggle('primary', !isReplayFirst)
  part('continue').addEventListener('click', onContinue)
  part('replay').addEventListener('click', onReplay)
  part('home').addEventListener('click', onHome)
  offerSharing(part, link, `${score} of ${total} in ${title}. Can you beat it?`)
  part('answers').append(...outcomes.map(createOutcomeItem))
  part('filter').hidden = score === 0 || score === total
  Object.assign(part('only'), { checked: isPoor && score > 0 })
  part('filter').append(` (${total - score})`)
}

/**
 * Fills a ring with a score, and shows it in percent. The text beside the ring has the numbers.
 * @param {HTMLElement} ring
 * @param {number} score
 * @param {number} total
 */
function showRing(ring, score, total) {
  const percent = (100 * score) / total
  ring.style.setProperty('--share', `${percent}%`)
  ring.classList.toggle('perfect', score === total)
  ring.replaceChildren(createTextElement('strong', `${Math.round(percent)}%`))
}

/**
 * Chooses the heading, the comment below it, and the parts with the scores of those who win a challenge.
 * @param {ResultProps} props
 * @returns {[string, string, ...('own' | 'friend')[]]}
 */
function chooseWords({ score, outcomes, seed, scoreToBeat }) {
  const result = `${score} of ${outcomes.length} correct`
  if (outcomes.every(({ check }) => !check))
    return ['No answers this time', 'Every question was skipped. Another round?']
  if (scoreToBeat !== undefined) {
    if (score > scoreToBeat) return ['You win!', `You beat your friend, ${score} to ${scoreToBeat}.`, 'own']
    if (score === outcomes.length) return ['A perfect draw!', 'Neither of you missed one.', 'own', 'friend']
    if (score === scoreToBeat)
      return ['A draw!', `Both of you have ${result.replace('of ', 'of\u00a0')}. Once more?`]
    const behind = formatCount(scoreToBeat - score, 'point')
    return ['Your friend wins', `You were ${behind} behind. Another try?`, 'friend']
  }
  const share = score / outcomes.length
  const comments = COMMENTS.find(([least]) => share >= least)?.[1] ?? []
  return [result, String(comments[seed.charCodeAt(seed.length - 1) % comments.length])]
}

/** @param {ResultProps} props */
function listBadges({ score, outcomes, best, record, longestStreak }) {
  const badges = []
  if (best !== undefined && score > best) badges.push(`New best, up from ${best}`)
  if (best !== undefined && score < best) badges.push(`Your best: ${best} of ${outcomes.length}`)
  if (longestStreak > Math.max(record, 2)) badges.push(`Your record streak: ${longestStreak}`)
  return badges
}

/** @param {Outcome} outcome */
function createOutcomeItem({ question, answer, check }) {
  const item = document.createElement('li')
  item.className = check?.correct ? 'correct' : 'incorrect'
  item.append(createTextElement('p', question.question, 'question'))
  if (!check) item.append(createTextElement('p', '– Skipped', 'given-answer'))
  else {
    const label = check.correct ? '✓ Your answer: ' : '✗ Your answer: '
    item.append(createLabelledValue(label, answer ?? '', 'given-answer'))
    if (!check.correct)
      item.append(createLabelledValue('✓ Correct answer: ', check.correct_answer, 'correct-answer'))
    item.append(...createExplanation(check))
  }
  return item
}

/**
 * Creates a paragraph of a label and a value. The value is isolated, because a dataset may be in a language that is written
 * from right to left.
 * @param {string} label
 * @param {string} value
 * @param {string} [className]
 */
function createLabelledValue(label, value, className) {
  const element = createTextElement('p', label, className)
  element.append(createTextElement('bdi', value))
  return element
}
