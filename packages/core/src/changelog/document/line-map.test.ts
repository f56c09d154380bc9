import { describe, expect, it } from 'vitest'
import { type LineKind, mapLines } from './line-map.ts'
import { splitLines } from './lines.ts'

const map = (...lines: string[]) => mapLines(splitLines(lines.join('\n')))

type Lines = [string, LineKind][]

describe('the kinds of lines', () => {
  it.each<[string, Lines]>([
    [
      'reads a setext heading with all its lines',
      [
        ['One', 'heading'],
        ['two', 'heading'],
        ['---', 'heading'],
        ['three', 'paragraph'],
      ],
    ],
    [
      'ends a paragraph at an ATX heading',
      [
        ['One', 'paragraph'],
        ['# Two', 'heading'],
        ['three', 'paragraph'],
      ],
    ],
    [
      'ends a paragraph at a thematic break, a quote and an item',
      [
        ['One', 'paragraph'],
        ['***', 'thematic_break'],
        ['One', 'paragraph'],
        ['> two', 'quote'],
        ['', 'blank'],
        ['One', 'paragraph'],
        ['- two', 'list'],
      ],
    ],
    [
      'reads dashes without a paragraph above as a thematic break',
      [
        ['---', 'thematic_break'],
        ['- one', 'list'],
        ['---', 'thematic_break'],
      ],
    ],
    [
      'reads equals signs without a paragraph above as text',
      [
        ['===', 'paragraph'],
        ['', 'blank'],
        ['# One', 'heading'],
        ['===', 'paragraph'],
      ],
    ],
    [
      'ends an empty item at a blank line',
      [
        ['-', 'list'],
        ['', 'blank'],
        ['  <!--', 'comment'],
        ['- one', 'comment'],
        ['-->', 'comment'],
        ['- ', 'list'],
        ['  two', 'list'],
        ['', 'blank'],
        ['  three', 'list'],
        ['- - ', 'list'],
        ['', 'blank'],
        ['  four', 'list'],
      ],
    ],
    [
      'continues a paragraph of characters that are not white space in Markdown',
      [
        ['- \u00a0\ufeff', 'list'],
        ['one', 'list'],
      ],
    ],
    [
      'does not underline a link definition',
      [
        ['[one]: /1', 'paragraph'],
        ['===', 'paragraph'],
        ['', 'blank'],
        ['[one]: /1', 'paragraph'],
        ['---', 'thematic_break'],
      ],
    ],
    [
      'underlines text that follows a link definition',
      [
        ['[one]: /1', 'heading'],
        ['Two', 'heading'],
        ['===', 'heading'],
      ],
    ],
    [
      'reads four columns of indent as code',
      [
        ['    one', 'code'],
        ['\ttwo', 'code'],
        [' \tthree', 'code'],
        ['   four', 'paragraph'],
      ],
    ],
    [
      'continues a paragraph with an indented line',
      [
        ['One', 'paragraph'],
        ['    two', 'paragraph'],
        ['        # three', 'paragraph'],
      ],
    ],
    [
      'continues the paragraph of a quote',
      [
        ['> one', 'quote'],
        ['two', 'quote'],
        ['    three', 'quote'],
        ['===', 'quote'],
        ['', 'blank'],
        ['four', 'paragraph'],
      ],
    ],
    [
      'does not continue a quote that ends without a paragraph',
      [
        ['> # one', 'quote'],
        ['two', 'paragraph'],
        ['>', 'quote'],
        ['three', 'paragraph'],
        ['> ---', 'quote'],
        ['four', 'paragraph'],
      ],
    ],
    [
      'continues the paragraph of an item',
      [
        ['- one', 'list'],
        ['two', 'list'],
        ['', 'blank'],
        ['three', 'paragraph'],
      ],
    ],
    [
      'keeps indented lines below an item in the list',
      [
        ['- one', 'list'],
        ['', 'blank'],
        ['  two', 'list'],
        ['  # three', 'list'],
        ['  ```', 'list'],
        ['', 'blank'],
        ['      four', 'list'],
      ],
    ],
    [
      'keeps indented lines below an ordered item that does not start at 1',
      [
        ['2. one', 'list'],
        ['', 'blank'],
        ['   two', 'list'],
      ],
    ],
    [
      'keeps indented lines below an empty item',
      [
        ['-', 'list'],
        ['  # one', 'list'],
      ],
    ],
    [
      'measures the indent from the last item of the list',
      [
        ['- one', 'list'],
        ['-   two', 'list'],
        ['', 'blank'],
        ['  three', 'paragraph'],
      ],
    ],
    [
      'measures the indent from the outer item of nested lists',
      [
        ['- one', 'list'],
        ['  -   two', 'list'],
        ['', 'blank'],
        ['  three', 'list'],
      ],
    ],
    [
      'ends a list at a paragraph',
      [
        ['- one', 'list'],
        ['', 'blank'],
        ['two', 'paragraph'],
        ['', 'blank'],
        ['    three', 'code'],
      ],
    ],
    [
      'ends a list at a thematic break',
      [
        ['- one', 'list'],
        ['***', 'thematic_break'],
        ['    two', 'code'],
      ],
    ],
    [
      'does not start an item inside a paragraph with a number other than 1',
      [
        ['One', 'paragraph'],
        ['2. two', 'paragraph'],
        ['', 'blank'],
        ['   three', 'paragraph'],
      ],
    ],
    [
      'reads everything inside a fence as the fence',
      [
        ['```', 'fence'],
        ['# One', 'fence'],
        ['', 'fence'],
        ['- two', 'fence'],
        ['~~~', 'fence'],
        ['```', 'fence'],
        ['  three', 'paragraph'],
      ],
    ],
    [
      'reads everything up to the end of a comment as the comment',
      [
        ['<!-- one', 'comment'],
        ['', 'comment'],
        ['# Two', 'comment'],
        ['three --> four', 'comment'],
        ['# Five', 'heading'],
      ],
    ],
    [
      'ends a comment on its own line',
      [
        ['<!-- one -->', 'comment'],
        ['two', 'paragraph'],
      ],
    ],
    [
      'ends an HTML block at a blank line',
      [
        ['<div>', 'html'],
        ['# One', 'html'],
        ['', 'blank'],
        ['# Two', 'heading'],
      ],
    ],
    [
      'ends a preformatted block at its closing tag',
      [
        ['<pre>', 'html'],
        ['# One', 'html'],
        ['</pre>', 'html'],
        ['# Two', 'heading'],
      ],
    ],
    [
      'starts an HTML block with any tag after a blank line',
      [
        ['One', 'paragraph'],
        ['', 'blank'],
        ['<a name="x">', 'html'],
        ['# Two', 'html'],
      ],
    ],
    [
      'does not interrupt text with any tag',
      [
        ['One', 'paragraph'],
        ['<a name="x">', 'paragraph'],
        ['# Two', 'heading'],
        ['- three', 'list'],
        ['<a name="x">', 'list'],
        ['# Four', 'heading'],
        ['> five', 'quote'],
        ['<a name="x">', 'quote'],
        ['# Six', 'heading'],
      ],
    ],
    [
      'interrupts text with a block tag, a comment and a fence',
      [
        ['One', 'paragraph'],
        ['<div>', 'html'],
        ['', 'blank'],
        ['- two', 'list'],
        ['<!-- three -->', 'comment'],
        ['> four', 'quote'],
        ['~~~', 'fence'],
      ],
    ],
  ])('%s', (_name, lines) => {
    const { kinds } = map(...lines.map(([text]) => text))
    expect(kinds.map((kind, index) => [lines[index]?.[0], kind])).toEqual(lines)
  })

  it('has no kinds for an empty text', () => {
    expect(map('')).toMatchObject({
      lines: [],
      kinds: [],
      headings: [],
      definitions: [],
      openAtEnd: undefined,
    })
  })
})

