// Shows the start screen, where the player chooses a category, the number of questions and the difficulty.
import { ALL_CATEGORIES } from '../api.js'
import { createTextElement, formatCount, formatLabel, show } from './screen.js'

const NUMBERS = [5, 10, 20, 50]

/**
 * Shows the start screen.
 * @param {import('../api.js').Category[]} categories
 * @param {(quiz: import('../link.js').Quiz) => void} onStart
 */
export function showStart(categories, onStart) {
  const part = show('start')
  const offered = categories.length > 1 ? [...categories, mixCategories(categories)] : categories
  const form = /** @type {HTMLFormElement} */ (part('form'))
  const categoryCards = offered.map(({ name, title, questions }, index) =>
    createRadioCard('category', {
      value: name,
      label: formatLabel(title),
      note: formatCount(questions, 'question'),
      checked: index === 0,
    }),
  )
  const numberChips = NUMBERS.map((number) =>
    createRadioCard('number', { value: `${number}`, label: `${number}`, checked: number === 10 }),
  )
  part('categories').append(...categoryCards)
  part('numbers').append(...numberChips)
  const showDifficulties = () => {
    const { category, difficulty } = readForm(form)
    const difficulties = Object.keys(offered.find(({ name }) => name === category)?.difficulty ?? {})
    const selected = difficulties.includes(difficulty) ? difficulty : ''
    const chips = ['', ...difficulties].map((value) =>
      createRadioCard('difficulty', {
        value,
        label: formatLabel(value || 'any'),
        checked: value === selected,
      }),
    )
    part('difficulties').replaceChildren(...chips)
    part('difficulty-group').hidden = difficulties.length < 2
  }
  showDifficulties()
  part('categories').addEventListener('change', showDifficulties)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { category, number, difficulty } = readForm(form)
    onStart({ category, number, ...(difficulty && { difficulty }) })
  })
}

/**
 * Creates the choice of every category.
 * @param {import('../api.js').Category[]} categories
 * @returns {import('../api.js').Category}
 */
function mixCategories(categories) {
  const difficulty = Object.assign({}, ...categories.map((category) => category.difficulty))
  const questions = categories.reduce((sum, category) => sum + category.questions, 0)
  return { name: ALL_CATEGORIES, title: 'All categories', questions, difficulty }
}

/** @param {HTMLFormElement} form */
function readForm(form) {
  const values = new FormData(form)
  const read = (/** @type {string} */ name) => String(values.get(name) ?? '')
  return { category: read('category'), number: read('number'), difficulty: read('difficulty') }
}

/**
 * Creates a radio button in a label. style.css shows the label as a card or a chip.
 * @param {string} name
 * @param {{ value: string, label: string, note?: string, checked: boolean }} options
 */
function createRadioCard(name, { value, label, note, checked }) {
  const element = document.createElement('label')
  const input = Object.assign(document.createElement('input'), { type: 'radio', name, value })
  input.defaultChecked = checked
  element.append(input, createTextElement('span', label))
  if (note) element.append(createTextElement('small', note))
  return element
}
