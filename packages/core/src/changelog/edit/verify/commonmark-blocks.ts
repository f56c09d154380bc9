// Parses the blocks of Markdown with commonmark.js, the reference implementation of CommonMark. It takes a seventh of the time
// of micromark. Its time for the title of a link can be exponential in the number of backslashes, so it must parse neither
// inline content nor link definitions.
// @see https://github.com/commonmark/commonmark.js
import { type Node, type NodeType, Parser } from 'commonmark'
import { trimEndWhile } from '../../document/index.ts'

/** The names of the blocks in mdast. The others have the same name. */
const MDAST_NAMES: Partial<Record<NodeType, string>> = {
  block_quote: 'blockquote',
  code_block: 'code',
  html_block: 'html',
  thematic_break: 'thematicBreak',
}

/**
 * Reads the blocks at the root of a text.
 * @param text a text without `]:`, so that it has no link definition, and without a byte order mark
 * @returns the type and source of each block, in order. A list is represented by its items
 */
export function readWithCommonmark(text: string): string[] {
  // Inline content cannot start a block.
  const parser = Object.assign(new Parser(), { processInlines: () => undefined })
  const lines = text.split(/\r\n?|\n/)
  const describe = (node: Node): string[] => {
    if (node.type === 'list') return childrenOf(node).flatMap(describe)
    return [`${MDAST_NAMES[node.type] ?? node.type} ${sourceOf(lines, node)}`]
  }
  return childrenOf(parser.parse(text)).flatMap(describe)
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.next) children.push(child)
  return children
}

/** The source of a block at the root, with `\n` between its lines. That of an item includes its indent. */
function sourceOf(lines: readonly string[], { type, sourcepos }: Node): string {
  const [[startLine, startColumn], [endLine]] = sourcepos
  const [first = '', ...rest] = lines.slice(startLine - 1, endLine)
  const source = [type === 'item' ? first : first.slice(startColumn - 1), ...rest].join('\n')
  return trimEndWhile(source, /\n/)
}