describe('the headings', () => {
  it('have their level, text and lines', () => {
    expect(
      map('# One #', '', '  Two  ', '  lines ', '  ===', 'Three', '----', 'text', '### Four', '##').headings,
    ).toEqual([
      { level: 1, text: 'One', firstLine: 0, lastLine: 0, isSetext: false },
      { level: 1, text: 'Two\nlines', firstLine: 2, lastLine: 4, isSetext: true },
      { level: 2, text: 'Three', firstLine: 5, lastLine: 6, isSetext: true },
      { level: 3, text: 'Four', firstLine: 8, lastLine: 8, isSetext: false },
      { level: 2, text: '', firstLine: 9, lastLine: 9, isSetext: false },
    ])
  })

  it.each([
    ['a fence', ['```', '# One', '```']],
    ['a comment', ['<!--', '# One', '-->']],
    ['HTML', ['<div>', '# One', '</div>']],
    ['an item', ['- one', '', '  # One', '- # Two']],
    ['a quote', ['> # One', '> Two', '> ===']],
    ['indented code', ['    # One']],
  ])('in %s are ignored', (_name, lines) => {
    expect(map(...lines).headings).toEqual([])
  })
})

describe('the link definitions', () => {
  it('have their label, destination and line', () => {
    expect(
      map('# One', '[One Two]: /1', '[v2]: <two 2> "Title"', '', '  [3\\]]:https://example.org/3')
        .definitions,
    ).toEqual([
      { label: 'One Two', destination: '/1', line: 1 },
      { label: 'v2', destination: '<two 2>', line: 2 },
      { label: '3\\]', destination: 'https://example.org/3', line: 4 },
    ])
  })

  it.each([
    ['a paragraph', ['text', '[one]: /1'], []],
    ['a paragraph that started with a definition', ['[one]: /1', 'text', '[two]: /2'], ['one']],
    ['a fence', ['```', '[one]: /1', '```', '[two]: /2'], ['two']],
    ['a comment', ['<!--', '[one]: /1', '-->'], []],
    ['an item', ['- one', '  [one]: /1'], []],
    ['the continued paragraph of a quote', ['> one', '[one]: /1'], []],
    ['code', ['    [one]: /1'], []],
  ])('in %s are ignored', (_name, lines, labels) => {
    expect(map(...lines).definitions.map(({ label }) => label)).toEqual(labels)
  })
})

