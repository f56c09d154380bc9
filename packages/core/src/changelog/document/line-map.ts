// Maps each line of a Markdown document to the block at the root that it belongs to. Headings inside fences, HTML, lists and
// quotes are not included. A Markdown library builds a tree, which takes a second for one megabyte; the map takes milliseconds.
import {
  ATX,
  closes,
  contentIndent,
  endsInParagraph,
  isItem,
  isThematicBreak,
  type OpenBlock,
  readAtxHeading,
  readDefinition,
  readOpening,
  readUnderline,
  withoutMarkers,
} from './blocks.ts'
import { indentOf, isBlank, type Line } from './lines.ts'

/** A heading at the root. Line indexes start at 0. A setext heading has two or more lines. */
export interface Heading {
  readonly level: number
  readonly text: string
  readonly firstLine: number
  readonly lastLine: number
  readonly isSetext: boolean
  /** Whether it is a line of text in place of a heading: in bold, or a version. */
  readonly isLabel?: true
}

/** A text without the backslashes that some tools write in versions, as in `2\.6-4`. */
export function unescapeVersion(text: string): string {
  return text.replaceAll(/(?<=\d)\\(?=[.-]\d)/g, '')
}

/** A line of text in place of a heading. */
export function toLabel(line: number, level: number, text: string): Heading {
  return { level, text, firstLine: line, lastLine: line, isSetext: false, isLabel: true }
}

/** A link reference definition at the root. */
export interface Definition {
  /** As in the file, not normalised. */
  readonly label: string
  readonly destination: string
  /** The index of its line. */
  readonly line: number
}

/** The syntax of a file, and how its lines are read as Markdown: each line as one line. */
export interface Dialect {
  readonly syntax: 'markdown' | 'rst' | 'plain' | 'items' | 'org' | 'prose'
  readonly translate: (lines: readonly string[]) => readonly string[]
}

const MARKDOWN: Dialect = { syntax: 'markdown', translate: (lines) => lines }

type Leaf = 'blank' | 'heading' | 'paragraph' | 'thematic_break' | 'code'
/** The kind of block at the root that a line belongs to. */
export type LineKind = Leaf | 'list' | 'quote' | OpenBlock['kind']

/** The lines of a document, and the blocks at the root that they belong to. */
export interface LineMap {
  readonly lines: readonly Line[]
  /** The kind of each line of `lines`. */
  readonly kinds: readonly LineKind[]
  readonly headings: readonly Heading[]
  readonly definitions: readonly Definition[]
  /** The kind of the block that is open at the end. Appended text would be a part of it. */
  readonly openAtEnd: OpenBlock['kind'] | undefined
  readonly dialect: Dialect
  /** The lines in Markdown. */
  readonly markdown: readonly string[]
}

/** The parser state after the lines so far. */
interface State {
  open?: OpenBlock | undefined
  /** The index of the first line of the paragraph at the root that the next line can continue. */
  paragraph?: number | undefined
  /** Whether that paragraph so far consists only of link reference definitions. */
  isDefinition: boolean
  /** The container whose paragraph the next line of plain text would continue (a lazy continuation line). */
  lazy?: 'list' | 'quote' | undefined
  /** The minimum indent, in columns, of a line that belongs to the current list item. */
  itemIndent?: number | undefined
  /** Whether the previous line is the start of a list item without content. */
  isItemEmpty: boolean
  /** The fence or HTML block that is open in the current list item or quote. */
  inner?: OpenBlock | undefined
}

/** Maps the lines of a text in Markdown. */
export function mapMarkdown(lines: readonly string[]) {
  const state: State = { isDefinition: false, isItemEmpty: false }
  const kinds: LineKind[] = []
  const headings: Heading[] = []
  const definitions: Definition[] = []
  for (const [index, text] of lines.entries()) {
    const endsFrontMatter = text === '---' && state.paragraph === 1 && lines[0] === '---'
    const kind = endsFrontMatter ? 'thematic_break' : classify(state, text)
    if (kind === 'heading') {
      const heading = readHeadingAt(lines, index, state.paragraph)
      headings.push(heading)
      kinds.fill('heading', heading.firstLine)
    }
    kinds.push(kind)
    advance(state, kind, text, index)
    const definition = state.isDefinition ? readDefinition(text) : undefined
    if (definition) definitions.push({ ...definition, line: index })
  }
  const { open } = state
  const openAtEnd = open?.kind === 'fence' || open?.end instanceof RegExp ? open.kind : undefined
  return { kinds, headings, definitions, openAtEnd }
}

