// Finds blocks that the description of an entry must not contain. The description is parsed with micromark,
// which is slow on malicious texts. Therefore only descriptions with a line that could start such a block are
// parsed.
// @see https://spec.commonmark.org/0.31.2/#blocks-and-inlines
import type { Nodes } from 'mdast'
import { quote } from '../../../quote.ts'
import { isThematicBreak } from '../../document/index.ts'
import { parseBlocks } from './micromark-blocks.ts'

/** Maximum number of lists and quotes that one line of a parsed description may open. */
export const MAX_NESTING = 10

/** Matches the text that can precede a block on its line: indents, and the markers of quotes and lists. */
const CONTAINERS = /^[-\s>*+\d.)]*/
const CONTAINER = />|[-+*](?=\s)|\d[.)](?=\s)/g

const DISALLOWED: Partial<Record<Nodes['type'], string>> = {
  definition: 'link definition',
  heading: 'heading',
  html: 'HTML block',
}

/** Removes the markers of enclosing lists and quotes from a line. */
export function withoutContainers(line: string): string {
  return line.replace(CONTAINERS, '')
}

/**
 * Whether a line of a description could start a link definition, a heading or HTML. Enclosing lists, quotes
 * and fences are ignored, so that the result can be true for a description without such a block, but not the
 * reverse.
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

/**
 * The reason why a list item is more than one entry. Undefined when it is exactly one entry.
 * @param item the lines of the list item with its bullet
 */
export function findDisallowedBlock(item: readonly string[]): string | undefined {
  const deepest = Math.max(...item.map((line) => (isThematicBreak(line) ? 0 : countContainers(line))))
  if (deepest > MAX_NESTING) return `expected at most ${MAX_NESTING} nested lists and quotes, got ${deepest}`
  const { children } = parseBlocks(item.join('\n'))
  const [list] = children
  if (children.length !== 1 || list?.type !== 'list' || list.children.length !== 1) {
    return 'expected content of one list item, got a line that ends the list item'
  }
  const nodes: Nodes[] = [list]
  for (const node of nodes) {
    const construct = DISALLOWED[node.type]
    if (construct) {
      const line = node.position?.start.line ?? 1
      return `line ${line}: expected no ${construct}, got ${quote(withoutContainers(item[line - 1] ?? ''))}`
    }
    if ('children' in node) nodes.push(...node.children)
  }
  return undefined
}

function countContainers(line: string): number {
  return CONTAINERS.exec(line)?.[0].match(CONTAINER)?.length ?? 0
}
