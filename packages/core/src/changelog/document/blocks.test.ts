import { describe, expect, it } from 'vitest'
import {
  closes,
  contentIndent,
  endsInParagraph,
  isItem,
  isThematicBreak,
  type OpenBlock,
  readAtxHeading,
  readDefinition,
  readOpening,
  readUnderline,
  withoutMarkers,
} from './blocks.ts'

it.each([
  ['# One', 1, 'One'],
  ['###### One', 6, 'One'],
  ['   ## One', 2, 'One'],
  ['#\tOne\t', 1, 'One'],
  ['##', 2, ''],
  ['## ##', 2, ''],
  ['## One ##', 2, 'One'],
  ['# One ###  ', 1, 'One'],
  ['# One\t#', 1, 'One'],
  ['# One#', 1, 'One#'],
  ['# One two#', 1, 'One two#'],
  ['# One # two', 1, 'One # two'],
])('reads the heading %j', (line, level, text) => {
  expect(readAtxHeading(line)).toEqual({ level, text })
})

it.each(['#One', '####### One', '    # One', '\\# One', 'One # two', ''])(
  'reads no heading in %j',
  (line) => {
    expect(readAtxHeading(line)).toBeUndefined()
  },
)

it.each([
  ['=', 1],
  ['=====', 1],
  ['   == \t', 1],
  ['-', 2],
  ['---', 2],
  ['    ---', undefined],
  ['- -', undefined],
  ['=-=', undefined],
  ['a ---', undefined],
  ['', undefined],
])('reads the underline %j as level %j', (line, level) => {
  expect(readUnderline(line)).toBe(level)
})

it.each([
  ['---', true],
  ['***', true],
  ['___', true],
  [' - - -\t- ', true],
  ['   *  *  *', true],
  ['--', false],
  ['- -', false],
  ['-*-', false],
  ['    ---', false],
  ['--- a', false],
  ['a', false],
  ['', false],
])('decides whether %j is a thematic break: %j', (line, expected) => {
  expect(isThematicBreak(line)).toBe(expected)
})

it.each([
  ['[a]: /b', 'a', '/b'],
  ['   [a b]:/c', 'a b', '/c'],
  ['[a]: <b c> "title"', 'a', '<b c>'],
  ["[a]: b 'title' ", 'a', 'b'],
  ['[a]: b (title)', 'a', 'b'],
  ['[a]: b "a title that continues on the next line', 'a', 'b'],
  ['[a]: <>', 'a', '<>'],
  ['[\\[a\\]]: b', '\\[a\\]', 'b'],
])('reads the link definition %j', (line, label, destination) => {
  expect(readDefinition(line)).toEqual({ label, destination })
})

it.each([
  '[a]:',
  '[a] : b',
  '[]: b',
  '[[a]]: b',
  '    [a]: b',
  'a [a]: b',
  '[a](b)',
  '[Fix]: the login page',
  '[a]: b "c" d',
])('reads no link definition in %j', (line) => {
  expect(readDefinition(line)).toBeUndefined()
})

describe('readOpening', () => {
  it.each([
    ['```', '```'],
    ['   `````js', '`````'],
    ['~~~ `a`', '~~~'],
  ])('reads the fence %j', (line, marker) => {
    const fence = { block: { kind: 'fence', marker }, closed: false }
    expect(readOpening(line, false)).toEqual(fence)
    expect(readOpening(line, true)).toEqual(fence)
  })

  it.each<[string, OpenBlock['kind'], boolean]>([
    ['<!-- a', 'comment', false],
    ['   <!-- a --> b', 'comment', true],
    ['<pre>', 'html', false],
    ['<SCRIPT>a</script>', 'html', true],
    ['<?a', 'html', false],
    ['<?a ?>', 'html', true],
    ['<!DOCTYPE html', 'html', false],
    ['<!DOCTYPE html>', 'html', true],
    ['<![CDATA[ a', 'html', false],
    ['<![CDATA[ a ]]>', 'html', true],
    ['<div', 'html', false],
    ['</details>', 'html', false],
  ])('reads %j as %s, also below a paragraph', (line, kind, closed) => {
    for (const interrupting of [false, true]) {
      expect(readOpening(line, interrupting)).toMatchObject({ block: { kind }, closed })
    }
  })

  it.each(['<a>', '</a>', '<a name="b" c=\'d\' e=f g/>', '<my-tag> '])(
    'reads %j as HTML, but not below a paragraph',
    (line) => {
      expect(readOpening(line, false)).toEqual({ block: { kind: 'html', end: 'blank' }, closed: false })
      expect(readOpening(line, true)).toBeUndefined()
    },
  )

  it.each([
    '``',
    '``` a`b',
    '    ```',
    'a ```',
    '<a> b',
    '<1>',
    '    <div>',
    'a <div>',
    '<!',
    '<https://a.b>',
  ])('reads no block in %j', (line) => {
    expect(readOpening(line, false)).toBeUndefined()
  })
})

it.each<[OpenBlock, string, boolean]>([
  [{ kind: 'fence', marker: '```' }, '```', true],
  [{ kind: 'fence', marker: '```' }, '   ````` ', true],
  [{ kind: 'fence', marker: '````' }, '```', false],
  [{ kind: 'fence', marker: '```' }, '~~~', false],
  [{ kind: 'fence', marker: '~~~' }, '~~~', true],
  [{ kind: 'fence', marker: '```' }, '``` a', false],
  [{ kind: 'fence', marker: '```' }, '    ```', false],
  [{ kind: 'fence', marker: '```' }, '', false],
  [{ kind: 'html', end: 'blank' }, ' \t', true],
  [{ kind: 'html', end: 'blank' }, '</div>', false],
  [{ kind: 'comment', end: /-->/ }, 'a --> b', true],
  [{ kind: 'comment', end: /-->/ }, '', false],
])('decides for the block %j whether %j ends it: %j', (block, line, expected) => {
  expect(closes(block, line)).toBe(expected)
})

it.each([
  ['- a', true, true],
  ['   + a', true, true],
  ['*\ta', true, true],
  ['1. a', true, true],
  ['1) a', true, true],
  ['2. a', true, false],
  ['123456789) a', true, false],
  ['-', true, false],
  ['-  ', true, false],
  ['1.', true, false],
  ['-a', false, false],
  ['1234567890. a', false, false],
  ['    - a', false, false],
  ['* * *', false, false],
  ['a - b', false, false],
])('decides whether %j starts an item: %j, and inside a paragraph: %j', (line, expected, inParagraph) => {
  expect([isItem(line, false), isItem(line, true)]).toEqual([expected, inParagraph])
})

it.each([
  ['- a', 2],
  [' - a', 3],
  ['-    a', 5],
  ['-     a', 2],
  ['-', 2],
  ['-   ', 2],
  ['10. a', 4],
  ['10.    a', 7],
  ['10.      a', 4],
  ['-\ta', 4],
  ['1.\ta', 4],
  ['  -\t\ta', 4],
])('measures the indent of the content of %j: %i', (line, indent) => {
  expect(contentIndent(line)).toBe(indent)
})

it.each([
  ['> a', true],
  ['> > a', true],
  ['- a', true],
  ['> - a', true],
  ['  a', true],
  ['>', false],
  ['> >', false],
  ['-', false],
  ['> # a', false],
  [' > > # a', false],
  ['- ## a', false],
  ['> ```', false],
  ['- ~~~ a', false],
  ['> ---', false],
  ['- ***', false],
])('decides whether %j ends in a paragraph: %j', (line, expected) => {
  expect(endsInParagraph(withoutMarkers(line))).toBe(expected)
})
