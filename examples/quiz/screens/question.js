// One question: its options (or a field where it has none), the verdict, and on to the next.
import { announce, show, textElement } from './screen.js'

/**
 * What one question needs.
 * @typedef {object} Turn
 * @property {import('../api.js').Question} question
 * @property {string} about what the quiz is about
 * @property {number} place from 1
 * @property {number} of how many there are
 * @property {number} score right answers so far
 * @property {(answer: string) => Promise<import('../api.js').Check>} check
 * @property {() => void} next
 */

/** @typedef {import('./screen.js').Parts} Parts */

/**
 * Asks a question.
 * @param {Turn} turn
 */
export function showQuestion(turn) {
  const { question, about, place, of, score } = turn
  const part = show('question', {
    place: `Question ${place} of ${of}`,
    score: `${score} right`,
    about: [about, question.topic, question.difficulty].filter(Boolean).join(' · '),
    question: question.question,
    next: place === of ? 'See your result' : 'Next question',
  })
  showProgress(part, place - 1, of)
  if (question.options) offerOptions(part, question.options, turn)
  else offerField(part, turn)
  part('next').addEventListener('click', turn.next)
}

/**
 * @param {Parts} part
 * @param {string[]} options
 * @param {Turn} turn
 */
function offerOptions(part, options, turn) {
  const items = options.map((option, index) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', value: option })
    button.append(textElement('span', option))
    button.setAttribute('aria-keyshortcuts', `${index + 1}`)
    button.addEventListener('click', () => give(part, option, turn))
    const item = document.createElement('li')
    item.append(button)
    return item
  })
  part('written').remove()
  part('options').append(...items)
  // Only while the focus is inside, so that the keys stay free for whatever else listens.
  part('card').addEventListener('keydown', ({ key, ctrlKey, altKey, metaKey }) => {
    const option = options[Number(key) - 1]
    if (option !== undefined && !ctrlKey && !altKey && !metaKey) give(part, option, turn)
  })
}

/**
 * @param {Parts} part
 * @param {Turn} turn
 */
function offerField(part, turn) {
  part('options').remove()
  part('written').addEventListener('submit', (event) => {
    event.preventDefault()
    give(part, /** @type {HTMLInputElement} */ (part('field')).value, turn)
  })
}

/**
 * Has an answer checked, once; a check that fails leaves the question open to be answered again.
 * @param {Parts} part
 * @param {string} answer
 * @param {Turn} turn
 */
async function give(part, answer, turn) {
  const [card, verdict] = [part('card'), part('verdict')]
  if (card.dataset.state) return
  card.dataset.state = 'asking'
  try {
    const check = await turn.check(answer)
    card.dataset.state = 'answered'
    verdict.textContent = check.correct ? 'Right!' : `Not quite. The right answer: ${check.correct_answer}`
    verdict.className = `verdict ${check.correct ? 'right' : 'wrong'}`
    markOptions(card, answer, check)
    if (check.correct) part('score').textContent = `${turn.score + 1} right`
    showProgress(part, turn.place, turn.of)
    part('next').hidden = false
    part('next').focus()
  } catch (error) {
    delete card.dataset.state
    verdict.textContent = `${/** @type {Error} */ (error).message} Answer again to try once more.`
    verdict.className = 'verdict wrong'
  }
  verdict.hidden = false
  announce(verdict.textContent ?? '')
}

/**
 * @param {Element} card
 * @param {string} answer
 * @param {import('../api.js').Check} check
 */
function markOptions(card, answer, { correct, correct_answer }) {
  for (const button of card.querySelectorAll('.options button')) {
    const option = /** @type {HTMLButtonElement} */ (button).value
    button.setAttribute('aria-disabled', 'true')
    if (option === correct_answer) mark(button, 'right', correct ? 'your answer' : 'right answer')
    else if (option === answer) mark(button, 'wrong', 'your answer')
  }
  for (const field of card.querySelectorAll('.written > :not(label)')) field.setAttribute('disabled', '')
}

/**
 * @param {Element} button
 * @param {'right' | 'wrong'} kind
 * @param {string} text
 */
function mark(button, kind, text) {
  button.classList.add(kind)
  button.append(textElement('span', text, 'mark'))
}

/**
 * @param {Parts} part
 * @param {number} value
 * @param {number} max
 */
function showProgress(part, value, max) {
  Object.assign(part('progress'), { max, value })
}
