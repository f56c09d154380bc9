// The result: how many were right, each answer, and where to go from here.
import { announce, count, show, textElement } from './screen.js'

/**
 * What became of a question; without a `check` it was not answered.
 * @typedef {{ question: import('../api.js').Question, answer?: string, check?: import('../api.js').Check }} Given
 */

/**
 * What the result needs.
 * @typedef {object} Result
 * @property {string} about what the quiz was about
 * @property {Given[]} given one for each question, in their order
 * @property {string} link the address that gives the same questions in the same order
 * @property {number} left how many questions come after these
 * @property {() => void} more plays on, with no question twice
 * @property {() => void} again
 * @property {() => void} home
 */

/**
 * Shows the result.
 * @param {Result} result
 */
export function showResult({ about, given, link, left, more, again, home }) {
  const right = given.filter(({ check }) => check?.correct).length
  const part = show('result', {
    title: `${right} of ${given.length} right`,
    about: `${about}. ${praise(right / given.length)}`,
    more: `Go on: ${count(Math.min(left, given.length), 'other question')}`,
  })
  const field = /** @type {HTMLInputElement} */ (part('link'))
  field.value = link
  Object.assign(part('meter'), { max: given.length, value: right })
  part('more').hidden = left === 0
  part('more').addEventListener('click', more)
  part('again').addEventListener('click', again)
  part('home').addEventListener('click', home)
  part('copy').addEventListener('click', async () => {
    const told = await copy(field)
    Object.assign(part('copied'), { textContent: told, hidden: false })
    announce(told)
  })
  part('answers').append(...given.map(describe))
}

/** @param {number} share */
function praise(share) {
  if (share === 1) return 'You know it all!'
  return share >= 0.5 ? 'Well done!' : 'Now you know more than before.'
}

/** @param {Given} given */
function describe({ question, answer, check }) {
  const item = document.createElement('li')
  item.className = check?.correct ? 'right' : 'wrong'
  item.append(textElement('p', question.question, 'question'))
  if (!check) item.append(textElement('p', '– Not answered', 'said'))
  else item.append(line(check.correct ? '✓ Right: ' : '✗ You said: ', answer ?? '', 'said'))
  if (check && !check.correct) item.append(line('Right answer: ', check.correct_answer))
  return item
}

/**
 * A line of ours that ends in a text of the dataset's, which may run in the other direction.
 * @param {string} start
 * @param {string} text
 * @param {string} [className]
 */
function line(start, text, className) {
  const element = textElement('p', start, className)
  element.append(textElement('bdi', text))
  return element
}

/**
 * Copies what is in the field, or selects it, and tells which.
 * @param {HTMLInputElement} field
 */
async function copy(field) {
  // Browsers hand the clipboard only to pages of https or of this machine.
  const copied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  )
  if (!copied) field.select()
  return copied ? 'Link copied.' : 'The link is selected; copy it from there.'
}
