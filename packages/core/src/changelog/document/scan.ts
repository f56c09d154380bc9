// Finds the headings at the root of a Markdown document. Headings inside fences, HTML, lists and quotes are not
// included. The scan reads lines and builds no tree. A tree of a one-megabyte file takes a second; the scan takes
// milliseconds.
import {
  closes,
  contentIndent,
  endsInParagraph,
  isItem,
  isQuote,
  isRule,
  type OpenBlock,
  readAtxHeading,
  readDefinition,
  readOpening,
  readUnderline,
} from './blocks.ts'
import { indentOf, isBlank, type Line } from './lines.ts'

/** A heading at the root. Lines are numbered from 0. A setext heading has two or more lines. */
export interface Heading {
  readonly level: number
  readonly text: string
  readonly firstLine: number
  readonly lastLine: number
  readonly isSetext: boolean
}

/** A link reference definition at the root. */
export interface Definition {
  readonly label: string
  readonly destination: string
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
  | 'rule'

/** The result of a scan, line by line. */
export interface Scan {
  readonly lines: readonly Line[]
  readonly kinds: readonly LineKind[]
  readonly headings: readonly Heading[]
  readonly definitions: readonly Definition[]
  /** The block that is still open at the end, if any. Text appended to the document would become part of it. */
  readonly openAtEnd: OpenBlock['kind'] | undefined
}

/** The parser state after the lines read so far. */
interface State {
  open: OpenBlock | undefined
  /** The first line of the paragraph at the root that the next line could continue. */
  paragraph: number | undefined
  /** Whether that paragraph consists only of link reference definitions so far. */
  isDefinition: boolean
  /** The container whose paragraph the next line of plain text would continue lazily. */
  lazy: 'list' | 'quote' | undefined
  /** The content indent of the current list item. */
  itemIndent: number | undefined
}

/** Scans a whole document. */
export function scan(lines: readonly Line[]): Scan {
  const state: State = {
    open: undefined,
    paragraph: undefined,
    isDefinition: false,
    lazy: undefined,
    itemIndent: undefined,
  }
  const kinds: LineKind[] = []
  const headings: Heading[] = []
  const definitions: Definition[] = []
  for (const [number, { text }] of lines.entries()) {
    const kind = classify(state, text)
    if (kind === 'heading') {
      const heading = makeHeading(lines, number, state.paragraph)
      headings.push(heading)
      kinds.fill('heading', heading.firstLine)
    }
    kinds.push(kind)
    advance(state, kind, text, number)
    const definition = state.isDefinition ? readDefinition(text) : undefined
    if (definition) definitions.push({ ...definition, line: number })
  }
  const { open } = state
  const openAtEnd = open && !(open.kind !== 'fence' && open.end === 'blank') ? open.kind : undefined
  return { lines, kinds, headings, definitions, openAtEnd }
}

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
  if (isRule(text)) return 'rule'
  if (isQuote(text)) return 'quote'
  if (isItem(text, inParagraph)) return 'list'
  return state.lazy ?? 'paragraph'
}

function advance(state: State, kind: LineKind, text: string, number: number): void {
  const interrupting = state.paragraph !== undefined || state.lazy !== undefined
  if (state.open) {
    if (closes(state.open, text)) state.open = undefined
  } else if (kind === 'fence' || kind === 'html' || kind === 'comment') {
    const opening = readOpening(text, interrupting)
    if (opening && !opening.closed) state.open = opening.block
  }
  if (kind === 'list') {
    const startsItem =
      isItem(text, false) && !(state.itemIndent !== undefined && indentOf(text) >= state.itemIndent)
    if (startsItem) state.itemIndent = contentIndent(text)
  } else if (kind !== 'blank') {
    state.itemIndent = undefined
  }
  state.isDefinition =
    kind === 'paragraph' &&
    (state.paragraph === undefined || state.isDefinition) &&
    readDefinition(text) !== undefined
  state.paragraph = kind === 'paragraph' ? (state.paragraph ?? number) : undefined
  state.lazy = (kind === 'list' || kind === 'quote') && endsInParagraph(text) ? kind : undefined
}

function makeHeading(lines: readonly Line[], number: number, paragraph: number | undefined): Heading {
  const text = lines[number]?.text ?? ''
  const level = paragraph === undefined ? undefined : readUnderline(text)
  if (paragraph === undefined || level === undefined) {
    const atx = readAtxHeading(text) ?? { level: 1, text: '' }
    return { ...atx, firstLine: number, lastLine: number, isSetext: false }
  }
  const above = lines.slice(paragraph, number).map((line) => line.text.trim())
  return { level, text: above.join('\n'), firstLine: paragraph, lastLine: number, isSetext: true }
}
