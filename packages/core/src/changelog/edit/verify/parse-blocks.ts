// Parses the blocks of Markdown with commonmark.js, the reference implementation of CommonMark. It reads the titles of links in
// exponential time, so it must parse neither inline content, which cannot start a block, nor link definitions.
// @see https://github.com/commonmark/commonmark.js
import { type Node, Parser } from 'commonmark'

/** The blocks of a Markdown text. */
export interface ParsedBlocks {
  /** The root. Its blocks have no inline content. */
  readonly document: Node
  /** The source of each link definition at any depth, in order, without the markers and indents of its lines. */
  readonly definitions: readonly string[]
}

/**
 * Matches a link definition at the start of a paragraph, in linear time.
 * @see https://spec.commonmark.org/0.31.2/#link-reference-definitions
 */
const DEFINITION = new RegExp(
  [
    /^\[(?=[^\]]*[^\]\s])(?:[^\\[\]]|\\.){1,999}\]:[ \t]*(?:\n[ \t]*)?/, // the label
    /(<(?:[^<>\n\\]|\\.)*>|[^\0-\x20\x7f<][^\0-\x20\x7f]*)/, // the destination
    /(?:(?:[ \t]+|[ \t]*\n[ \t]*)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^)\\]|\\.)*\))(?=[ \t]*(?:\n|$)))?/, // the title
    /[ \t]*(?:\n|$)/,
  ]
    .map(({ source }) => source)
    .join(''),
  's',
)

/** The length of the link definition at the start of a paragraph. 0 when there is none. */
export function definitionLength(paragraph: string): number {
  const [definition = '', destination = ''] = DEFINITION.exec(paragraph) ?? []
  return destination.startsWith('<') || hasBalancedParentheses(destination) ? definition.length : 0
}

function hasBalancedParentheses(destination: string): boolean {
  let open = 0
  for (const [parenthesis] of destination.replaceAll(/\\./gs, '').matchAll(/[()]/g)) {
    open += parenthesis === '(' ? 1 : -1
    if (open < 0) return false
  }
  return open === 0
}

/** Parses the blocks of a text. */
export function parseBlocks(text: string): ParsedBlocks {
  const definitions: string[] = []
  // The parser calls these two methods of its own.
  const parser = Object.assign(new Parser(), {
    processInlines: () => undefined,
    inlineParser: {
      parseReference(paragraph: string): number {
        const length = definitionLength(paragraph)
        if (length > 0) definitions.push(paragraph.slice(0, length).trim())
        return length
      },
    },
  })
  return { document: parser.parse(text), definitions }
}

/** The children of a node, in order. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.next) children.push(child)
  return children
}
