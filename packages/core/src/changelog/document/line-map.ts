// Maps each line of a Markdown document to the block at the root that it belongs to. Headings inside fences,
// HTML, lists and quotes are not included. No tree is built: a tree of a one-megabyte file takes a second,
// the map takes milliseconds.
import {
  closes,
  contentIndent,
  endsInParagraph,
  isEmptyItem,
  isItem,
  isQuote,
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
  /** Whether it is a line in bold in place of a heading. */
  readonly isLabel?: true
}

/** A link reference definition at the root. */
export interface Definition {
  /** As in the file, not normalised. */
  readonly label: string
  readonly destination: string
  /** The index of its line. */
  readonly line: number
}

/** The kind of block at the root that a line belongs to. */
export type LineKind =
  | 'blank'
  | 'heading'
  | 'paragraph'
  | 'list'
  | 'quote'
  | 'fence'
  | 'html'
  | 'comment'
  | 'code'
  | 'thematic_break'

/** The lines of a document, and the blocks at the root that they belong to. */
export interface LineMap {
  readonly lines: readonly Line[]
  /** The kind of each line of `lines`. */
  readonly kinds: readonly LineKind[]
  readonly headings: readonly Heading[]
  readonly definitions: readonly Definition[]
  /**
   * The kind of the block that is open at the end, if any. Text appended to the document would be part of it.
   */
  readonly openAtEnd: OpenBlock['kind'] | undefined
}

/** The parser state after the lines so far. */
interface State {
  open: OpenBlock | undefined
  /** The index of the first line of the paragraph at the root that the next line can continue. */
  paragraph: number | undefined
  /** Whether that paragraph so far consists only of link reference definitions. */
  isDefinition: boolean
  /** The container whose paragraph the next line of plain text would continue (a lazy continuation line). */
  lazy: 'list' | 'quote' | undefined
  /** The minimum indent, in columns, of a line that belongs to the current list item. */
  itemIndent: number | undefined
  /** Whether the previous line is the start of a list item without content. */
  isItemEmpty: boolean
  /** The fence or HTML block that is open in the current list item or quote. */
  inner: OpenBlock | undefined
}

/** Maps the lines of a whole document. */
export function mapLines(lines: readonly Line[]): LineMap {
  return mapRange(lines, 0, lines.length).map
}

/**
 * Maps the lines after a change of some of them. The lines before and after the headings around the change are not mapped
 * again.
 * @param before the map before the change
 * @param change the line indexes of the change in the old lines, `to` is exclusive; and the new lines, of which those outside
 * the change are the same
 */
export function remapLines(
  before: LineMap,
  { from, to, lines }: { readonly from: number; readonly to: number; readonly lines: readonly Line[] },
): LineMap {
  // After a heading, nothing is open: the state is the one at the start of a document.
  const start = (before.headings.findLast(({ lastLine }) => lastLine < from)?.lastLine ?? -1) + 1
  const next = before.headings.find(({ firstLine, isSetext }) => firstLine >= to && !isSetext)
  if (!next) return mapLines(lines)
  const shift = lines.length - before.lines.length
  const end = next.firstLine + shift
  const { map, state } = mapRange(lines, start, end)
  if (classify(state, lines[end]?.text ?? '') !== 'heading') return mapLines(lines)
  const isBefore = ({ firstLine }: Heading) => firstLine < start
  return {
    lines,
    kinds: [...before.kinds.slice(0, start), ...map.kinds, ...before.kinds.slice(next.firstLine)],
    headings: [
      ...before.headings.filter(isBefore),
      ...map.headings,
      ...before.headings
        .slice(before.headings.indexOf(next))
        .map((one) => ({ ...one, firstLine: one.firstLine + shift, lastLine: one.lastLine + shift })),
    ],
    definitions: [
      ...before.definitions.filter(({ line }) => line < start),
      ...map.definitions,
      ...before.definitions
        .filter(({ line }) => line >= next.firstLine)
        .map((one) => ({ ...one, line: one.line + shift })),
    ],
    openAtEnd: before.openAtEnd,
  }
}

/** Maps some lines of a document, from one at which nothing is open. `to` is exclusive. */
function mapRange(lines: readonly Line[], from: number, to: number): { map: LineMap; state: State } {
  const state: State = {
    open: undefined,
    paragraph: undefined,
    isDefinition: false,
    lazy: undefined,
    itemIndent: undefined,
    isItemEmpty: false,
    inner: undefined,
  }
  const kinds: LineKind[] = []
  const headings: Heading[] = []
  const definitions: Definition[] = []
  for (let index = from; index < to; index++) {
    const text = lines[index]?.text ?? ''
    const kind = classify(state, text)
    if (kind === 'heading') {
      const heading = readHeadingAt(lines, index, state.paragraph)
      headings.push(heading)
      kinds.fill('heading', heading.firstLine - from)
    }
    kinds.push(kind)
    advance(state, kind, text, index)
    const definition = state.isDefinition ? readDefinition(text) : undefined
    if (definition) definitions.push({ ...definition, line: index })
  }
  const { open } = state
  const openAtEnd = open && !(open.kind !== 'fence' && open.end === 'blank') ? open.kind : undefined
  return { map: { lines, kinds, headings, definitions, openAtEnd }, state }
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
  if (readAtxHeading(text)) return 'heading'
  const opening = readOpening(text, inParagraph || state.lazy !== undefined)
  if (opening) return opening.block.kind
  if (isThematicBreak(text)) return 'thematic_break'
  if (isQuote(text)) return 'quote'
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
  const startsItem =
    kind === 'list' &&
    isItem(text, false) &&
    !(state.itemIndent !== undefined && indentOf(text) >= state.itemIndent)
  if (startsItem) {
    state.itemIndent = contentIndent(text)
    state.inner = undefined
  } else if (kind !== 'list' && (kind !== 'blank' || state.isItemEmpty)) {
    state.itemIndent = undefined
  }
  state.isItemEmpty = startsItem && isEmptyItem(text)
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
  const wasOpen = isContainer && state.inner !== undefined
  const content = withoutMarkers(text)
  if (!isContainer) {
    if (kind !== 'blank' || (state.inner && closes(state.inner, ''))) state.inner = undefined
  } else if (state.inner) {
    if (closes(state.inner, content)) state.inner = undefined
  } else {
    const opening = readOpening(content, state.lazy !== undefined)
    if (opening && !opening.closed) state.inner = opening.block
    if (opening) {
      state.lazy = undefined
      return
    }
  }
  state.lazy = isContainer && !wasOpen && endsInParagraph(text) ? kind : undefined
}

/**
 * Reads the heading that ends at a line.
 * @param paragraph the index of the first line of a setext heading's text; undefined for an ATX heading
 */
function readHeadingAt(lines: readonly Line[], index: number, paragraph: number | undefined): Heading {
  const text = lines[index]?.text ?? ''
  const level = paragraph === undefined ? undefined : readUnderline(text)
  if (paragraph === undefined || level === undefined) {
    const atx = readAtxHeading(text) ?? { level: 1, text: '' }
    return { ...atx, firstLine: index, lastLine: index, isSetext: false }
  }
  const textLines = lines.slice(paragraph, index).map((line) => line.text.trim())
  return { level, text: textLines.join('\n'), firstLine: paragraph, lastLine: index, isSetext: true }
}
