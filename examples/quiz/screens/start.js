// Shows the start screen, where the player chooses subjects, the difficulty and the number of questions.
import { ALL_CATEGORIES, isChosen, nameSubjects, readQuiz } from '../link.js'
import { saveProgress } from '../memory.js'
import {
  createInitial,
  createTextElement,
  fillProblems,
  foldProblems,
  formatCount,
  formatLabel,
  show,
} from './screen.js'

const NUMBERS = [5, 10, 20, 50]
const MAX_NUMBER = 50
/** More subjects fill several screens of a phone. */
const MAX_LISTED = 12
/** The known difficulties in their order. Others follow. */
const LEVELS = ['easy', 'medium', 'hard']

/**
 * The data and the callback of the start screen.
 * @typedef {object} StartProps
 * @property {import('../api.js').Category[]} categories
 * @property {string[]} problems the files that are not served
 * @property {import('../memory.js').Records & { round: ReturnType<typeof import('../memory.js').readRound> }} memory
 * @property {import('../link.js').Choices} choices those of the link
 * @property {(quiz: import('../link.js').Quiz) => void} onStart
 */

/**
 * Shows the start screen.
 * @param {StartProps} props
 */
export function showStart({ categories, problems, memory: { longestStreak, round }, choices, onStart }) {
  const part = show('start')
  const unknown = choices.categories.filter((wanted) => categories.every(({ name }) => name !== wanted))
  foldProblems(part('problems'), problems)
  fillProblems(
    part('unknown'),
    unknown.map((name) => `There is no subject “${name}”. Choose one of these.`),
  )
  const resumed = round && readQuiz(new URL(round.link).search)
  if (resumed) {
    // The player wants the next question, and not the answer to the last one again.
    Object.assign(part('resume-link'), { href: round.link }).onclick = () => saveProgress(round.link, round)
    const title = formatLabel(nameSubjects(resumed, categories))
    part('resume-note').textContent =
      `${title}, question\u00a0${round.position + 1}\u00a0of\u00a0${round.outcomes.length}`
    part('resume').hidden = false
  }
  const form = /** @type {HTMLFormElement} */ (part('form'))
  const cards = categories.map(({ name, title, questions }, index) =>
    createChoice('checkbox', 'category', {
      value: name,
      label: formatLabel(title),
      note: formatCount(questions, 'question'),
      checked: categories.length === 1 || choices.categories.includes(name),
      mark: createInitial(formatLabel(title), index),
    }),
  )
  part('categories').append(...cards)
  if (categories.length > MAX_LISTED) offerSearch(part, cards)

  const notes = cards.map((card) => card.querySelector('small'))
  /** Offers the difficulties and the numbers of questions that the chosen subjects have. */
  const update = (/** @type {{ difficulty?: string, number?: number }} */ wanted) => {
    const { quiz, difficulty, number } = { ...readForm(form), ...wanted }
    const counts = countLevels(categories.filter(({ name }) => isChosen(quiz, name)))
    const selected = counts.has(difficulty) ? difficulty : ''
    const levels = [...counts].map(([value, count]) =>
      createChoice('radio', 'difficulty', {
        value,
        label: formatLabel(value || 'any'),
        note: count.toLocaleString('en'),
        checked: value === selected,
      }),
    )
    // The group “Any” alone, or with one level, is no choice.
    part('difficulty-group').hidden = counts.size < 3
    replaceChoices(part('difficulties'), levels)
    for (const [index, category] of categories.entries())
      notes[index]?.replaceChildren(countQuestions(category, selected))
    const available = counts.get(selected) ?? 0
    const offered = offerNumbers(available)
    const chosen = offered.includes(number) ? number : (offered.findLast((size) => size <= 10) ?? offered[0])
    const numbers = offered.map((size) =>
      createChoice('radio', 'number', {
        value: `${size}`,
        label: size === available ? `All ${size}` : `${size}`,
        checked: size === chosen,
      }),
    )
    replaceChoices(part('numbers'), numbers)
    const level = selected ? `, ${formatLabel(selected).toLowerCase()}` : ''
    part('summary').textContent =
      `${formatCount(chosen ?? 0, 'question')} from ${formatLabel(nameSubjects(quiz, categories)).replace(/^All/, 'all')}${level}`
  }
  update(choices)
  if (longestStreak > 1)
    part('form').append(
      createTextElement('p', `Your longest streak: ${longestStreak} in a row`, 'keys muted'),
    )
  form.addEventListener('change', () => update({}))
  form.addEventListener('keydown', ({ key, target, repeat, ctrlKey, altKey, metaKey }) => {
    if (repeat || ctrlKey || altKey || metaKey || target === part('wanted')) return
    cards[Number(key) - 1]?.querySelector('input')?.click()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    onStart(readForm(form).quiz)
  })
}

