// One question: its options (or a field where it has none), the verdict, and on to the next.
import { Refusal } from '../api.js'
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
  })
  showProgress(part, place - 1, of)
  if (question.options) offerOptions(part, question.options, turn)
  else offerField(part, turn)
  part('next').addEventListener('click', turn.next)
  // A key that is held down is pressed once: it would go on to the next question before the verdict is read.
  part('card').addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  })
}

/**
 * @param {Parts} part
 * @param {string[]} options
 * @param {Turn} turn
 */
function offerOptions(part, options, turn) {
  const items = options.map((option, index) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', value: option })
    button.append(textElement('span', option, 'text'))
    button.dir = 'auto'
    if (index < 9) button.setAttribute('aria-keyshortcuts', `${index + 1}`)
    button.addEventListener('click', () => give(part, option, turn))
    const item = document.createElement('li')
    item.append(button)
    return item
  })
  part('written').remove()
  part('options').append(...items)
  // Only while the focus is inside, so that the keys stay free for whatever else listens.
  part('card').addEventListener('keydown', ({ key, repeat, ctrlKey, altKey, metaKey }) => {
    const option = options[Number(key) - 1]
    const isMeant = !repeat && !ctrlKey && !altKey && !metaKey
    if (option !== undefined && isMeant) give(part, option, turn)
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
  const [card, verdict, next] = [part('card'), part('verdict'), part('next')]
  if (card.dataset.state) return
  card.dataset.state = 'asking'
  const chosen = [...card.querySelectorAll('button')].find(({ value }) => value === answer)
  chosen?.classList.add('chosen')
  try {
    const check = await turn.check(answer)
    // The player may have left meanwhile.
    if (!card.isConnected) return
    card.dataset.state = 'answered'
    verdict.textContent = check.correct ? 'Right!' : `Not quite. The right answer: ${check.correct_answer}`
    verdict.className = `verdict ${check.correct ? 'right' : 'wrong'}`
    markOptions(card, answer, check)
    if (check.correct) part('score').textContent = `${turn.score + 1} right`
    showProgress(part, turn.place, turn.of)
    next.textContent = turn.place === turn.of ? 'See your result' : 'Next question'
    next.hidden = false
    next.focus()
  } catch (error) {
    if (!card.isConnected) return
    delete card.dataset.state
    const more = error instanceof Refusal ? '' : ' Answer again to try once more, or go on.'
    verdict.textContent = /** @type {Error} */ (error).message + more
    verdict.className = 'verdict wrong'
    next.textContent = 'Go on without an answer'
    next.hidden = false
  }
  chosen?.classList.remove('chosen')
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
    const isRight = option === correct_answer
    if (option === answer) mark(button, isRight || correct ? 'right' : 'wrong', 'your answer')
    else if (isRight) mark(button, 'right', 'right answer')
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
