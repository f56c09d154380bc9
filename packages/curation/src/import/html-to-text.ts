// Converts the HTML of a question to the text that people see.
import { DomUtils, parseDocument } from 'htmlparser2'

/** A text, and whether it lacks something that a player would need. */
export interface VisibleText {
  readonly text: string
  /** Why the text is not the whole one, such as `one with <img>`. */
  readonly lost?: string
}

/** Elements that are lines of their own. */
const BLOCKS =
  'p div br hr li tr ul ol dl dt dd table blockquote pre h1 h2 h3 h4 h5 h6 section article header footer'.split(
    ' ',
  )

/** Elements that a text cannot show. */
const MEDIA = ['img', 'audio', 'video', 'object', 'iframe', 'svg', 'embed', 'canvas', 'math']

/** Elements whose text nobody sees, or sees as deleted. */
const HIDDEN = ['style', 'script', 'del', 's', 'strike', 'rt', 'rp']

/** Fonts that a question can ask about, and the words that do. */
const FONTS: readonly (readonly [names: readonly string[], words: RegExp])[] = [
  [['u', 'ins'], /underlin|unterstr|soulign|subray|sublinh|sottoline|подч[её]рк|下線|下划线|밑줄/i],
  [['del', 's', 'strike'], /str(?:uck|ike|iked) ?(?:out|through)|crossed out|durchgestr|barré|tachad/i],
  [['b', 'strong'], /\bbold|\bfett\b|\ben gras\b|negrita|negrito|grassetto/i],
  [['i', 'em'], /\bitalics?\b|kursiv|en italique|cursiva|corsivo/i],
]

/** The characters for digits above and below the line. */
const RAISED = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' } as const

/** Writes a text that is above or below the line: `²`, `^n`, or `^(n-1)`, which is not `^n-1`. */
export function shift(text: string, place: keyof typeof RAISED): string {
  if (/^\d+$/.test(text)) return text.replace(/\d/g, (digit) => RAISED[place].charAt(Number(digit)))
  if (text.trim() === '') return text
  const mark = place === 'sup' ? '^' : '_'
  return /^[\p{L}\p{N}]+$/u.test(text) ? mark + text : `${mark}(${text})`
}

/** The raised end of an ordinal number is no exponent: `19th`. */
export const joinOrdinals = (text: string) =>
  text.replace(/(?<=\d)\^(?=(?:st|nd|rd|th|er|re|ère|e|ème)(?![\p{L}\p{N}]))/gu, '')

/** Spaces of code, line ends and the ends of the numbers of items become characters that no text contains. */
const KEPT = ' \t\n'
const [LINE_END, NUMBER_END] = ['\ue003', '\ue004']

/** Code keeps its indentation, except for that of all lines. */
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

const ROMAN = ' i ii iii iv v vi vii viii ix x xi xii'.split(' ')

/** How the items of a list are numbered, by its type or its style. An answer can name them. */
const NUMBERING: readonly (readonly [kind: RegExp, numberOf: (number: number) => string | undefined])[] = [
  [/^A$|upper-(?:alpha|latin)/, (number) => String.fromCharCode(64 + number)],
  [/^a$|alpha|latin/, (number) => String.fromCharCode(96 + number)],
  [/^I$|upper-roman/, (number) => ROMAN[number]?.toUpperCase()],
  [/^i$|roman/, (number) => ROMAN[number]],
]

/** A `<` that starts no tag, as in `a<b and c` and `a <b and c> d`. What follows it would be lost. */
const BROKEN_TAG = /<[a-z][^<>]*(?:<|$)|<[a-z]\s+[^<>=\s/][^<>=]*>/i

const SEVERAL_LANGUAGES = /\{mlang\b|<span[^<>]*\sclass="multilang"/i

export function toVisibleText(html: string): VisibleText {
  const document = parseDocument(html)
  const find = (names: readonly string[]) =>
    DomUtils.getElementsByTagName((name) => names.includes(name), document)
  const media = find(MEDIA)[0]?.name
  const fonts = FONTS.filter(([names]) => find(names).length > 0)
  for (const place of ['sup', 'sub'] as const)
    for (const element of find([place]))
      element.children = [createText(shift(DomUtils.textContent(element), place))]
  for (const element of find(HIDDEN)) element.children = []
  for (const element of find(['pre'])) {
    for (const end of DomUtils.getElementsByTagName('br', element))
      DomUtils.replaceElement(end, createText('\n'))
    element.children = [createText(keepSpaces(DomUtils.textContent(element)))]
  }
  for (const element of find(['td', 'th'])) DomUtils.prependChild(element, createText(' '))
  for (const { attribs, children } of find(['ol'])) {
    const kind = attribs.type ?? attribs.style ?? ''
    const [, numberOf = String] = NUMBERING.find(([pattern]) => pattern.test(kind)) ?? []
    for (const [index, item] of DomUtils.getElementsByTagName('li', children, false).entries()) {
      const number = Number(attribs.start ?? 1) + index
      DomUtils.prependChild(item, createText(`${numberOf(number) ?? number}.${NUMBER_END}`))
    }
  }
  for (const element of find(BLOCKS)) {
    DomUtils.prepend(element, createText(LINE_END))
    if (element.name !== 'br') DomUtils.append(element, createText(LINE_END))
  }
  const text = joinOrdinals(DomUtils.textContent(document))
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/ ?\ue003[ \ue003]*/g, '\n')
    .replace(/\ue004\s*/g, ' ')
    .trim()
    .replace(/[\ue000-\ue002]/g, (char) => KEPT.charAt(char.charCodeAt(0) - 0xe000))
  const font = fonts.find(([, words]) => words.test(text))?.[0][0]
  const losses = [
    media && `one with <${media}>`,
    font && `one that asks about <${font}>`,
    BROKEN_TAG.test(html) && 'a < that can be a sign or start a tag',
    SEVERAL_LANGUAGES.test(html) && 'one in several languages',
  ]
  const lost = losses.find((reason) => reason)
  return { text, ...(lost && { lost }) }
}

/** Tags and entities that show that a text is HTML. A `<` alone is a sign. */
const IS_HTML = /<(?:br|hr|img|p)(?:\s[^<>]*=[^<>]*)?\s*\/?>|<\/[a-z]+\d?>|&(?:[a-z]+\d*|#\d+|#x[\da-f]+);/i

/** What can be a sign of Markdown. Other texts of this format are read like those without a format. */
const MARKDOWN = /[*_`[\\]|^\s*(?:[#>+-]|\d+[.)]\s)/m

/** How Moodle can write a text. `moodle` is HTML when it has tags, and its line ends are kept. */
export type TextFormat = 'html' | 'markdown' | 'plain' | 'moodle'

export function readFormatted(written: string, format: TextFormat): VisibleText {
  if (format === 'html') return toVisibleText(written)
  if (format === 'markdown' && MARKDOWN.test(written)) return { text: written, lost: 'one in Markdown' }
  if (format === 'plain' || !IS_HTML.test(written)) return { text: written.trim() }
  return toVisibleText(written.replace(/\r\n|\n|\r/g, '<br>'))
}
