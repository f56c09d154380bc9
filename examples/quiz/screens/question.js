// Shows one question with its options, or with a text field when it has none. After the answer it shows the feedback and a
// button to the next question.
import { isShareable, sharedAddress } from '../api.js'
import { announce, createExplanation, createInitial, createTextElement, formatLabel, show } from './screen.js'
import { offerSharing } from './share.js'

/**
 * The data and the callbacks of the question screen.
 * @typedef {object} QuestionProps
 * @property {import('./result.js').Outcome[]} outcomes one for each question of the quiz
 * @property {number} index that of the question, from 0
 * @property {string} title the title of the category
 * @property {number} subject the index of the category in the list of categories
 * @property {(answer: string) => Promise<import('../api.js').Check>} check also sets the outcome of the question
 * @property {() => void} onNext
 * @property {() => void} onLeave
 */

/** @typedef {import('./screen.js').Parts} Parts */
/** @typedef {import('./result.js').Outcome} Outcome */

/** The height of what fades below the bar that stays in view, in pixels. */
const FADE = 8

/** The length of a text that fits a tile. */
const MAX_TILE = 30

/** The praise for a correct answer, in turns. */
const PRAISE = ['Correct!', 'Right!', 'Well done!', 'That’s it!', 'Exactly!']

/**
 * Shows the question screen, and its feedback when the question has been answered.
 * @param {QuestionProps} props
 */
export function showQuestion(props) {
  const { outcomes, index, title, subject } = props
  const { question, answer, check } = /** @type {Outcome} */ (outcomes[index])
  const labels = [question.topic, question.difficulty].map((label) => label && formatLabel(label))
  const part = show('question', {
    position: `Question ${index + 1} of ${outcomes.length}`,
    details: [title, ...labels].filter(Boolean).join('\u00a0· '),
    question: question.question,
  })
  const { length } = question.question
  part('question').dataset.length = length > 300 ? 'very long' : length > 160 ? 'long' : ''
  part('subject').prepend(createInitial(title, subject))
  if (question.options) showOptions(part, question.options, props)
  else showTextField(part, props)
  showProgress(part, props)
  showKeys(part, question.options ? `1–${Math.min(question.options.length, 9)} answer` : 'Enter check')
  part('next').addEventListener('click', props.onNext)
  part('leave').addEventListener('click', props.onLeave)
  showInvite(part, title)
  // The focus moves to the “next” button. A held Enter key would press it before the player reads the feedback.
  part('card').addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  })
  if (check) showFeedback(part, answer ?? '', check, props)
}

/**
 * Shows how others play the same round, where other devices can open this page.
 * @param {Parts} part
 * @param {string} title
 */
