// Recognises where CommonMark blocks start and end, one line at a time. Some repetitions of groups have an upper bound, because
// V8 throws when a long line causes too many backtracking positions.
// @see https://spec.commonmark.org/0.31.2/#leaf-blocks
import { columnsOf, isBlank } from './lines.ts'

/** The start of an ATX heading. */
export const ATX = /^ {0,3}(#{1,6})(?=[ \t]|$)/
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/
const THEMATIC_BREAK_CHARACTERS = /^ {0,3}[-*_][-*_ \t]*$/
const THEMATIC_BREAK = /^(?:\*{3,}|-{3,}|_{3,})$/
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
/** A line that can end a fence. */
export const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/
const ITEM = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/
const INTERRUPTING_ITEM = /^ {0,3}(?:[-+*]|1[.)])[ \t]+\S/
// The title can continue on the next line. Other text after the destination makes it a paragraph, such as `[Fix]: the login page`.
const DEFINITION =
  /^ {0,3}\[((?:[^\\[\]]|\\.){1,999})\]:[ \t]*(<[^<>]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"]*"?|'[^']*'?|\([^()]*\)?))?[ \t]*$/
const ATTRIBUTE = String.raw`\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>${'`'}]+|'[^']*'|"[^"]*"))?`
const BLOCK_TAGS = [
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details',
  'dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr',
  'html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search',
  'section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul',
].join('|')

/** A block that continues until a line closes it. */
export type OpenBlock =
  | { readonly kind: 'fence'; readonly marker: string }
  | { readonly kind: 'html' | 'comment'; readonly end: RegExp | 'blank' }

const COMMENT = /^ {0,3}<!--/

const BLOCK_TAG = new RegExp(`^ {0,3}</?(?:${BLOCK_TAGS})(?=\\s|/?>|$)`, 'i')
const ANY_TAG = new RegExp(
  `^ {0,3}<(?:[a-z][a-z0-9-]*(?:${ATTRIBUTE}){0,1000}\\s*/?|/[a-z][a-z0-9-]*\\s*)>\\s*$`,
  'i',
)

/** The starts and ends of HTML blocks. Only {@link ANY_TAG} cannot interrupt a paragraph. @see https://spec.commonmark.org/0.31.2/#html-blocks */
const HTML_BLOCKS: readonly (readonly [start: RegExp, end: RegExp | 'blank'])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [COMMENT, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<![a-z]/i, />/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [BLOCK_TAG, 'blank'],
  [ANY_TAG, 'blank'],
]

/** Spaces and tabs at the end of a line. Without the lookbehind, a long run before other text would take quadratic time. */
export const TRAILING_SPACE = /(?<![ \t])[ \t]+$/

/** Reads the level and the text of an ATX heading. */
export function readAtxHeading(text: string): { level: number; text: string } | undefined {
  const match = ATX.exec(text)
  if (!match) return undefined
  const content = text.slice(match[0].length).replace(TRAILING_SPACE, '')
  const unclosed = content.replace(/(?<!#)#+$/, '')
  const isClosed = unclosed === '' || /[ \t]$/.test(unclosed)
  return { level: (match[1] as string).length, text: (isClosed ? unclosed : content).trim() }
}

/** Reads the heading level of a setext underline. */
export function readUnderline(text: string): 1 | 2 | undefined {
  const underline = SETEXT.exec(text)?.[1]
  if (!underline) return undefined
  return underline.startsWith('=') ? 1 : 2
}

/** Whether a line is a thematic break. */
export function isThematicBreak(text: string): boolean {
  return THEMATIC_BREAK_CHARACTERS.test(text) && THEMATIC_BREAK.test(text.replaceAll(/[ \t]/g, ''))
}

const LABEL =
  /^ {0,3}(\*{2,3}|__)(?![^*_]*(?:\d\.\d|:\s))(\p{L}[^*_\s]{0,60}?(?:\s+[^*_\s]{1,60}?){0,3}):?\1:?[ \t]*$/u

/** Reads the text of a line of one to four bold words in place of a heading, such as `**Added**`. A version or a statement is no name. */
export function readLabel(text: string): string | undefined {
  return LABEL.exec(text)?.[2]
}

/** Whether a line is an anchor such as `<a name="1.0.0"></a>` or `.. _v1.0.0:`. With its end tag, it is a paragraph in CommonMark. */
export function isAnchor(text: string): boolean {
  return /^(?: {0,3}<a\s[^<>]*>(?:[ \t]*<\/a>)?|\.\. +_[^:]+:)[ \t]*$/i.test(text)
}

/** Reads a link reference definition on one line. The label is not normalised. */
export function readDefinition(text: string): { label: string; destination: string } | undefined {
  const match = DEFINITION.exec(text)
  return match ? { label: match[1] as string, destination: match[2] as string } : undefined
}

/** The targets of inline links, and of those of reStructuredText, as in `` `1.2.0 <https://a.b>`_ ``. */
export function readTargets(text: string): string[] {
  return text.match(/(?<=\]\()[^()\s]*(?=\))|(?<=<)[^<>\s]+(?=>`_)/g) ?? []
}

/** A text without the targets of its links. */
export function withoutTargets(text: string): string {
  return text.replaceAll(/(?<=\])\([^()\s]*\)|<[^<>\s]+>(?=`_)/g, '')
}

/** Reads the fence or HTML block that a line starts, and whether it ends there. `interrupting`: a paragraph is open. */
export function readOpening(
  text: string,
  interrupting: boolean,
): { block: OpenBlock; closed: boolean } | undefined {
  const marker = FENCE.exec(text)?.[1]
  if (marker) return { block: { kind: 'fence', marker }, closed: false }
  const html = HTML_BLOCKS.find(([start]) => start.test(text) && !(interrupting && start === ANY_TAG))
  if (!html) return undefined
  const [start, end] = html
  const block: OpenBlock = { kind: start === COMMENT ? 'comment' : 'html', end }
  return { block, closed: closes(block, text) }
}

/** Whether a line ends an open block. The line belongs to the block, unless it is blank. */
export function closes(block: OpenBlock, text: string): boolean {
  if (block.kind !== 'fence') return block.end === 'blank' ? isBlank(text) : block.end.test(text)
  const closing = FENCE_END.exec(text)?.[1]
  return closing !== undefined && closing[0] === block.marker[0] && closing.length >= block.marker.length
}

/** Whether a line starts a list item. An empty item, or a number other than 1, does not interrupt a paragraph. */
export function isItem(text: string, inParagraph: boolean): boolean {
  return ITEM.test(text) && !isThematicBreak(text) && (!inParagraph || INTERRUPTING_ITEM.test(text))
}

/** The minimum indent, in columns, of a line that belongs to the list item that `text` starts. */
export function contentIndent(text: string): number {
  const [marker = ''] = ITEM.exec(text) ?? []
  const start = text.slice(marker.length).search(/[^ \t]/)
  const indent = columnsOf(text.slice(0, marker.length + start))
  return start === -1 || indent > marker.length + 4 ? marker.length + 1 : indent
}

/** A line of a list item or quote, without its indent and its markers. */
export function withoutMarkers(text: string): string {
  return text
    .replace(/^[ \t>]*/, '')
    .replace(ITEM, '')
    .replace(/^[ \t]+/, '')
}

/** Whether a line of a list item or quote, without its markers, ends in a paragraph that plain text would continue. */
export function endsInParagraph(content: string): boolean {
  return !isBlank(content) && !ATX.test(content) && !FENCE.test(content) && !isThematicBreak(content)
}
