// Shows one question with its options, or with a text field when it has none. After the answer it shows the
// feedback and a button to the next question.
import { PermanentError } from '../api.js'
import { announce, createTextElement, formatLabel, show } from './screen.js'

/**
 * The data and the callbacks of the question screen.
 * @typedef {object} QuestionProps
 * @property {import('../api.js').Question} question
 * @property {string} title the title of the category
 * @property {number} position the number of the question, from 1
 * @property {number} total the number of questions in the quiz
 * @property {number} score the number of correct answers to earlier questions
 * @property {(answer: string) => Promise<import('../api.js').Check>} check
 * @property {() => void} onNext
 */

/** @typedef {import('./screen.js').Parts} Parts */

/**
 * Shows the question screen.
 * @param {QuestionProps} props
 */
export function showQuestion(props) {
  const { question, title, position, total, score } = props
  const labels = [question.topic, question.difficulty].map((label) => label && formatLabel(label))
  const part = show('question', {
    position: `Question ${position} of ${total}`,
    score: `${score} correct`,
    details: [title, ...labels].filter(Boolean).join(' · '),
    question: question.question,
  })
  showProgress(part, position - 1, total)
  if (question.options) showOptions(part, question.options, props)
  else showTextField(part, props)
  part('next').addEventListener('click', props.onNext)
  // The focus moves to the “next” button. A held Enter key would press it before the player reads the
  // feedback.
  part('card').addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  })
}

/**
 * @param {Parts} part
 * @param {string[]} options
 * @param {QuestionProps} props
 */
function showOptions(part, options, props) {
  const items = options.map((option, index) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', value: option })
    button.append(createTextElement('span', option, 'text'))
    button.dir = 'auto'
    if (index < 9) button.setAttribute('aria-keyshortcuts', `${index + 1}`)
    button.addEventListener('click', () => submitAnswer(part, option, props))
    const item = document.createElement('li')
    item.append(button)
    return item
  })
  part('text-answer').remove()
  part('options').append(...items)
  // The listener is on the card, not on the document: digits typed elsewhere must not answer the question.
  part('card').addEventListener('keydown', ({ key, repeat, ctrlKey, altKey, metaKey }) => {
    const option = options[Number(key) - 1]
    const isPlainKeyPress = !repeat && !ctrlKey && !altKey && !metaKey
    if (option !== undefined && isPlainKeyPress) submitAnswer(part, option, props)
  })
}

/**
 * @param {Parts} part
 * @param {QuestionProps} props
 */
function showTextField(part, props) {
  part('options').remove()
  part('text-answer').addEventListener('submit', (event) => {
    event.preventDefault()
    submitAnswer(part, /** @type {HTMLInputElement} */ (part('text-field')).value, props)
  })
}

/**
 * Checks an answer and shows the feedback. Only one answer is checked. After an error the player can answer
 * again.
 * @param {Parts} part
 * @param {string} answer
 * @param {QuestionProps} props
 */
async function submitAnswer(part, answer, props) {
  const [card, feedback, next] = [part('card'), part('feedback'), part('next')]
  if (card.dataset.state) return
  card.dataset.state = 'checking'
  const chosen = [...card.querySelectorAll('button')].find(({ value }) => value === answer)
  chosen?.classList.add('chosen')
  try {
    const check = await props.check(answer)
    // The player may have left the screen in the meantime.
    if (!card.isConnected) return
    card.dataset.state = 'answered'
    const verdict = check.correct ? 'Correct!' : `Not quite. The correct answer is ${check.correct_answer}.`
    feedback.replaceChildren(createTextElement('p', verdict))
    if (check.explanation) feedback.append(createTextElement('p', check.explanation, 'explanation'))
    feedback.className = `feedback ${check.correct ? 'correct' : 'incorrect'}`
    markOptions(card, answer, check)
    if (check.correct) part('score').textContent = `${props.score + 1} correct`
    showProgress(part, props.position, props.total)
    next.textContent = props.position === props.total ? 'See your result' : 'Next question'
    next.hidden = false
    next.focus()
  } catch (error) {
    if (!card.isConnected) return
    delete card.dataset.state
    const advice = error instanceof PermanentError ? '' : ' Answer again, or skip this question.'
    feedback.textContent = /** @type {Error} */ (error).message + advice
    feedback.className = 'feedback incorrect'
    next.textContent = 'Skip this question'
    next.hidden = false
  }
  chosen?.classList.remove('chosen')
  feedback.hidden = false
  announce([...feedback.childNodes].map(({ textContent }) => textContent).join(' '))
}

/**
 * Marks the chosen option and the correct one, and disables further answers.
 * @param {Element} card
 * @param {string} answer
 * @param {import('../api.js').Check} check
 */
function markOptions(card, answer, { correct, correct_answer }) {
  for (const button of card.querySelectorAll('.options button')) {
    const option = /** @type {HTMLButtonElement} */ (button).value
    button.setAttribute('aria-disabled', 'true')
    const isCorrect = option === correct_answer
    if (option === answer) markOption(button, isCorrect || correct ? 'correct' : 'incorrect', 'Your answer')
    else if (isCorrect) markOption(button, 'correct', 'Correct answer')
  }
  for (const field of card.querySelectorAll('.text-answer > :not(label)')) field.setAttribute('disabled', '')
}

/**
 * @param {Element} button
 * @param {'correct' | 'incorrect'} state
 * @param {string} text
 */
function markOption(button, state, text) {
  button.classList.add(state)
  button.append(createTextElement('span', text, 'badge'))
}

/**
 * @param {Parts} part
 * @param {number} value
 * @param {number} max
 */
function showProgress(part, value, max) {
  Object.assign(part('progress'), { max, value })
}
