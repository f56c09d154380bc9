// Tests which descriptions are parsed, and what is found in them.
import { describe, expect, it } from 'vitest'
import { findDisallowedBlock, mayContainDisallowedBlocks } from './read-blocks.ts'

describe('mayContainDisallowedBlocks', () => {
  it.each([
    '#',
    '# x',
    '###### x',
    '=',
    '===',
    '==  ',
    '<a>',
    '<A>',
    '</a>',
    '<!-- x',
    '<?x',
    '> # x',
    '- 1. <a>',
    '---',
    '> ---',
    '[x]: y',
    '- [x]: y',
  ])('is true for %j', (line) => {
    expect(mayContainDisallowedBlocks(['text', line])).toBe(true)
  })

  it.each([
    '',
    'text',
    '#12',
    '####### x',
    'x # y',
    '= x',
    'x = y',
    '==x',
    'x ==',
    '<1',
    '< a',
    'a <b>',
    '[x] y',
    'x [x]: y',
  ])('is false for %j', (line) => {
    expect(mayContainDisallowedBlocks(['text', line])).toBe(false)
  })

  it('needs a colon on any line for a definition', () => {
    expect(mayContainDisallowedBlocks(['[x', 'y]: z'])).toBe(true)
    expect(mayContainDisallowedBlocks(['[x', 'y] z'])).toBe(false)
  })
})

describe('findDisallowedBlock', () => {
  it.each([
    [['- a', '  # b'], 'line 2: expected no heading, got "# b"'],
    [['- a', '', '  > <div>'], 'line 3: expected no HTML block, got "<div>"'],
    [['- a', '', '  [x]: y'], 'line 3: expected no link definition, got "[x]: y"'],
    [['- a', '- b'], 'expected content of one list item, got a line that ends the list item'],
    [['- a', '', 'b'], 'expected content of one list item, got a line that ends the list item'],
    [['a'], 'expected content of one list item, got a line that ends the list item'],
  ])('finds the block of %j', (item, reason) => {
    expect(findDisallowedBlock(item)).toBe(reason)
  })

  it.each([[['- a']], [['- a', '  b']], [['- a', '', '  - nested', '  > quote']], [['- a', '  * * *']]])(
    'finds none in %j',
    (item) => {
      expect(findDisallowedBlock(item)).toBeUndefined()
    },
  )
})
