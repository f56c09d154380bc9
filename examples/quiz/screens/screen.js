// Shows screens from the templates of index.html. Strings are inserted as text, never as HTML.

/**
 * Returns the element of a screen that has the given name as its `data-part`.
 * @typedef {(name: string) => HTMLElement} Parts
 */

const screen = /** @type {HTMLElement} */ (document.querySelector('#screen'))
const liveRegion = /** @type {HTMLElement} */ (document.querySelector('#live-region'))
const busy = /** @type {HTMLElement} */ (document.querySelector('#busy'))

/** What a key press operates itself, so that Enter must not do something else. */
const INTERACTIVE = 'a, button, input, summary, [tabindex="0"]'

/**
 * Replaces the current screen by a template, sets the text of its parts, and moves the focus to its heading. Screen readers
 * then read the heading, and the Tab key continues from there.
 * @param {string} name the id of the template without `-screen`
 * @param {Record<string, string>} [texts] the text of each part, by the name of the part
 * @returns {Parts} gives access to the parts, for example to add event listeners
 */
export function show(name, texts = {}) {
  const template = /** @type {HTMLTemplateElement} */ (document.querySelector(`#${name}-screen`))
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true))
  const parts = new Map()
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (content.querySelectorAll('[data-part]'))) {
    const { part: partName = '' } = part.dataset
    parts.set(partName, part)
    const text = texts[partName]
    if (text !== undefined) part.textContent = text
  }
  replaceScreen(content)
  return (part) => parts.get(part)
}

/** The lists that the data of the service fills, and the number of placeholders in each. */
const LISTS = ['.cards', '.chips', '.options']
const PLACEHOLDERS = 4
/** What leads to the start screen. */
const LEAVING = '[data-part=leave], [data-part=home]'

/**
 * Shows a screen without its data, with placeholders in the place of what is still to come.
 * @param {'start' | 'invitation' | 'question'} name
 * @param {() => void} onLeave
 */
export function showLoading(name, onLeave) {
  const part = show(name, { title: 'Loading…', question: 'Loading…' })
  screen.className = 'loading'
  for (const list of screen.querySelectorAll(LISTS.join()))
    for (let count = 0; count < PLACEHOLDERS; count++) list.append(createPlaceholder(list))
  for (const button of screen.querySelectorAll('button')) button.disabled = !button.matches(LEAVING)
  for (const name of ['leave', 'home']) part(name)?.addEventListener('click', onLeave)
}

/** @param {Element} list */
function createPlaceholder(list) {
  if (!list.matches('ol')) return createTextElement('span', '', 'placeholder')
  // It has the height of an option.
  const item = document.createElement('li')
  item.append(createTextElement('button', '\u00a0', 'placeholder'))
  return item
}

/** @param {Node} content it has one heading */
function replaceScreen(content) {
  liveRegion.textContent = ''
  screen.className = ''
  screen.replaceChildren(content)
  // It stands where the next step is, and covers nothing.
  const bar = screen.querySelector('.bar')
  if (bar?.closest('.start')) bar.prepend(busy)
  else if (bar) bar.before(busy)
  else screen.append(busy)
  const heading = /** @type {HTMLElement} */ (screen.querySelector('h1'))
  document.title = `${heading.textContent} · Quiz`
  heading.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/**
 * Enter presses the primary button of the screen, unless the focus is on a control. Escape closes “Invite others”, or leaves. The
 * result stays: a second Enter after the last question would lose it.
 * @param {() => void} onEscape
 */
export function listenToKeys(onEscape) {
  document.addEventListener('keydown', (event) => {
    const { key, target, repeat, ctrlKey, altKey, metaKey } = event
    if (repeat || ctrlKey || altKey || metaKey || event.defaultPrevented) return
    const opened = screen.querySelector('.invite[open]')
    if (key === 'Escape' && opened) opened.removeAttribute('open')
    else if (key === 'Escape') onEscape()
    if (key !== 'Enter' || /** @type {Element} */ (target).closest(INTERACTIVE)) return
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (
      screen.querySelectorAll('.primary:not(.result *)')
    )
    ;[...buttons].find((button) => button.checkVisibility())?.click()
  })
}

/**
 * Makes screen readers announce a text. The focus does not move.
 * @param {string} text
 */
export function announce(text) {
  liveRegion.textContent = text
}

/**
 * Shows how long a request waits for the service. Screen readers announce the start only, not each second.
 * @param {number} seconds those that are left. 0 ends the wait
 * @param {number} total
 */
export function showWait(seconds, total) {
  const text = `Many requests came at once. Please wait ${seconds} s.`
  if (busy.hidden && seconds > 0) announce(text)
  busy.hidden = seconds === 0
  busy.firstElementChild?.replaceChildren(text)
  busy.style.setProperty('--share', `${(100 * (total - seconds + 1)) / total}%`)
}

/**
 * Formats a number with its noun: `1 question`, `2 questions`.
 * @param {number} number
 * @param {string} noun in the singular
 */
export function formatCount(number, noun) {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/**
 * Formats a name from a dataset for display: `very_hard` becomes `Very hard`.
 * @param {string} name
 */
export function formatLabel(name) {
  return name.replaceAll('_', ' ').replace(/^./u, (first) => first.toUpperCase())
}

/**
 * Creates an element that contains only text.
 * @param {string} tag
 * @param {string} text
 * @param {string} [className]
 */
export function createTextElement(tag, text, className) {
  const element = document.createElement(tag)
  element.textContent = text
  if (className) element.className = className
  return element
}

/**
 * Creates the mark of a subject: its first letter, in a colour.
 * @param {string} title
 * @param {number} index that of the subject in the list of subjects
 */
export function createInitial(title, index) {
  const mark = createTextElement('span', title.slice(0, 1), 'initial')
  mark.ariaHidden = 'true'
  mark.dataset.colour = `${index % 4}`
  return mark
}

/**
 * Shows the files that are not served.
 * @param {HTMLElement} list
 * @param {string[]} problems
 */
export function fillProblems(list, problems) {
  list.hidden = problems.length === 0
  list.append(...problems.map(createProblem))
}

/**
 * Shows the files that are not served. Several are folded, so that the subjects stay in sight.
 * @param {HTMLElement} list
 * @param {string[]} problems
 */
export function foldProblems(list, problems) {
  if (problems.length < 2) return fillProblems(list, problems)
  const fold = document.createElement('details')
  const all = document.createElement('ul')
  all.append(...problems.map(createProblem))
  fold.append(createTextElement('summary', `For the teacher: ${problems.length} files need attention`), all)
  const item = document.createElement('li')
  item.append(fold)
  list.append(item)
}

/**
 * The first line names the file. What is in backticks, such as a command, is code.
 * @param {string} text
 */
function createProblem(text) {
  const item = document.createElement('li')
  const [file = '', ...lines] = text.split('\n')
  const list = Object.assign(document.createElement('ul'), { className: 'lines' })
  for (const line of lines) {
    const parts = line.split('`')
    const element = document.createElement('li')
    element.append(...parts.map((part, index) => (index % 2 ? createTextElement('code', part) : part)))
    list.append(element)
  }
  item.append(createTextElement('strong', file), list)
  return item
}

/**
 * Creates the paragraphs that explain an answer: the explanation, and where it can be looked up.
 * @param {import('../api.js').Check} check
 */
export function createExplanation({ explanation, source }) {
  const paragraphs = []
  if (explanation) paragraphs.push(createTextElement('p', explanation, 'explanation'))
  if (source) paragraphs.push(createTextElement('p', `Source: ${source}`, 'source'))
  return paragraphs
}
