// Screens are templates of index.html, filled in. Texts go in as text, never as HTML.

/**
 * A screen's parts by their names: the elements of its template that have a `data-part`.
 * @typedef {(name: string) => HTMLElement} Parts
 */

const screen = /** @type {HTMLElement} */ (document.querySelector('#screen'))
const news = /** @type {HTMLElement} */ (document.querySelector('#news'))

/**
 * Shows a template in place of whatever is shown, with `texts` in its parts, and moves the focus to its heading, so
 * that a screen reader reads it and the Tab key goes on from it.
 * @param {string} name
 * @param {Record<string, string>} [texts]
 * @returns {Parts} the parts, to be given their behaviour
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
  news.textContent = ''
  screen.replaceChildren(content)
  const heading = /** @type {HTMLElement} */ (screen.querySelector('h1'))
  document.title = `${heading.textContent} · Quiz`
  heading.focus()
  scrollTo(0, 0)
  return (part) => parts.get(part)
}

/**
 * Tells a screen reader something without moving the focus.
 * @param {string} text
 */
export function announce(text) {
  news.textContent = text
}

/**
 * A number of things in words.
 * @param {number} number
 * @param {string} thing
 */
export function count(number, thing) {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}

/**
 * An element with a text and perhaps a class.
 * @param {string} tag
 * @param {string} text
 * @param {string} [className]
 */
export function textElement(tag, text, className) {
  const element = document.createElement(tag)
  element.textContent = text
  if (className) element.className = className
  return element
}
