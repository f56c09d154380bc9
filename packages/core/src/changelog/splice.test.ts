import { describe, expect, it } from 'vitest'
import { parseChangelog } from './document/index.ts'
import { applySplices, blanks, eolNear, insertAfter, replaceLines, sortSplices } from './splice.ts'

const AT_0 = { start: 0, end: 0, insert: 'A' }
const AT_2 = { start: 2, end: 3, insert: 'B' }
const ALSO_AT_2 = { start: 2, end: 2, insert: 'C' }
const AT_5 = { start: 5, end: 5, insert: 'D' }

it('sorts splices by offset and keeps the order at the same offset', () => {
  const splices = [AT_5, ALSO_AT_2, AT_0, AT_2]
  expect(sortSplices(splices)).toEqual([AT_0, ALSO_AT_2, AT_2, AT_5])
  expect(splices).toEqual([AT_5, ALSO_AT_2, AT_0, AT_2])
})

describe('applySplices', () => {
  it.each([
    ['no splices', [], '01234'],
    ['an insertion at the start', [AT_0], 'A01234'],
    ['an insertion at the end', [AT_5], '01234D'],
    ['a replacement', [AT_2], '01B34'],
    ['splices in any order', [AT_5, AT_2, AT_0], 'A01B34D'],
  ])('applies %s', (_name, splices, expected) => {
    expect(applySplices('01234', splices)).toBe(expected)
  })

  it('returns only the changed part', () => {
    expect(applySplices('01234', [AT_2], 1, 4)).toBe('1B3')
    expect(applySplices('01234', [], 3)).toBe('34')
  })
})

describe('eolNear', () => {
  it.each([
    ['of the line', 'a\r\nb\nc\n', 0, '\r\n'],
    ['of the line and not of the line above', 'a\r\nb\nc\n', 1, '\n'],
    ['of the line above a last line without one', 'a\nb\nc\r\nd', 3, '\r\n'],
    ['that is most frequent', 'a\r\nb\nc\nd\n', 9, '\n'],
    ['that is most frequent and not the first', 'a\nb\r\nc\r\nd', 9, '\r\n'],
    ['that is a carriage return', 'a\rb', 0, '\r'],
    ['LF when there is only one line', 'a', 0, '\n'],
    ['LF when there is no line', '', 0, '\n'],
  ])('is the line ending %s', (_name, text, index, eol) => {
    expect(eolNear(parseChangelog(text), index)).toBe(eol)
  })
})

it.each([
  [0, []],
  [2, ['', '']],
])('makes %i blank lines', (count, lines) => {
  expect(blanks(count)).toEqual(lines)
})

describe('insertAfter', () => {
  it.each([
    ['at the top', 'a\nb\n', -1, 'x\ny\na\nb\n'],
    ['at the top of a CRLF file', 'a\r\nb\r\n', -1, 'x\r\ny\r\na\r\nb\r\n'],
    ['below a byte order mark', '\uFEFFa\n', -1, '\uFEFFx\ny\na\n'],
    ['into an empty file', '', -1, 'x\ny\n'],
    ['in the middle', 'a\nb\n', 0, 'a\nx\ny\nb\n'],
    ['below a CRLF line', 'a\r\nb\n', 0, 'a\r\nx\r\ny\r\nb\n'],
    ['at the end', 'a\nb\n', 1, 'a\nb\nx\ny\n'],
    ['at the end of a CRLF file', 'a\r\nb\r\n', 1, 'a\r\nb\r\nx\r\ny\r\n'],
    ['at the end without a line ending', 'a\nb', 1, 'a\nb\nx\ny'],
    ['at the end of a CRLF file without a line ending', 'a\r\nb', 1, 'a\r\nb\r\nx\r\ny'],
    ['below the only line', 'a', 0, 'a\nx\ny'],
  ])('inserts lines %s', (_name, text, after, expected) => {
    expect(applySplices(text, [insertAfter(parseChangelog(text), after, ['x', 'y'])])).toBe(expected)
  })
})

describe('replaceLines', () => {
  it.each([
    ['one line', 'a\nb\nc\n', 1, 2, 'a\nx\ny\nc\n'],
    ['several lines', 'a\nb\nc\n', 0, 2, 'x\ny\nc\n'],
    ['a CRLF line', 'a\nb\r\nc\n', 1, 2, 'a\nx\r\ny\r\nc\n'],
    ['the last line', 'a\nb\n', 1, 2, 'a\nx\ny\n'],
    ['the last line without a line ending', 'a\r\nb', 1, 2, 'a\r\nx\r\ny'],
    ['the only line', 'a', 0, 1, 'x\ny'],
  ])('replaces %s', (_name, text, from, to, expected) => {
    expect(applySplices(text, [replaceLines(parseChangelog(text), from, to, ['x', 'y'])])).toBe(expected)
  })
})
