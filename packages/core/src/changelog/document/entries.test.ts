import { describe, expect, it } from 'vitest'
import { readEntries } from './entries.ts'
import { mapLines } from './line-map.ts'
import { splitLines } from './lines.ts'

const map = (...lines: string[]) => mapLines(splitLines(lines.join('\n')))

const read = (...lines: string[]) =>
  readEntries(map(...lines), 'Added', 0, lines.length).map(({ description, firstLine, endLine }) => ({
    description,
    lines: [firstLine, endLine],
  }))

describe('readEntries', () => {
  it.each([
    ['-', '- one'],
    ['*', '*  one'],
    ['+', '  +\tone'],
    ['1.', '1. one'],
    ['12)', '12) one'],
  ])('reads an item with the bullet %s', (_bullet, line) => {
    expect(read(line)).toEqual([{ description: 'one', lines: [0, 1] }])
  })

  it('reads each item with its lines', () => {
    expect(read('', '- one', '- two', '  2', '', '- three', '', '')).toEqual([
      { description: 'one', lines: [1, 2] },
      { description: 'two\n2', lines: [2, 4] },
      { description: 'three', lines: [5, 6] },
    ])
  })

  it('reads only the lines between the two indexes', () => {
    expect(readEntries(map('- one', '- two', '- three'), null, 1, 2)).toEqual([
      { type: null, description: 'two', firstLine: 1, endLine: 2 },
    ])
  })

  it.each([
    ['nested lists', ['- one', '  - two', '    - three'], 'one\n- two\n  - three'],
    ['a second paragraph', ['- one', '', '  two'], 'one\n\ntwo'],
    ['a fence', ['- one', '  ```', '    two', '  ```'], 'one\n```\n  two\n```'],
    ['unindented text', ['-   one', 'two', ' three'], 'one\ntwo\nthree'],
    ['an indent of the item itself', ['  - one', '    two'], 'one\ntwo'],
    ['trailing white space', ['- one  ', '  two  '], 'one  \ntwo'],
  ])('keeps %s in the description', (_name, lines, description) => {
    expect(read(...lines)).toEqual([{ description, lines: [0, lines.length] }])
  })

  it('reads an item without text', () => {
    expect(read('-', '- one')).toEqual([
      { description: '', lines: [0, 1] },
      { description: 'one', lines: [1, 2] },
    ])
  })

  it('reads a less indented item as the next one', () => {
    expect(read('  - one', '- two')).toEqual([
      { description: 'one', lines: [0, 1] },
      { description: 'two', lines: [1, 2] },
    ])
  })

  it('ends an item at another block', () => {
    expect(read('- one', '', 'text', '', '  - two', '***', '- three')).toEqual([
      { description: 'one', lines: [0, 1] },
      { description: 'two', lines: [4, 5] },
      { description: 'three', lines: [6, 7] },
    ])
  })

  it.each([
    ['a fence', ['```', '- one', '```']],
    ['a comment', ['<!--', '- one', '-->']],
    ['code', ['    - one']],
    ['a quote', ['> - one']],
    ['a paragraph', ['one', '2. two']],
    ['a thematic break', ['- - -']],
  ])('reads no item in %s', (_name, lines) => {
    expect(read(...lines)).toEqual([])
  })
})

describe('the indent of items', () => {
  it('that is smaller than the content of the item above makes a new entry', () => {
    expect(read('- one', ' - two', '  - three').map(({ description }) => description)).toEqual([
      'one',
      'two',
      'three',
    ])
    expect(read('- one', '  - two').map(({ description }) => description)).toEqual(['one\n- two'])
  })

  it('is that of the content when the bullet stands alone', () => {
    expect(read('-', '  one')).toEqual([{ description: 'one', lines: [0, 2] }])
  })
})