function showInvite(part, title) {
  part('invite').hidden = !isShareable
  Object.assign(part('address'), { href: sharedAddress, textContent: sharedAddress })
  offerSharing(part, location.href, `${title}: play the same questions as me.`)
  part('invite').addEventListener('toggle', () => {
    part('code').setAttribute('src', `qr.svg${location.search}`)
    part('invite').scrollIntoView({ block: 'nearest' })
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
  // Short options are tiles beside each other, where there is space.
  const areShort = options.every((option) => option.length <= MAX_TILE)
  part('options').classList.toggle('tiles', areShort && options.length % 2 === 0)
  // Digits answer wherever the focus is: a click beside the card must not end that.
  addEventListener('keydown', function answerByKey({ key, repeat, ctrlKey, altKey, metaKey }) {
    if (!part('card').isConnected) return removeEventListener('keydown', answerByKey)
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
    const { value } = /** @type {HTMLInputElement} */ (part('text-field'))
    if (value.trim() !== '') {
      submitAnswer(part, value, props)
      return
    }
    part('missing').hidden = false
    announce(String(part('missing').textContent))
    part('text-field').focus()
  })
  // A different answer is a new one, after an error too.
  part('text-field').addEventListener('input', () => {
    part('missing').hidden = true
    if (part('retry').hidden) return
    for (const name of ['retry', 'bar', 'feedback']) part(name).hidden = true
    showKeys(part, 'Enter check')
  })
  // On a phone, the focus would open the keyboard above the question: there the heading has it, and what is typed goes into the field.
  if (matchMedia('(hover: hover)').matches) part('text-field').focus({ preventScroll: true })
  part('card').addEventListener('keydown', ({ key, ctrlKey, altKey, metaKey }) => {
    const isText = /^\S$/u.test(key) && !ctrlKey && !altKey && !metaKey
    if (isText && part('card').dataset.state === undefined) part('text-field').focus()
  })
}

/**
 * Checks an answer and shows the feedback. Only one answer is checked. After an error the player can answer again.
 * @param {Parts} part
 * @param {string} answer
 * @param {QuestionProps} props
 */
async function submitAnswer(part, answer, props) {
  const card = part('card')
  if (card.dataset.state) return
  card.dataset.state = 'checking'
  showKeys(part)
  part('retry').textContent = 'Trying again…'
  part('retry').setAttribute('aria-disabled', 'true')
  for (const option of /** @type {NodeListOf<HTMLButtonElement>} */ (
    card.querySelectorAll('.options button')
  ))
    option.classList.toggle('chosen', option.value === answer)
  try {
    const check = await props.check(answer)
    // The player may have left the screen in the meantime.
    if (card.isConnected) showFeedback(part, answer, check, props)
  } catch (error) {
    if (card.isConnected)
      showCheckError(part, answer, /** @type {import('../api.js').QuizError} */ (error), props)
  }
}

/**
 * @param {Parts} part
 * @param {string} answer
 * @param {import('../api.js').Check} check
 * @param {QuestionProps} props
 */
function showFeedback(part, answer, check, props) {
  const { outcomes, index } = props
  part('card').dataset.state = 'answered'
  part('card').querySelector('.chosen')?.classList.remove('chosen')
  const { question } = /** @type {Outcome} */ (outcomes[index])
  markOptions(part('card'), answer, check)
  showProgress(part, props)
  fillFeedback(part, check.correct ? 'correct' : 'incorrect', [
    createTextElement('p', check.correct ? String(PRAISE[index % PRAISE.length]) : 'Not quite.'),
    ...(check.correct ? [] : [createCorrection(question, check)]),
    ...createExplanation(check),
  ])
  showNext(part, index + 1 === outcomes.length ? 'See your result' : 'Next question')
  showKeys(part, 'Enter next')
  part('next').focus({ preventScroll: true })
  part('feedback').scrollIntoView({ block: 'nearest' })
  const bar = part('progress').getBoundingClientRect()
  const marked = part('card').querySelector('.options .correct')
  if (marked && marked.getBoundingClientRect().top < bar.bottom) {
    part('feedback').querySelector('.correction')?.classList.remove('visually-hidden')
    part('feedback').scrollIntoView({ block: 'nearest' })
  }
  // The bar that stays in view must not cut the line above the question.
  part('subject').hidden = part('subject').getBoundingClientRect().top < bar.bottom + FADE
}

/**
 * Creates the paragraph with the correct answer. The marked option shows it already, except to screen readers and out of view.
 * @param {import('../api.js').Question} question
 * @param {import('../api.js').Check} check
 */
function createCorrection({ options = [] }, { correct_answer }) {
  const hidden = options.includes(correct_answer) ? ' visually-hidden' : ''
  return createTextElement(
    'p',
    `The correct answer is ${correct_answer.replace(/\.$/, '')}.`,
    `correction${hidden}`,
  )
}

/**
 * Shows that an answer could not be checked. Without a temporary reason, the question takes no other answer.
 * @param {Parts} part
 * @param {string} answer
 * @param {import('../api.js').QuizError} error
 * @param {QuestionProps} props
 */
function showCheckError(part, answer, { title, message, isTemporary }, props) {
  const card = part('card')
  if (isTemporary) delete card.dataset.state
  else {
    card.dataset.state = 'failed'
    card.querySelector('.chosen')?.classList.remove('chosen')
    disableAnswers(card)
  }
  const advice = isTemporary ? 'Your answer did not arrive. Try again, or skip this question.' : message
  fillFeedback(part, 'failed', [
    createTextElement('p', `${title}.`),
    createTextElement('p', advice, 'explanation'),
  ])
  part('retry').onclick = () => submitAnswer(part, answer, props)
  showNext(part, 'Skip this question', isTemporary)
  showKeys(part, isTemporary ? 'Enter retry' : 'Enter skip')
  part(isTemporary ? 'retry' : 'next').focus({ preventScroll: true })
  part('feedback').scrollIntoView({ block: 'nearest' })
}

/**
 * @param {Parts} part
 * @param {'correct' | 'incorrect' | 'failed'} state
 * @param {HTMLElement[]} paragraphs
 */
function fillFeedback(part, state, paragraphs) {
  const feedback = part('feedback')
  feedback.replaceChildren(...paragraphs)
  feedback.className = `feedback ${state}`
  feedback.hidden = false
  announce(paragraphs.map(({ textContent }) => textContent).join(' '))
}

/**
 * @param {Parts} part
 * @param {string} text
 * @param {boolean} [canRetry] whether the same answer can be sent again, which is then the primary button
 */
function showNext(part, text, canRetry = false) {
  part('next').textContent = text
  part('next').classList.toggle('primary', !canRetry)
  part('next').classList.toggle('link', canRetry)
  part('retry').hidden = !canRetry
  part('retry').textContent = 'Try again'
  part('retry').removeAttribute('aria-disabled')
  part('bar').hidden = false
}

/**
 * Marks the chosen option and the correct one, and disables further answers.
 * @param {Element} card
 * @param {string} answer
 * @param {import('../api.js').Check} check
 */
function markOptions(card, answer, { correct, correct_answer }) {
  disableAnswers(card)
  for (const button of card.querySelectorAll('.options button')) {
    const option = /** @type {HTMLButtonElement} */ (button).value
    const isCorrect = option === correct_answer
    if (option === answer) markOption(button, isCorrect || correct ? 'correct' : 'incorrect', 'Your answer')
    else if (isCorrect) markOption(button, 'correct', 'Correct answer')
  }
}

/** @param {Element} card */
function disableAnswers(card) {
  for (const button of card.querySelectorAll('.options button')) button.setAttribute('aria-disabled', 'true')
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
 * Shows the score, the correct answers in a row, and one segment for each question.
 * @param {Parts} part
 * @param {QuestionProps} props
 */
function showProgress(part, { outcomes, index }) {
  const states = outcomes.map(({ check }) => check && (check.correct ? 'correct' : 'incorrect'))
  const played = states.slice(0, states[index] ? index + 1 : index)
  const streak = played.reduce((run, state) => (state === 'correct' ? run + 1 : 0), 0)
  const score = states.filter((state) => state === 'correct').length
  part('score').textContent = `${score} correct${streak > 1 ? ` · ${streak} in a row` : ''}`
  const segments = states.map((state, position) =>
    createTextElement('li', '', state ?? (position === index ? 'current' : '')),
  )
  part('progress').replaceChildren(...segments)
}

/**
 * @param {Parts} part
 * @param {string[]} others keys and what they do, before the key that leaves
 */
function showKeys(part, ...others) {
  part('keys').replaceChildren()
  for (const line of [...others, 'Esc leave']) {
    const [key, meaning] = line.split(' ')
    part('keys').append(createTextElement('kbd', String(key)), ` ${meaning} `)
  }
}
