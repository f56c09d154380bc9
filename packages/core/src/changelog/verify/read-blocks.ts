// Reads the blocks of Markdown with commonmark.js, the reference implementation of CommonMark. The editor has its own parser, so
// that a bug in one of them does not affect the other. commonmark.js reads the titles of links in exponential time, so it parses
// neither inline content, which cannot start a block, nor link definitions.
// @see https://github.com/commonmark/commonmark.js
import { type Node, Parser } from 'commonmark'
import { trimEndWhile } from '../document/index.ts'

/** The blocks of a text, as nodes. */
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
function definitionLength(paragraph: string): number {
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

/** The blocks of a Markdown text, in a form that can be compared. */
export interface Blocks {
  /** The type and source of each block at the root, in order. A list is represented by its items. */
  readonly root: readonly string[]
  /** The source of each link definition at any depth, in order. */
  readonly definitions: readonly string[]
}

/** Reads the blocks of a text. */
export function readBlocks(markdown: string): Blocks {
  // commonmark.js takes a byte order mark for text.
  const text = markdown.replace(/^\uFEFF/, '')
  const lines = text.split(/\r\n?|\n/)
  const { document, definitions } = parseBlocks(text)
  const describe = (node: Node): string[] => {
    if (node.type === 'list') return childrenOf(node).flatMap(describe)
    const source = sourceOf(lines, node)
    return source === '' ? [] : [`${node.type} ${source}`]
  }
  return { root: childrenOf(document).flatMap(describe), definitions }
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.next) children.push(child)
  return children
}

/** The lines of a block at the root, with `\n` between them. Empty for link definitions. */
function sourceOf(lines: readonly string[], { type, sourcepos: [[start], [end]] }: Node): string {
  const source = trimEndWhile(lines.slice(start - 1, end).join('\n'), /\n/)
  return type === 'paragraph' || type === 'heading' ? withoutDefinitions(source) : source
}

/** Removes link definitions from the start of a text. The parser counts those before a possible underline to the paragraph. */
function withoutDefinitions(source: string): string {
  let rest = source
  for (;;) {
    const text = rest.trimStart()
    const length = definitionLength(text)
    if (length === 0) return rest
    rest = text.slice(length)
  }
}
