// Reads the blocks of a text in a form that can be compared. The editor has its own parser. The two parsers share no code, so that
// a bug in one of them does not affect the other.
import type { Node } from 'commonmark'
import { trimEndWhile } from '../../document/index.ts'
import { childrenOf, definitionLength, parseBlocks } from './parse-blocks.ts'

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
