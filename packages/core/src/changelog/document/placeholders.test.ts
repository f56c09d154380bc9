import { describe, expect, it } from 'vitest'
import { findPlaceholders, isContent, isPlaceholder } from './entries.ts'
import { mapLines } from './line-map.ts'
import { splitLines } from './lines.ts'

const map = (...lines: string[]) => mapLines(splitLines(lines.join('\n')))

it('finds items and paragraphs of one line, in the order of the file', () => {
  const lines = [
    '- a',
    '- None',
    '  - one',
    '',
    'Add your changes here.',
    '',
    '- TODO',
    '',
    'None',
    'of it',
    '',
  ]
  expect(findPlaceholders(map(...lines), 0, lines.length)).toEqual([
    { kind: 'request', isItem: false, firstLine: 4, endLine: 5 },
    { kind: 'nothing', isItem: true, firstLine: 6, endLine: 7 },
  ])
})

describe('isPlaceholder', () => {
  it.each([
    ...[
      '',
      ' ',
      'None',
      'NONE.',
      'Nothing for now',
      '_None._',
      '**None**',
      '(none)',
      '[`none`]',
      '_No changes._',
    ],
    ...['Nothing', 'Nothing yet!', 'nothing so far', 'Nothing to see here…', 'N/A', 'TBD', 'tba'],
    ...['No changes', 'No notable changes yet', 'There are no user facing changes so far.', '-', '---'],
    ...['–', '—', '…', '...', '*Nothing here yet*', 'Nothing here', 'Nothing to see here yet'],
    ...[
      '_No unreleased changes at this time._',
      'No changes at the moment.',
      'Currently no unreleased changes.',
    ],
    ...[
      'There are no changes in this release yet.',
      'There are currently no changes',
      'Nothing unreleased yet',
    ],
    `none${'.'.repeat(196)}`,
  ])('recognises %j', (text) => {
    expect(isPlaceholder(text)).toBe(true)
  })

  it.each([
    ...['None of it', 'A none', 'Nothing works', 'tbc', 'No more changes to the API', 'No-op', 'n'],
    ...['[#12]', '[#12](https://a.b)', '[Bug] in x', 'Fixes', 'Added: x'],
    ...['No very many small changes', '- a', 'Currently', 'No changes to this release', 'No change in speed'],
    ...['There are no changes in this API', 'Nothing here works', 'Nothing reports'],
    `none${'.'.repeat(197)}`,
  ])('does not recognise %j', (text) => {
    expect(isPlaceholder(text)).toBe(false)
  })
})

describe('isContent', () => {
  it.each([
    ['an item', ['- one'], 0],
    ['a line of an item', ['- None', '  one'], 1],
    ['a paragraph', ['one'], 0],
    ['a quote', ['> one'], 0],
    ['a fence', ['```', '', '```'], 1],
    ['HTML', ['<div>'], 0],
    ['code', ['    one'], 0],
  ])('counts %s', (_name, lines, index) => {
    expect(isContent(map(...lines), index)).toBe(true)
  })

  it.each([
    ['a blank line', ['one', ' \t', 'two'], 1],
    ['a heading', ['# One'], 0],
    ['the underline of a heading', ['One', '==='], 1],
    ['a thematic break', ['***'], 0],
    ['a comment', ['<!--', 'one', '-->'], 1],
    ['a link definition', ['[one]: /1'], 0],
    ['a placeholder', ['_No changes._'], 0],
    ['a placeholder in a list', ['1. None'], 0],
    ['an empty item', ['-'], 0],
  ])('does not count %s', (_name, lines, index) => {
    expect(isContent(map(...lines), index)).toBe(false)
  })
})
