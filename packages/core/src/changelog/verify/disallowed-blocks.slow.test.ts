// Tests that random descriptions do not change the rest of a document. The whole document is parsed by mdast.
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { addToText as addEntries, measureCpuMs } from '../testing.ts'

const added = (description: string) => [{ type: 'Added' as const, description }]

const documentWith = (bullet: string) => `# Log

Of [Unreleased] and [x].

## [Unreleased]

### Added

${bullet}a [1.0.0]

### Changed

${bullet}b [^1]

## [1.0.0] - 2020-01-01

See [Unreleased], [1.0.0], [x], [y] and \`code\`.

${bullet}c

[unreleased]: https://example.org/unreleased
[1.0.0]: https://example.org/1.0.0
[x]: https://example.org/x
`

const TOKENS = [
  ...['x', 'y', '1.0.0', 'Unreleased', ' ', '  ', '    ', '\t', '\n', '\n\n', '\n  ', '\n    ', '\n        '],
  ...[
    '[',
    ']',
    ']:',
    '[x]: ',
    '[y]: https://evil.example',
    '[Unreleased]:',
    '<https://evil.example>',
    '\\',
    '[^1]: ',
  ],
  ...[
    '> ',
    '>',
    '- ',
    '* ',
    '+ ',
    '1. ',
    '1) ',
    '2. ',
    '-',
    '---',
    '***',
    '===',
    '=',
    '# ',
    '## [9.9.9]',
    '#',
  ],
  ...[
    '`',
    '```',
    '````',
    '~~~',
    '``` a`b',
    '```\n',
    '\n```\n',
    '\n~~~\n',
    '<div>',
    '</div>',
    '<a>',
    '<b>',
    '<!--',
    '-->',
  ],
  ...['<?', '<!A', '"', "'", '(', ')', '&#91;', '|', ':', '\r', '\r\n'],
]

const descriptions = fc
  .array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 12 })
  .map((tokens) => tokens.join(''))

describe.each(['- ', '* ', '-   ', '  - ', '-\t', ' *\t', '-      '])(
  'a random description in a list with the bullet %j',
  (bullet) => {
    it.each(['\n', '\r\n'])('is rejected or is exactly one list item (line ending %j)', (eol) => {
      const before = documentWith(bullet).replaceAll('\n', eol)
      fc.assert(
        fc.property(descriptions, (description) => {
          const after = tryAdding(before, [description])
          if (after !== undefined) expect(withoutSecondItem(after)).toEqual(childrenOf(before))
        }),
        { numRuns: 250 },
      )
    })
  },
)

function tryAdding(text: string, descriptions: readonly string[]): string | undefined {
  try {
    return addEntries(text, descriptions.flatMap(added))
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' })
    return undefined
  }
}

/** The blocks of a document, without the second item of its first list. */
function withoutSecondItem(text: string): unknown[] {
  const children = childrenOf(text)
  const list = children.find(({ type }) => type === 'list')
  expect(list?.children).toHaveLength(2)
  expect(definitionsOf(list)).toEqual([])
  list?.children?.pop()
  return children
}

interface Block {
  type: string
  children?: Block[]
}

/** The blocks of a document as plain data, without positions. Tight and loose lists are equal. */
function childrenOf(text: string): Block[] {
  const json = JSON.stringify(fromMarkdown(text), (key, value) =>
    key === 'position' || key === 'spread' ? undefined : value,
  )
  return JSON.parse(json).children
}

function definitionsOf(block: Block | undefined): Block[] {
  if (!block) return []
  return [...(block.type === 'definition' ? [block] : []), ...(block.children ?? []).flatMap(definitionsOf)]
}

describe('the limits of the CommonMark parser', () => {
  const quotes = (count: number) => `x\n\n${'> '.repeat(count)}<b>x</b> y`

  it('accepts ten nested lists and quotes on a line', () => {
    expect(addEntries('', added(quotes(10)))).toContain('<b>x</b> y')
    expect(() => addEntries('', added(quotes(11)))).toThrow(
      /line 3: expected no more than 10 nested lists and quotes/,
    )
  })

  it('accepts 2,000 short lines or 100,000 characters in an update', () => {
    const update = (count: number, description: string) =>
      addEntries('', new Array(count).fill(added(description)[0]))
    const short = '<b>x</b>\ny'
    expect(update(1_000, short)).toContain('<b>x</b>')
    expect(() => update(1_001, short)).toThrow(/changes\[1000\].*at most 100000 characters.*got 100100/)
    const long = `<b>${'x'.repeat(9_997)}`
    expect(update(10, long)).toContain('<b>')
    expect(() => update(11, long)).toThrow(/changes\[10\].*at most 100000 characters.*got 110000/)
  })

  it('accepts any number of descriptions that need not be parsed', () => {
    const many = [...new Array(1_200).fill(added('#12: [x] is\n- a\n> b')[0]), ...added('<b>x</b>')]
    expect(addEntries('', many)).toContain('<b>x</b>')
  })

  it.each([
    ['lists on a line', `${'- '.repeat(10)}<a\n`.repeat(400)],
    ['numbered lists on a line', `${'1. '.repeat(3_000)}<a`],
    ['lists', '- <a\n'.repeat(1_800)],
    ['loose lists', '- <a\n\n'.repeat(900)],
    ['quotes', `${'>'.repeat(10)}<a\n`.repeat(600)],
    ['lines that continue quotes', `${'>'.repeat(10)}<a\n${'a\n'.repeat(1_900)}`],
    ['lines that continue lists', `${'- '.repeat(10)}<a\n${'a\n'.repeat(1_900)}`],
    [
      'lists of increasing depth',
      Array.from({ length: 120 }, (_, depth) => `${' '.repeat(depth)}- <a\n`).join(''),
    ],
    ['blank lines', `<a${'\n'.repeat(1_900)}x`],
    ['labels', `> ]:\n${'x\n[a\n'.repeat(900)}`],
    ['brackets', `<a ${'['.repeat(9_900)}`],
    ['stars', `<a ${'*a_ '.repeat(2_400)}`],
  ])('accepts or rejects descriptions full of %s within 10 seconds of processor time', (_name, text) => {
    const run = () => tryAdding('', new Array<string>(500).fill(`x\n${text}`))
    expect(measureCpuMs(run)).toBeLessThan(10_000)
  })
})
