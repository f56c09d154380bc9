// Finds blocks in a description that an entry must not have. micromark parses the description. It is slow on
// malicious texts, so only descriptions with a line that could start such a block are parsed.
// @see https://spec.commonmark.org/0.31.2/#blocks-and-inlines
import type { Nodes } from 'mdast'
import { isRule } from '../../document/index.ts'
import { parseBlocks } from './read-blocks.ts'

/** Maximum number of lists and quotes that one line of a parsed description may open. */
export const MAX_NESTING = 10

/** The text that can precede a block on its line: indents, and the markers of quotes and lists. */
const CONTAINERS = /^[-\s>*+\d.)]*/
const CONTAINER = />|[-+*](?=\s)|\d[.)](?=\s)/g

const FOREIGN: Partial<Record<Nodes['type'], string>> = {
  definition: 'link definition',
  heading: 'heading',
  html: 'HTML block',
}

/** Removes the markers of enclosing lists and quotes from a line. */
export function withoutContainers(line: string): string {
  return line.replace(CONTAINERS, '')
}

/** Whether a line could start a definition, a heading or HTML, regardless of enclosing lists, quotes and fences. */
export function mayHoldForeignBlocks(lines: readonly string[]): boolean {
  const mayDefine = lines.some((line) => line.includes(']:'))
  return lines.some((line) => {
    const rest = withoutContainers(line)
    // A line of markers alone, such as `> ---`, can be an underline.
    if (rest === '') return line !== ''
    return (mayDefine && rest.startsWith('[')) || /^(?:#{1,6}(?:\s|$)|=+\s*$|<[a-z/!?])/i.test(rest)
  })
}

/** The reason why a formatted list item is more than one entry. Undefined when it is exactly one. */
export function findForeignBlock(item: readonly string[]): string | undefined {
  const deepest = Math.max(...item.map((line) => (isRule(line) ? 0 : countContainers(line))))
  if (deepest > MAX_NESTING) return `expected at most ${MAX_NESTING} nested lists and quotes, got ${deepest}`
  const { children } = parseBlocks(item.join('\n'))
  const [list] = children
  if (children.length !== 1 || list?.type !== 'list' || list.children.length !== 1) {
    return 'expected a text that stays in its list item, got one that leaves it'
  }
  const nodes: Nodes[] = [list]
  for (const node of nodes) {
    const foreign = FOREIGN[node.type]
    if (foreign) return `line ${node.position?.start.line}: expected no ${foreign}, got one`
    if ('children' in node) nodes.push(...node.children)
  }
  return undefined
}

function countContainers(line: string): number {
  return CONTAINERS.exec(line)?.[0].match(CONTAINER)?.length ?? 0
}
