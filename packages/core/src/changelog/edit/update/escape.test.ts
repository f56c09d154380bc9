import { type Node, Parser } from 'commonmark'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlaceholder, parseChangelog } from '../../document/index.ts'
import { addToText } from '../../testing.ts'
import { escapeMarkdown } from './description.ts'

/** A changelog with definitions that a description could use. */
const LOG =
  '# Log\n\n## Unreleased\n\n## 1.0.0\n\n- a\n\n[x]: https://a.b\n[Fix]: https://a.b\n[1.0.0]: https://a.b\n'

/** The text of the new entry, as a CommonMark parser renders it. Undefined when it is not one paragraph of plain text. */
function render(description: string): string | undefined {
  const text = addToText(LOG, [{ type: 'Added', description, escape: true }])
  const item = new Parser().parse(text).firstChild?.next?.next?.next?.firstChild
  const paragraph = item?.firstChild
  if (item?.next || paragraph?.type !== 'paragraph' || paragraph.next) return undefined
  let rendered = ''
  for (let node: Node | null = paragraph.firstChild; node; node = node.next) {
    if (node.type !== 'text' && node.type !== 'softbreak') return undefined
    rendered += node.literal ?? '\n'
  }
  return rendered
}

describe('an escaped description', () => {
  it.each([
    ['- x', String.raw`\- x`],
    ['+ x', String.raw`\+ x`],
    ['* x', String.raw`\* x`],
    ['1. x', String.raw`1\. x`],
    ['2026) x', String.raw`2026\) x`],
    ['# x', String.raw`\# x`],
    ['#12 is fixed', '#12 is fixed'],
    ['> x', String.raw`\> x`],
    ['---\nx', '\\---\nx'],
    ['===', String.raw`\===`],
    ['~~~', String.raw`\~\~\~`],
    ['``` x', '\\`\\`\\` x'],
    ['[Fix]: login', String.raw`\[Fix]: login`],
    ['[x] and ![x](y)', String.raw`\[x] and !\[x](y)`],
    ['[^1]: x', String.raw`\[^1]: x`],
    ['py/__init__.py', String.raw`py/\_\_init\_\_.py`],
    ['a_snake_case_name', 'a_snake_case_name'],
    ['a*b*c.txt', String.raw`a\*b\*c.txt`],
    ['gen<T>.ts', String.raw`gen\<T>.ts`],
    ['a < b && c > d', 'a < b && c > d'],
    ['x <!-- y', String.raw`x \<\!-- y`],
    ['<script>', String.raw`\<script>`],
    ['<https://a.b>', String.raw`\<https://a.b>`],
    ['AT&amp;T &#35; & co', String.raw`AT\&amp;T \&#35; & co`],
    [String.raw`C:\temp\*`, String.raw`C:\\temp\\\*`],
    ['--verbose, 2026-11-21: x', '--verbose, 2026-11-21: x'],
    ['1 - 2 - 3 - 4 - 5 - 6 - 7 - 8 - 9 - 10 - 11 - 12 - 13', undefined],
  ])('of %j renders as it is, and is written as %j', (description, written) => {
    expect(render(description)).toBe(description)
    if (written !== undefined) expect(escapeMarkdown(description)).toBe(written)
  })

  it('has the same lines', () => {
    expect(render('x\n  ---\n# y')).toBe('x\n---\n# y')
  })

  it('is read as one entry', () => {
    const { sections } = parseChangelog(
      addToText(LOG, [{ type: 'Added', description: '- ## 9.9.9', escape: true }]),
    )
    expect(sections[0]?.entries).toMatchObject([{ type: 'Added', description: String.raw`\- ## 9.9.9` }])
  })

  it('renders as it is for every text of one line', () => {
    const pieces = fc.constantFrom(
      ...[
        '- ',
        '+',
        '*',
        '_',
        '__',
        '`',
        '```',
        '~~~',
        '1.',
        '2) ',
        '# ',
        '>',
        '[x]',
        ': y',
        '](',
        '<a',
        '<!--',
        '-->',
      ],
      ...[
        '&',
        '&amp;',
        '&#9;',
        '\\',
        '!',
        '|',
        '=',
        '---',
        ' ',
        '\t',
        'a',
        'é',
        '😀',
        '(',
        ')',
        '"',
        "'",
        '{',
        '$',
        '\u00a0',
      ],
    )
    const line = fc.oneof(
      fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    )
    const isPlain = (text: string) =>
      !isPlaceholder(escapeMarkdown(text)) && !/(?!\t)\p{Cc}|[\u2028-\u202e\u2066-\u2069\ufeff]/u.test(text)
    fc.assert(
      fc.property(line.map((text) => text.trim()).filter(isPlain), (text) => {
        expect(render(text)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })
})