/**
 * Shows the settings first, and a field that finds subjects. Those that are chosen stay in sight.
 * @param {ReturnType<typeof show>} part
 * @param {HTMLElement[]} cards
 */
function offerSearch(part, cards) {
  part('subjects').before(part('settings'))
  part('find').hidden = false
  const wanted = /** @type {HTMLInputElement} */ (part('wanted'))
  const inputs = [...part('categories').querySelectorAll('input')]
  const find = () => {
    const name = wanted.value.trim().toLowerCase()
    const found = cards.filter((card) =>
      card.querySelector('span:not(.initial)')?.textContent.toLowerCase().includes(name),
    )
    for (const [index, card] of cards.entries())
      card.hidden = !found.includes(card) && !inputs[index]?.checked
    part('none').hidden = found.length > 0
    part('none').textContent = `No subject contains “${wanted.value.trim()}”.`
    const count = inputs.filter(({ checked }) => checked).length
    Object.assign(part('clear'), { hidden: count === 0, textContent: `Clear (${count})` })
  }
  find()
  wanted.addEventListener('input', find)
  part('categories').addEventListener('change', find)
  wanted.addEventListener('keydown', (event) => {
    // The form starts with its button only.
    if (event.key === 'Enter') event.preventDefault()
  })
  part('clear').addEventListener('click', () => {
    for (const input of inputs) if (input.checked) input.click()
    wanted.focus()
  })
}

/**
 * Counts the questions of categories by difficulty. The value `` is any difficulty, and comes first.
 * @param {import('../api.js').Category[]} categories
 * @returns {Map<string, number>}
 */
function countLevels(categories) {
  const names = [...new Set([...LEVELS, ...categories.flatMap(({ difficulty }) => Object.keys(difficulty))])]
  const sum = (/** @type {(number | undefined)[]} */ counts) =>
    counts.reduce((total = 0, count = 0) => total + count, 0) ?? 0
  const levels = names.map(
    (name) => /** @type {const} */ ([name, sum(categories.map((category) => category.difficulty[name]))]),
  )
  return new Map([
    ['', sum(categories.map(({ questions }) => questions))],
    ...levels.filter(([, count]) => count > 0),
  ])
}

/**
 * Says how many questions a category has of a difficulty, or of any.
 * @param {import('../api.js').Category} category
 * @param {string} level empty for any
 */
function countQuestions({ questions, difficulty }, level) {
  const all = formatCount(questions, 'question')
  return level ? `${difficulty[level] ?? 0} of ${all}` : all
}

/**
 * Lists the numbers of questions to choose from, ascending.
 * @param {number} available
 */
function offerNumbers(available) {
  const smaller = NUMBERS.filter((size) => size < available)
  return available <= MAX_NUMBER ? [...smaller, available] : smaller
}

/** @param {HTMLFormElement} form */
function readForm(form) {
  const values = new FormData(form)
  const read = (/** @type {string} */ name) => String(values.get(name) ?? '')
  const [number, difficulty, chosen] = [
    read('number'),
    read('difficulty'),
    values.getAll('category').map(String),
  ]
  const categories = chosen.length > 0 ? chosen : [ALL_CATEGORIES]
  /** @type {import('../link.js').Quiz} */
  const quiz = { categories, number, ...(difficulty && { difficulty }) }
  return { quiz, difficulty, number: Number(number) }
}

/**
 * Replaces the choices of a group. The focus stays on the choice with the same value.
 * @param {HTMLElement} group
 * @param {HTMLElement[]} choices
 */
function replaceChoices(group, choices) {
  const focused = /** @type {HTMLInputElement | null} */ (group.querySelector(':focus'))
  group.replaceChildren(...choices)
  if (focused) /** @type {HTMLInputElement | null} */ (group.querySelector(`:checked`))?.focus()
}

/**
 * Creates a checkbox or a radio button in a label. style.css shows the label as a card or a chip.
 * @param {'checkbox' | 'radio'} type
 * @param {string} name
 * @param {{ value: string, label: string, note?: string, checked: boolean, mark?: HTMLElement }} options
 */
function createChoice(type, name, { value, label, note, checked, mark }) {
  const element = document.createElement('label')
  const input = Object.assign(document.createElement('input'), { type, name, value })
  input.defaultChecked = checked
  element.append(input, createTextElement('span', label))
  if (mark) element.prepend(mark)
  if (note) element.append(createTextElement('small', note))
  return element
}
