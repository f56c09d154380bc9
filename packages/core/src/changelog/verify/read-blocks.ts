// Reads the blocks of Markdown with commonmark.js, the reference implementation of CommonMark. The editor has its own parser, so
// that a bug in one of them does not affect the other. commonmark.js reads the titles of links in exponential time, so it parses
// neither inline content, which cannot start a block, nor link definitions.
// @see https://github.com/commonmark/commonmark.js
import { type Node, type NodeType, Parser } from 'commonmark'
import { quote } from '../../quote.ts'
import { isThematicBreak } from '../document/index.ts'

/** Matches a link definition at the start of a paragraph, in linear time. @see https://spec.commonmark.org/0.31.2/#link-reference-definitions */
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

/** Parses the blocks of a text, without inline content, and the source of each link definition at any depth. */
function parseBlocks(text: string) {
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

/** Reads the type and source of each block at the root, a list as its items; and the link definitions at any depth. */
export function readBlocks(markdown: string) {
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
  const text = lines.slice(start - 1, end).join('\n')
  const source = text.replace(/(?<!\n)\n+$/, '')
  return type === 'paragraph' || type === 'heading' ? withoutDefinitions(source) : source
}

/** Removes link definitions from the start of a text. The parser counts those before a possible underline to the paragraph. */
function withoutDefinitions(source: string): string {
  const text = source.trimStart()
  const length = definitionLength(text)
  return length === 0 ? source : withoutDefinitions(text.slice(length))
}

/** Matches the text that can precede a block on its line: indents, and the markers of quotes and lists. */
const CONTAINERS = /^[-\s>*+\d.)]*/
const CONTAINER = />|[-+*](?=\s)|\d[.)](?=\s)/g

const DISALLOWED: Partial<Record<NodeType, string>> = { heading: 'heading', html_block: 'HTML block' }

/** Removes the markers of enclosing lists and quotes from a line. */
export function withoutContainers(line: string): string {
  return line.replace(CONTAINERS, '')
}

/**
 * Whether a line of a description could start a link definition, a heading or HTML. Enclosing lists, quotes and fences are
 * ignored, so the result can be true for a description without such a block, but not the reverse.
 */
export function mayContainDisallowedBlocks(lines: readonly string[]): boolean {
  const mayDefine = lines.some((line) => line.includes(']:'))
  return lines.some((line) => {
    const rest = withoutContainers(line)
    // A line that consists only of markers, such as `> ---`, can be an underline.
    if (rest === '') return line !== ''
    return (mayDefine && rest.startsWith('[')) || /^(?:#{1,6}(?:\s|$)|=+\s*$|<[a-z/!?])/i.test(rest)
  })
}

/** The number of lists and quotes that a line of a description may open at most. */
export function countContainers(line: string): number {
  return isThematicBreak(line) ? 0 : (CONTAINERS.exec(line)?.[0].match(CONTAINER)?.length ?? 0)
}

/** The reason why a list item is more than one entry. Undefined when it is exactly one entry. */
export function findDisallowedBlock(item: readonly string[]): string | undefined {
  const { document, definitions } = parseBlocks(item.join('\n'))
  const list = document.firstChild
  if (list?.type !== 'list' || list.next || list.firstChild?.next) {
    return 'expected content of one list item, got a line that ends the list item'
  }
  const describe = (construct: string, line: number) =>
    `line ${line}: expected no ${construct}, got ${quote(withoutContainers(item[line - 1] ?? ''))}`
  const walker = list.walker()
  for (let event = walker.next(); event; event = walker.next()) {
    const construct = DISALLOWED[event.node.type]
    if (construct) return describe(construct, event.node.sourcepos[0][0])
  }
  const [definition] = definitions
  if (definition === undefined) return undefined
  const [start = ''] = definition.split('\n')
  return describe('link definition', item.findIndex((line) => withoutContainers(line).startsWith(start)) + 1)
}
