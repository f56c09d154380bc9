// Converts the HTML of a question to the text that people see.
import { DomUtils, parseDocument } from 'htmlparser2'

/** A text, and whether it lacks something that a player would need. */
export interface VisibleText {
  readonly text: string
  /** What the text lacks, such as `img`. */
  readonly lost?: string
}

/** Elements that start a line. */
const BLOCKS = [
  'p',
  'div',
  'br',
  'li',
  'tr',
  'ul',
  'ol',
  'table',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
]

/** Elements that a text cannot show. */
const MEDIA = ['img', 'audio', 'video', 'object', 'iframe', 'svg', 'embed', 'canvas']

/** The characters for digits above and below the line. */
const RAISED = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' } as const

export function toVisibleText(html: string): VisibleText {
  const document = parseDocument(html)
  const lost = DomUtils.getElementsByTagName((name) => MEDIA.includes(name), document)[0]?.name
  for (const name of ['sup', 'sub'] as const)
    for (const element of DomUtils.getElementsByTagName(name, document)) {
      const text = DomUtils.textContent(element)
      const isNumber = /^\d+$/.test(text)
      const mark = name === 'sup' ? '^' : '_'
      const shown = isNumber
        ? text.replace(/\d/g, (digit) => RAISED[name].charAt(Number(digit)))
        : mark + text
      element.children = parseDocument(shown).children
    }
  for (const element of DomUtils.getElementsByTagName((name) => BLOCKS.includes(name), document))
    DomUtils.prepend(element, parseDocument('\n').children[0] ?? element)
  const text = DomUtils.textContent(document)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
  return { text, ...(lost !== undefined && { lost }) }
}
