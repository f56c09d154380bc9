// Converts the HTML of a question to the text that people see.
import { DomUtils, ElementType, parseDocument } from 'htmlparser2'

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

/** Elements of a font that a question can ask about, and words that do. */
const FONTS = ['u', 'ins', 'del', 's', 'strike', 'b', 'strong', 'i', 'em']
const ASKS_ABOUT_FONT = new RegExp(
  [
    'underlin|unterstr|soulign|subray|sublinh|sottoline|подч[её]рк|下線|下划线|밑줄',
    'str(?:uck|ike|iked) ?(?:out|through)|crossed out|durchgestr|barré|tachad',
    String.raw`\bbold|\bfett\b|\ben gras\b|negrita|negrito|grassetto`,
    String.raw`\bitalics?\b|kursiv|en italique|cursiva|corsivo`,
  ].join('|'),
  'i',
)

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

/** How the items of a list are numbered, by its type or its style. An answer can name them. */
const LABELS = [
  [/^a$|alpha|latin/i, 'a b c d e f g h i j k l'],
  [/^i$|roman/i, 'i ii iii iv v vi vii viii ix x xi xii'],
] as const

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

function labelOf(item: Element): string {
  const list = item.parent
  if (!list || !('attribs' in list) || list.name !== 'ol') return ''
  const { type, style, start = 1 } = list.attribs
  const kind = type ?? style ?? ''
  const place = DomUtils.getElementsByTagName('li', list.children, false).indexOf(item)
  const number = Number(start) + place
  const [, labels = ''] = LABELS.find(([pattern]) => pattern.test(kind)) ?? []
  const label = labels.split(' ')[number - 1] || `${number}`
  return `${/^[AI]$|upper/.test(kind) ? label.toUpperCase() : label}.${NUMBER_END}`
}

/** The text of a node, with signs for the ends of lines. */
function showNode(node: Node): string {
  if (node.type === ElementType.Text) return node.data
  if (!('children' in node)) return ''
  const text = node.children.map(showNode).join('')
  if (!('attribs' in node)) return text
  const { name } = node
  if (HIDDEN.includes(name)) return ''
  if (name === 'sup' || name === 'sub') return shift(text, name)
  if (name === 'br') return LINE_END
  if (name === 'td' || name === 'th') return ` ${text}`
  if (!BLOCKS.includes(name)) return text
  const shown = name === 'pre' ? keepSpaces(text.replaceAll(LINE_END, '\n')) : text
  return LINE_END + (name === 'li' ? labelOf(node) : '') + shown + LINE_END
}

/** A `<` that starts no tag, as in `a<b and c` and `a <b and c> d`. What follows it would be lost. */
const BROKEN_TAG = /<[a-z][^<>]*(?:<|$)|<[a-z]\s+[^<>=\s/][^<>=]*>/i

const SEVERAL_LANGUAGES = /\{mlang\b|<span[^<>]*\sclass="multilang"/i

export function toVisibleText(html: string): VisibleText {
  const document = parseDocument(html)
  const find = (names: readonly string[]) =>
    DomUtils.getElementsByTagName((name) => names.includes(name), document, true, 1)[0]?.name
  const text = joinOrdinals(document.children.map(showNode).join(''))
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/ ?\ue003[ \ue003]*/g, '\n')
    .replace(/\ue004\s*/g, ' ')
    .trim()
    .replace(/[\ue000-\ue002]/g, (char) => KEPT.charAt(char.charCodeAt(0) - 0xe000))
  const media = find(MEDIA)
  const font = ASKS_ABOUT_FONT.test(text) && find(FONTS)
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

/** A tag behind a word can be what the text is about, as in `What does <br> do?`. */
const TAG_IN_TEXT = /[^\s>:] <(?:br|hr|p)\b[^<>]*>/i

export function readFormatted(written: string, format: TextFormat): VisibleText {
  if (format === 'html') return toVisibleText(written)
  if (format === 'markdown' && MARKDOWN.test(written)) return { text: written, lost: 'one in Markdown' }
  if (format === 'plain' || !IS_HTML.test(written)) return { text: written.trim() }
  if (TAG_IN_TEXT.test(written)) return { text: written, lost: 'a tag that can be a part of the text' }
  return toVisibleText(written.replace(/\r\n|\n|\r/g, '<br>'))
}
