// Finds blocks in a description that an entry must not have, by micromark. It is slow on hostile texts, so it reads only
// descriptions with a line that could start such a block.
// @see https://spec.commonmark.org/0.31.2/#blocks-and-inlines
import type { Nodes } from 'mdast'
import { isRule } from '../../document/index.ts'
import { parseBlocks } from './read-blocks.ts'

/** How many lists and quotes one line of a description may open, where the parser has to read it. */
export const MAX_NESTING = 10

/** What can stand between the start of a line and a block on it: indents, and the marks of quotes and lists. */
const CONTAINERS = /^[-\s>*+\d.)]*/
const CONTAINER = />|[-+*](?=\s)|\d[.)](?=\s)/g

const FOREIGN: Partial<Record<Nodes['type'], string>> = {
  definition: 'link definition',
  heading: 'heading',
  html: 'HTML block',
}

/** A line without the marks of the lists and quotes that it may stand in. */
export function withoutContainers(line: string): string {
  return line.replace(CONTAINERS, '')
}

/** Whether some line could start a definition, a heading or HTML, in whatever lists, quotes or fences it stands. */
export function mayHoldForeignBlocks(lines: readonly string[]): boolean {
  const mayDefine = lines.some((line) => line.includes(']:'))
  return lines.some((line) => {
    const rest = withoutContainers(line)
    // Of marks alone, such as `> ---`, an underline can be made.
    if (rest === '') return line !== ''
    return (mayDefine && rest.startsWith('[')) || /^(?:#{1,6}(?:\s|$)|=+\s*$|<[a-z/!?])/i.test(rest)
  })
}

/** What an item, in the form that it has in a list, holds or does besides being one entry; undefined for nothing. */
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
