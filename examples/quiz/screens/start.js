// The start: which subject, how many questions, how hard.
import { count, show, textElement } from './screen.js'

const NUMBERS = [5, 10, 20, 50]

/**
 * Lets the player choose.
 * @param {import('../api.js').Category[]} categories
 * @param {(quiz: import('../link.js').Quiz) => void} start
 */
export function showStart(categories, start) {
  const part = show('start')
  const form = /** @type {HTMLFormElement} */ (part('form'))
  const subjects = categories.map(({ name, title, questions }, index) =>
    choice('category', {
      value: name,
      label: title,
      note: count(questions, 'question'),
      checked: index === 0,
    }),
  )
  const numbers = NUMBERS.map((number) =>
    choice('number', { value: `${number}`, label: `${number}`, checked: number === 10 }),
  )
  part('categories').append(...subjects)
  part('numbers').append(...numbers)
  const offerLevels = () => {
    const { category, difficulty } = readForm(form)
    const levels = Object.keys(categories.find(({ name }) => name === category)?.difficulty ?? {})
    const kept = levels.includes(difficulty) ? difficulty : ''
    const choices = ['', ...levels].map((level) =>
      choice('difficulty', { value: level, label: level || 'any', checked: level === kept }),
    )
    part('difficulties').replaceChildren(...choices)
    part('levels').hidden = levels.length < 2
  }
  offerLevels()
  part('categories').addEventListener('change', offerLevels)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { category, number, difficulty } = readForm(form)
    start({ category, number, ...(difficulty && { difficulty }) })
  })
}

/** @param {HTMLFormElement} form */
function readForm(form) {
  const values = new FormData(form)
  const read = (/** @type {string} */ name) => String(values.get(name) ?? '')
  return { category: read('category'), number: read('number'), difficulty: read('difficulty') }
}

/**
 * A radio button that looks like a card.
 * @param {string} name
 * @param {{ value: string, label: string, note?: string, checked: boolean }} options
 */
function choice(name, { value, label, note, checked }) {
  const element = document.createElement('label')
  const input = Object.assign(document.createElement('input'), { type: 'radio', name, value })
  input.defaultChecked = checked
  element.append(input, textElement('span', label))
  if (note) element.append(textElement('small', note))
  return element
}
