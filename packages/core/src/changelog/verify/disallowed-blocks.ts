// Finds blocks that the description of an entry must not contain. Only descriptions with a line that could start one are parsed.
// @see https://spec.commonmark.org/0.31.2/#blocks-and-inlines
import type { NodeType } from 'commonmark'
import { quote } from '../../quote.ts'
import { isThematicBreak } from '../document/index.ts'
import { parseBlocks } from './read-blocks.ts'

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

/**
 * The reason why a list item is more than one entry. Undefined when it is exactly one entry.
 * @param item the lines of the list item with its bullet
 */
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
