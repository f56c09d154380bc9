// Tests the blocks that the verification compares. mdast is the judge of random texts.
import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { blocksOfMdast, measureCpuMs, withoutSpaces } from '../testing.ts'
import { readBlocks } from './read-blocks.ts'

describe('the blocks of a text', () => {
  it('are those at the root, with \\n between their lines', () => {
    const text =
      '# A\r\n\r\n  - a\r\n    b  \r  - c\n\n\n> z\n\n**B**\n\n    c\n---\nT\n=\n1. d\n\n[x]: y\n <div>\n'
    expect(readBlocks(text).root).toEqual([
      'heading # A',
      'item   - a\n    b  ',
      'item   - c',
      'block_quote > z',
      'paragraph **B**',
      'code_block     c',
      'thematic_break ---',
      'heading T\n=',
      'item 1. d',
      'html_block  <div>',
    ])
  })

  it('do not depend on a byte order mark', () => {
    expect(readBlocks('\uFEFF# A').root).toEqual(['heading # A'])
  })

  it.each([
    ['- a\n  ```\n  b\n\n\n- c', ['item - a\n  ```\n  b', 'item - c']],
    ['-\n- b', ['item -', 'item - b']],
    ['- a\nb', ['item - a\nb']],
    ['<div>\n- a\n\n- b', ['html_block <div>\n- a', 'item - b']],
    ['   [x]: y\nabcdef', ['paragraph abcdef']],
    ['[x]: y\n [z]:\n  w\n---\na', ['thematic_break ---', 'paragraph a']],
    ['[x]: y\n===\na', ['paragraph ===\na']],
    ['[x]: y\na\n===', ['heading a\n===']],
  ])('of %j are %j', (text, root) => {
    expect(readBlocks(text).root).toEqual(root)
  })

  it('are those that mdast finds', () => {
    const tokens = ['- a', '* b', '1. a', '> c', '# d', '## x', '```', '~~~', '  ', 'a', 'b c', '---', '===']
    const others = ['**A**', '<div>', '<!--', '-->', '[x](y)', '[x]: y', '[z]:\n w "t"']
    const breaks = ['\n', '\n\n', '\r\n', '\r']
    const text = fc
      .array(fc.constantFrom(...tokens, ...others, ...breaks, ...breaks), { maxLength: 24 })
      .map((some) => some.join(''))
    fc.assert(
      fc.property(text, (one) => {
        expect(readBlocks(one).root.map(withoutSpaces)).toEqual(blocksOfMdast(one).map(withoutSpaces))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the link definitions of a text', () => {
  it('are those at any depth', () => {
    const text = '[x]: y\n[X]: z (t)\n> [z]: w\n- a\n\n  [U]:\n  v\n   "t\n  u"\nT\n---\n[w]: a\nV\n===\n'
    expect(readBlocks(text).definitions).toEqual([
      '[w]: a',
      '[x]: y',
      '[X]: z (t)',
      '[z]: w',
      '[U]:\nv\n"t\nu"',
    ])
  })

  it('are those that mdast finds', () => {
    const labels = ['[x]', '[x', ']', '[]', '[ ]', '[a\\]', '[\\[b]', '[[c]]', '[x\ny]', '[x]:', '[Ä]:']
    const destinations = [
      'y',
      '<y z>',
      '<',
      '>',
      'https://a.b/(c)',
      '\\',
      '<>',
      '"t"',
      "'t'",
      '(t)',
      '"t',
      '"',
      '(t(',
      ')',
    ]
    const spaces = [':', ': ', ' ', '\t', '\n', '\n\n', '\n  ', '\n    ', '\u00a0', '- ', '> ']
    const text = fc
      .array(fc.constantFrom(...labels, ...destinations, ...spaces, ...spaces), { maxLength: 16 })
      .map((some) => some.join(''))
    fc.assert(
      fc.property(text, (one) => {
        const labels = readBlocks(one).definitions.map(labelOf)
        const expected = definitionsOf(fromMarkdown(one)).map(labelOf)
        const hasContainer = /(?<!<|<y z)>|- /.test(one)
        // Beside a list or quote, mdast lets a tag interrupt a paragraph, and a marker interrupt the HTML below a tag.
        if (hasContainer && one.includes('<y z>')) return
        // mdast leaves out those that end outside their list or quote.
        if (!hasContainer) expect(labels).toEqual(expected)
        expect(labels).toEqual(expect.arrayContaining(expected))
      }),
      { numRuns: 5000 },
    )
  })
})

describe('a malicious text', () => {
  const lines = (line: string) => `${line}\n`.repeat(Math.min(300, Math.floor(32_000 / (line.length + 1))))

  it.each([
    ['nested lists', lines('* '.repeat(990))],
    ['nested quotes', lines(`${'>'.repeat(1_990)}a`)],
    ['quotes that end', `${'>'.repeat(1_990)}a\n${lines('a')}`],
    [
      'lists of increasing depth',
      Array.from({ length: 250 }, (_, depth) => `${' '.repeat(depth)}- a\n`).join(''),
    ],
    ['brackets', lines('['.repeat(1_990))],
    ['stars', lines('*a_ '.repeat(490))],
    ['an open tag', lines(`<a ${'b=c '.repeat(490)}`)],
    ['an open title of a link', `[x](a "${'\\!'.repeat(32)}`],
    ['an open title', `[x]: a "${'\\!'.repeat(32)}`],
  ])('full of %s is read within 10 seconds of processor time', (_name, text) => {
    expect(text.length).toBeLessThan(32_768)
    expect(measureCpuMs(() => readBlocks(text))).toBeLessThan(10_000)
  })
})

/** The label and the destination of each definition, as Markdown. */
function definitionsOf(node: Nodes): string[] {
  if (node.type === 'definition') return [`[${node.identifier}]: ${node.url}`]
  return 'children' in node ? node.children.flatMap(definitionsOf) : []
}

/** The label of a definition, as labels are compared. */
function labelOf(definition: string): string {
  const label = definition.slice(0, definition.indexOf(']:'))
  return label.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
