// Converts the HTML of a question to the text that people see.
import { DomUtils, parseDocument } from 'htmlparser2'

/** A text, and whether it lacks something that a player would need. */
export interface VisibleText {
  readonly text: string
  /** What the text lacks, such as `img`. */
  readonly lost?: string
}

/** Elements that start a line. */
const BLOCKS = 'p div br li tr ul ol table blockquote pre h1 h2 h3 h4'.split(' ')

/** Elements that a text cannot show. */
const MEDIA = ['img', 'audio', 'video', 'object', 'iframe', 'svg', 'embed', 'canvas', 'math']

/** Elements whose text nobody sees, or sees as deleted. */
const HIDDEN = ['style', 'script', 'del', 's', 'strike', 'rt', 'rp']

/** The characters for digits above and below the line. */
const RAISED = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' } as const

/** Writes a text that is above or below the line: `²`, `^n`, or `^(n-1)`, which is not `^n-1`. */
export function shift(text: string, place: keyof typeof RAISED): string {
  if (/^\d+$/.test(text)) return text.replace(/\d/g, (digit) => RAISED[place].charAt(Number(digit)))
  if (text.trim() === '') return text
  const mark = place === 'sup' ? '^' : '_'
  return /^[\p{L}\p{N}]+$/u.test(text) ? mark + text : `${mark}(${text})`
}

/** Spaces become characters that no text contains, so that code keeps its indentation, except for that of all lines. */
const KEPT = ' \t\n'

function keepSpaces(code: string): string {
  const lines = code.replace(/^(?:[ \t]*\n)+|\s+$/g, '').split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const text = lines.map((line) => line.slice(Math.min(...indents))).join('\n')
  return text.replace(/[ \t\n]/g, (char) => String.fromCharCode(0xe000 + KEPT.indexOf(char)))
}

function createText(text: string) {
  const [node] = parseDocument('x').children
  return Object.assign(node ?? parseDocument(''), { data: text })
}

export function toVisibleText(html: string): VisibleText {
  const document = parseDocument(html)
  const lost = DomUtils.getElementsByTagName((name) => MEDIA.includes(name), document)[0]?.name
  for (const name of ['sup', 'sub'] as const)
    for (const element of DomUtils.getElementsByTagName(name, document)) {
      element.children = [createText(shift(DomUtils.textContent(element), name))]
    }
  for (const element of DomUtils.getElementsByTagName((name) => HIDDEN.includes(name), document))
    element.children = []
  for (const element of DomUtils.getElementsByTagName('pre', document)) {
    for (const end of DomUtils.getElementsByTagName('br', element))
      DomUtils.replaceElement(end, createText('\n'))
    element.children = [createText(keepSpaces(DomUtils.textContent(element)))]
  }
  for (const element of DomUtils.getElementsByTagName((name) => ['td', 'th'].includes(name), document))
    DomUtils.prependChild(element, createText(' '))
  for (const element of DomUtils.getElementsByTagName((name) => BLOCKS.includes(name), document))
    DomUtils.prepend(element, createText('\n'))
  const text = DomUtils.textContent(document)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
    .replace(/[\ue000-\ue002]/g, (char) => KEPT.charAt(char.charCodeAt(0) - 0xe000))
  return { text, ...(lost !== undefined && { lost }) }
}