/** Maps the lines of a document. The titles of other syntaxes count as labels, with the lines around them. */
export function mapLines(lines: readonly Line[], dialect = MARKDOWN): LineMap {
  const markdown = dialect.translate(lines.map(({ text }) => text))
  const map = mapMarkdown(markdown)
  const isRemoved = (line: number) => markdown[line] === '' && !isBlank(lines[line]?.text ?? '')
  const kinds = [...map.kinds]
  const headings = map.headings.map((heading): Heading => {
    const { firstLine: line } = heading
    const lastLine = isRemoved(line + 1) ? line + 1 : line
    const firstLine = isRemoved(line - 1) && lines[line - 1]?.text === lines[lastLine]?.text ? line - 1 : line
    if (markdown[line] === lines[line]?.text && firstLine === line) return heading
    kinds.fill('heading', firstLine, lastLine + 1)
    return { ...heading, firstLine, lastLine, isLabel: true }
  })
  return { ...map, lines, kinds, headings, dialect, markdown }
}

/** The text of a line in Markdown. Empty when there is no such line. */
export function markdownAt({ markdown }: LineMap, line: number): string {
  return markdown[line] ?? ''
}

/** The text of a line. Empty when there is no such line. */
export function textAt({ lines }: Pick<LineMap, 'lines'>, line: number): string {
  return lines[line]?.text ?? ''
}

/** Whether a line is a paragraph or a quote of its own. */
export function isAlone({ kinds }: Pick<LineMap, 'kinds'>, line: number): boolean {
  const kind = kinds[line]
  return (kind === 'paragraph' || kind === 'quote') && kinds[line - 1] !== kind && kinds[line + 1] !== kind
}

/** The kind of the next line. */
function classify(state: State, text: string): LineKind {
  if (state.open) return state.open.kind === 'html' && isBlank(text) ? 'blank' : state.open.kind
  if (isBlank(text)) return 'blank'
  const indent = indentOf(text)
  if (state.itemIndent !== undefined && indent >= state.itemIndent) return 'list'
  const inParagraph = state.paragraph !== undefined
  if (indent >= 4) return inParagraph ? 'paragraph' : (state.lazy ?? 'code')
  if (inParagraph && !state.isDefinition && readUnderline(text)) return 'heading'
  if (ATX.test(text)) return 'heading'
  const opening = readOpening(text, inParagraph || state.lazy !== undefined)
  if (opening) return opening.block.kind
  if (isThematicBreak(text)) return 'thematic_break'
  if (/^ {0,3}>/.test(text)) return 'quote'
  if (isItem(text, inParagraph)) return 'list'
  return state.lazy ?? 'paragraph'
}

/** Updates the state after a line. */
function advance(state: State, kind: LineKind, text: string, index: number): void {
  const interrupting = state.paragraph !== undefined || state.lazy !== undefined
  if (state.open) {
    if (closes(state.open, text)) state.open = undefined
  } else if (kind === 'fence' || kind === 'html' || kind === 'comment') {
    const opening = readOpening(text, interrupting)
    if (opening && !opening.closed) state.open = opening.block
  }
  const isInItem = state.itemIndent !== undefined && indentOf(text) >= state.itemIndent
  const startsItem = kind === 'list' && !isInItem && isItem(text, false)
  if (startsItem) {
    state.itemIndent = contentIndent(text)
    state.inner = undefined
  } else if (kind !== 'list' && (kind !== 'blank' || state.isItemEmpty)) {
    state.itemIndent = undefined
  }
  state.isItemEmpty = startsItem && withoutMarkers(text) === ''
  state.isDefinition =
    kind === 'paragraph' &&
    (state.paragraph === undefined || state.isDefinition) &&
    readDefinition(text) !== undefined
  state.paragraph = kind === 'paragraph' ? (state.paragraph ?? index) : undefined
  advanceInner(state, kind, text)
}

/** Updates what the state knows of the content of a list item or quote. */
function advanceInner(state: State, kind: LineKind, text: string): void {
  const isContainer = kind === 'list' || kind === 'quote'
  const content = isContainer ? withoutMarkers(text) : ''
  const { inner, lazy } = state
  const isInside = inner && (isContainer || kind === 'blank') && !closes(inner, content)
  const isOutside = isContainer && !inner
  const opening = isOutside ? readOpening(content, lazy !== undefined) : undefined
  state.lazy = isOutside && !opening && endsInParagraph(content) ? kind : undefined
  state.inner = isInside ? inner : opening?.closed === false ? opening.block : undefined
}

/** Reads the heading that ends at a line. @param paragraph the first line of the text of a setext heading */
function readHeadingAt(lines: readonly string[], index: number, paragraph = index): Heading {
  const line = lines[index] ?? ''
  const atx = readAtxHeading(line)
  const firstLine = atx ? index : paragraph
  const above = lines.slice(firstLine, index).map((text) => text.trim())
  const text = unescapeVersion(atx?.text ?? above.join('\n'))
  const level = atx?.level ?? readUnderline(line) ?? 1
  return { level, text, firstLine, lastLine: index, isSetext: !atx }
}
