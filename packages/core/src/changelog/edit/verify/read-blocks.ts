// Parses the blocks of Markdown with markdown-it. The editor has its own parser. The two parsers share no code,
// so that a bug in one of them does not affect the other.
import MarkdownIt, { type Token } from 'markdown-it'
import { trimEndWhile } from '../../document/index.ts'

/** Maximum level of a block. Blocks at a deeper level are not read. A list counts, and so do its items. */
const MAX_LEVELS = 100

const parser = new MarkdownIt('commonmark', { maxNesting: MAX_LEVELS })
// Inline content is not parsed, because it cannot start a block.
parser.core.ruler.enableOnly(['normalize', 'block'])
// Every definition counts, also one with a destination that is not safe in HTML.
parser.validateLink = () => true
parser.normalizeLink = (url) => url

/** A block of a text. The blocks in it follow it. */
export interface Block {
  /** The type of markdown-it, such as `heading_open`, `list_item_open` or `html_block`. */
  readonly type: string
  /** How many blocks it is in. A list counts, and so do its items. */
  readonly level: number
  /** The index of its first line. */
  readonly firstLine: number
  /** The index of the line below it. Blank lines can precede that line. */
  readonly endLine: number
}

/** Parses the blocks of a text, in order. Inline content is not parsed. */
export function parseBlocks(text: string): Block[] {
  return parser.parse(text, {}).filter(isBlock).map(toBlock)
}

/** Whether a token stands for a block. Others stand for the end of a block, or for the inline content of one. */
function isBlock({ nesting, type }: Token): boolean {
  return nesting !== -1 && type !== 'inline'
}

function toBlock({ type, level, map }: Token): Block {
  const [firstLine, endLine] = map as [number, number]
  return { type, level, firstLine, endLine }
}

/** The blocks of a Markdown text, in a form that can be compared. */
export interface Blocks {
  /** The type and source of each block at the root, in order. A list is represented by its items. */
  readonly root: readonly string[]
  /** The source of each link definition at any depth, in order. */
  readonly definitions: readonly string[]
}

/** Reads the blocks of a text. */
export function readBlocks(source: string): Blocks {
  const text = source.replace(/^\uFEFF/, '')
  const lines = text.split(/\r\n?|\n/)
  const root: string[] = []
  const definitions: string[] = []
  for (const { type, level, firstLine, endLine } of parseBlocks(text)) {
    const blockSource = () => trimEndWhile(lines.slice(firstLine, endLine).join('\n'), /[ \t\n]/)
    if (type === 'reference_definition') definitions.push(blockSource().trim())
    else if (type === 'list_item_open' && level === 1) root.push(`item ${blockSource()}`)
    else if (level === 0 && !LIST.test(type)) root.push(`${type.replace('_open', '')} ${blockSource()}`)
  }
  return { root, definitions }
}

const LIST = /^(?:bullet|ordered)_list_open$/
