// Shows the result: the score, a link to share, and the answer to each question.
import { announce, createTextElement, formatCount, show } from './screen.js'

/**
 * The outcome of one question. A question without a `check` was skipped.
 * @typedef {{ question: import('../api.js').Question, answer?: string, check?: import('../api.js').Check }} Outcome
 */

/**
 * The data and the callbacks of the result screen.
 * @typedef {object} ResultProps
 * @property {string} title the title of the category
 * @property {Outcome[]} outcomes one for each question, in the order of the quiz
 * @property {string} link the URL that gives the same questions in the same order
 * @property {number} remaining the number of questions that follow in the order of the seed
 * @property {() => void} onContinue plays the questions that follow
 * @property {() => void} onReplay plays the same questions again
 * @property {() => void} onHome
 */

/**
 * Shows the result screen.
 * @param {ResultProps} props
 */
export function showResult({ title, outcomes, link, remaining, onContinue, onReplay, onHome }) {
  const score = outcomes.filter(({ check }) => check?.correct).length
  const number = Math.min(remaining, outcomes.length)
  const part = show('result', {
    score: `${score} of ${outcomes.length} correct`,
    details: `${title}. ${chooseComment(score / outcomes.length)}`,
    continue: `Continue with ${formatCount(number, 'more question')}`,
  })
  const field = /** @type {HTMLInputElement} */ (part('link'))
  field.value = link
  Object.assign(part('meter'), { max: outcomes.length, value: score })
  part('continue').hidden = remaining === 0
  part('continue').addEventListener('click', onContinue)
  part('replay').addEventListener('click', onReplay)
  part('home').addEventListener('click', onHome)
  part('copy').addEventListener('click', async () => {
    const status = await copy(field)
    Object.assign(part('copy-status'), { textContent: status, hidden: false })
    announce(status)
  })
  part('answers').append(...outcomes.map(createOutcomeItem))
}

/** @param {number} ratio the share of correct answers, from 0 to 1 */
function chooseComment(ratio) {
  if (ratio === 1) return 'Perfect score!'
  return ratio >= 0.5 ? 'Well done!' : 'Better luck next time!'
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
  }
  if (check && !check.correct) item.append(createLabelledValue('Correct answer: ', check.correct_answer))
  if (check?.explanation) item.append(createTextElement('p', check.explanation, 'explanation'))
  return item
}

/**
 * Creates a paragraph of a label and a value. The value is isolated, because a dataset may be in a language
 * that is written from right to left.
 * @param {string} label
 * @param {string} value
 * @param {string} [className]
 */
function createLabelledValue(label, value, className) {
  const element = createTextElement('p', label, className)
  element.append(createTextElement('bdi', value))
  return element
}

/**
 * Copies the value of the field, or selects it when the browser does not allow copying. Returns a message for
 * the player.
 * @param {HTMLInputElement} field
 */
async function copy(field) {
  // navigator.clipboard exists only on HTTPS and on localhost.
  const copied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  )
  if (!copied) field.select()
  return copied ? 'Link copied.' : 'The link is selected. Copy it from the field.'
}