describe('the block that is open at the end', () => {
  it.each([
    ['```', 'fence'],
    ['~~~\ntext\n```', 'fence'],
    ['<!-- one', 'comment'],
    ['<pre>\none', 'html'],
    ['<?php', 'html'],
    ['<div>\none', undefined],
    ['<a>', undefined],
    ['```\n```', undefined],
    ['<!-- one -->', undefined],
    ['<pre></pre>', undefined],
    ['one', undefined],
  ])('of %j is %j', (text, kind) => {
    expect(map(text).openAtEnd).toBe(kind)
  })
})

describe('a heading below a list item or quote', () => {
  it.each([
    ['HTML', ['- <details>', '  </details>']],
    ['a fence', ['- ```', '  code']],
    ['HTML in a quote', ['> <details>', '> </details>']],
  ])('is found when the item ends in %s', (_name, lines) => {
    expect(map(...lines, 'Unreleased', '---').headings.map(({ text }) => text)).toEqual(['Unreleased'])
  })

  it.each([
    ['text', ['- one']],
    ['text after HTML', ['- <details>', '  </details>', '', '  two']],
    ['a quote', ['> one']],
  ])('is text when the item ends in %s', (_name, lines) => {
    expect(map(...lines, 'Unreleased', '---').headings).toEqual([])
  })
})
