// Parses the blocks of Markdown with micromark.
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { trimEndWhile } from '../../document/index.ts'

// Inline constructs are disabled, because they cannot start a block, and because parsing them takes quadratic
// time on malicious texts.
const BLOCKS_ONLY = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
    ],
  },
}

/** Parses the blocks of a text. Inline content is not parsed. */
export function parseBlocks(text: string): Root {
  return fromMarkdown(text, { extensions: [BLOCKS_ONLY] })
}

/** The blocks of a Markdown text, in a form that can be compared. */
export interface Blocks {
  /** The type and source of each block at the root, in order. A list is represented by its items. */
  readonly root: readonly string[]
  /** The label and destination of each link definition at any depth, in order. */
  readonly definitions: readonly string[]
}

/** Reads the blocks and link definitions of a text without a byte order mark. */
export function readWithMicromark(text: string): Blocks {
  const tree = parseBlocks(text)
  const definitions: string[] = []
  collectDefinitions(tree, definitions)
  return { root: tree.children.flatMap((node) => describeBlock(text, node)), definitions }
}

function describeBlock(text: string, node: Root['children'][number]): string[] {
  if (node.type === 'list')
    return node.children.map((item, index) => {
      const next = node.children[index + 1]
      const end = next && (next.position?.start.offset ?? 0) - indentOf(text, next).length
      return `item ${indentOf(text, item)}${sourceOf(text, item, end)}`
    })
  if (node.type === 'definition') return []
  return [`${node.type} ${sourceOf(text, node)}`]
}

/** The indent of an item's first line. The position of the item does not include it. */
function indentOf(text: string, { position }: Nodes): string {
  const offset = position?.start.offset ?? 0
  return /[ \t]*$/.exec(text.slice(Math.max(0, offset - MAX_INDENT), offset))?.[0] ?? ''
}

/**
 * Maximum indent that is read, in characters. CommonMark allows at most 3 columns for an item at the root.
 */
const MAX_INDENT = 8

/**
 * The source of a node, with `\n` between its lines.
 * @param end where it ends at the latest. A node that ends with an open fence has a position that ends in the next line
 */
function sourceOf(text: string, { position }: Nodes, end = text.length): string {
  const source = text.slice(position?.start.offset, Math.min(position?.end.offset ?? end, end))
  return trimEndWhile(source.replaceAll(/\r\n?/g, '\n'), /\n/)
}

function collectDefinitions(node: Nodes, definitions: string[]): void {
  if (node.type === 'definition') definitions.push(`${node.identifier} ${node.url}`)
  if (!('children' in node)) return
  for (const child of node.children) collectDefinitions(child, definitions)
}
