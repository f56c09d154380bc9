// Tests the blocks that the verification compares, and that malicious texts do not block it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureCpuMs } from '../../testing.ts'
import { readWithCommonmark } from './commonmark-blocks.ts'
import { readWithMicromark } from './micromark-blocks.ts'
import { readBlocks } from './read-blocks.ts'

const read = (text: string) => readBlocks({ before: '', after: text }).after

describe('the blocks of a text', () => {
  it.each(['', '\n[x]: y\n'])('are those at the root, with \\n between lines (before %j)', (definition) => {
    const text = `# A\r\n\r\n  - a\r\n    b  \r  - c\n\n\n> z\n\n**B**\n\n    c\n---\nT\n=\n1. d\n${definition}`
    expect(read(text).root.map((block) => block.replace(/^code +/, 'code '))).toEqual([
      'heading # A',
      'item   - a\n    b  ',
      'item   - c',
      'blockquote > z',
      'paragraph **B**',
      'code c',
      'thematicBreak ---',
      'heading T\n=',
      `item 1. d`,
    ])
  })

  it('do not depend on a byte order mark', () => {
    expect(read('\uFEFF# A').root).toEqual(['heading # A'])
    expect(read('\uFEFF# A\n\n[x]: y').root).toEqual(['heading # A'])
  })

  it.each([
    ['- a\n  ```\n  b\n\n\n- c', ['item - a\n  ```\n  b', 'item - c']],
    ['-\n- b', ['item -', 'item - b']],
    ['- a\nb', ['item - a\nb']],
    ['<div>\n- a\n\n- b', ['html <div>\n- a', 'item - b']],
  ])('of %j are %j', (text, root) => {
    expect(read(text).root).toEqual(root)
  })

  it('are the same with both parsers', () => {
    const tokens = ['- a', '* b', '1. a', '> c', '# d', '## x', '```', '~~~', '  ', 'a', 'b c', '---', '===']
    const breaks = ['\n', '\n\n', '\r\n', '\r']
    const others = ['**A**', '<div>', '<!--', '-->', '[x](y)']
    const text = fc
      .array(fc.constantFrom(...tokens, ...breaks, ...breaks, ...others), { maxLength: 24 })
      .map((some) => some.join(''))
    // mdast leaves out the spaces around some blocks.
    const trim = (blocks: readonly string[]) =>
      blocks.map((block) =>
        block
          .replace(/^code\s+/, 'code ')
          .replaceAll(/[ \t]+$/gm, '')
          .trimEnd(),
      )
    fc.assert(
      fc.property(text, (one) => {
        expect(trim(readWithCommonmark(one))).toEqual(trim(readWithMicromark(one).root))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the definitions of a text', () => {
  it('are those at any depth', () => {
    const text = '[x]: y\n> [z]: w\n- a\n\n  [U]:\n  v\n'
    expect(read(text).definitions).toEqual(['x y', 'z w', 'u v'])
  })

  it('are found when only the text before the edit has some', () => {
    const { before, after } = readBlocks({ before: '[x]: y\n', after: '- a\n' })
    expect(before.definitions).toEqual(['x y'])
    expect(after).toEqual({ root: ['item - a'], definitions: [] })
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
    ['an open title of a link', `[x](a "${'\\!'.repeat(900)}`],
    ['an open title', `[x]: a "${'\\!'.repeat(900)}`],
  ])('full of %s is read within 10 seconds of processor time', (_name, text) => {
    expect(text.length).toBeLessThan(32_768)
    expect(measureCpuMs(() => read(text))).toBeLessThan(10_000)
  })
})
