// Helps tests to edit and read a changelog given as a string, to have mdast read its blocks, and to measure processor time.
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { parseChangelog } from './document/index.ts'
import { addEntries, cutRelease, type ReleaseOptions } from './edit/index.ts'
import type { NewEntry } from './entry.ts'

/** Runs a function. Returns the processor time of this process meanwhile, in milliseconds. */
export function measureCpuMs(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Adds entries to a changelog. Returns its new text. */
export function addToText(text: string, entries: readonly NewEntry[]): string {
  return addEntries(parseChangelog(text), entries).text
}

/** Creates a release. Returns the outcome with the new text of the changelog. */
export function releaseText(text: string, options: ReleaseOptions) {
  const { document, outcome } = cutRelease(parseChangelog(text), options)
  return outcome.kind === 'released' ? { ...outcome, text: document.text } : outcome
}

/** Removes the spaces of a block that mdast leaves out. */
export function withoutSpaces(block: string): string {
  return block
    .replace(/ +/, ' ')
    .replaceAll(/[ \t]+$/gm, '')
    .trimEnd()
}

const NAMES: Partial<Record<Nodes['type'], string>> = {
  blockquote: 'block_quote',
  code: 'code_block',
  html: 'html_block',
  listItem: 'item',
  thematicBreak: 'thematic_break',
}

/** Describes the blocks at the root that mdast finds, as `readBlocks` describes them. */
export function blocksOfMdast(text: string): string[] {
  const describe = (nodes: Root['children']) =>
    nodes.flatMap((node, index): string[] => {
      if (node.type === 'list') return describe(node.children as unknown as Root['children'])
      if (node.type === 'definition') return []
      // The end of an item with an open fence is in the next item. A heading can start before the definition above it.
      const above = nodes[index - 1]?.type === 'definition' ? offsetOf(nodes[index - 1], 'end') : 0
      const start = Math.max(offsetOf(node, 'start') ?? 0, above ?? 0)
      const end = Math.min(offsetOf(node, 'end') ?? 0, offsetOf(nodes[index + 1], 'start') ?? text.length)
      const source = text.slice(start, end).replaceAll(/\r\n?/g, '\n').trimStart()
      return [`${NAMES[node.type] ?? node.type} ${source}`]
    })
  return describe(fromMarkdown(text).children)
}

function offsetOf(node: Nodes | undefined, side: 'start' | 'end'): number | undefined {
  return node?.position?.[side].offset
}
