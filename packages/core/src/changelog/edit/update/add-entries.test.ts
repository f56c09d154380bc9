import { describe, expect, it } from 'vitest'
import type { ChangeType, NewEntry } from '../../entry.ts'
import { addToText as addEntries } from '../../testing.ts'

const added = (...descriptions: string[]): NewEntry[] =>
  descriptions.map((description) => ({ type: 'Added', description }))

describe('addEntries', () => {
  it('returns the text unchanged when there are no entries', () => {
    expect(addEntries('anything', [])).toBe('anything')
  })

  it('creates a changelog from an empty text', () => {
    expect(addEntries('', added('x'))).toMatch(
      /^# Changelog\n[\s\S]*\n## \[Unreleased\]\n\n### Added\n\n- x\n$/,
    )
    expect(addEntries('\n\n', added('x'))).toContain('## [Unreleased]\n\n### Added\n\n- x\n')
  })

  it.each<[string, string, NewEntry[], string]>([
    [
      'after the last entry of their heading',
      '## [Unreleased]\n\n### Added\n\n- a\n\n## [1.0.0]\n',
      added('b', 'c'),
      '## [Unreleased]\n\n### Added\n\n- a\n- b\n- c\n\n## [1.0.0]\n',
    ],
    [
      'with the bullet and indent of the nearest entries',
      '## Unreleased\n### Added\n  *   a\n    more\n',
      added('b\nc'),
      '## Unreleased\n### Added\n  *   a\n    more\n  *   b\n      c\n',
    ],
    [
      'with a tab after the bullet, continuation lines indented to the same column',
      '## Unreleased\n### Added\n-\ta\n',
      added('b\n- c'),
      '## Unreleased\n### Added\n-\ta\n-\tb\n    - c\n',
    ],
    [
      'with the widest bullet that can be copied',
      `## Unreleased\n### Added\n-${' '.repeat(16)}a\n`,
      added('b'),
      `## Unreleased\n### Added\n-${' '.repeat(16)}a\n-${' '.repeat(16)}b\n`,
    ],
    [
      'with the default bullet when the existing one is wider',
      `## Unreleased\n### Added\n-${' '.repeat(17)}a\n`,
      added('b'),
      `## Unreleased\n### Added\n-${' '.repeat(17)}a\n- b\n`,
    ],
    [
      'with a blank line between entries when the list is loose',
      '## Unreleased\n\n### Added\n\n- a\n\n- b\n\n## 1.0.0\n',
      added('c'),
      '## Unreleased\n\n### Added\n\n- a\n\n- b\n\n- c\n\n## 1.0.0\n',
    ],
    [
      'under a new heading in the order of Keep a Changelog',
      '## Unreleased\n\n### Added\n\n- a\n\n### Removed\n\n- r\n\n## 1.0.0\n',
      [{ type: 'Changed', description: 'c' }],
      '## Unreleased\n\n### Added\n\n- a\n\n### Changed\n\n- c\n\n### Removed\n\n- r\n\n## 1.0.0\n',
    ],
    [
      'without blank lines when the file has none',
      '## Unreleased\n### Added\n- a\n### Fixed\n- f\n## 1.0.0\n',
      [{ type: 'Removed', description: 'r' }],
      '## Unreleased\n### Added\n- a\n### Removed\n- r\n### Fixed\n- f\n## 1.0.0\n',
    ],
    [
      'instead of a placeholder',
      '## Unreleased\n\n### Added\n\n- None\n\n### Changed\n\n_No changes._\n',
      [...added('a'), { type: 'Changed', description: 'c' }],
      '## Unreleased\n\n### Added\n\n- a\n\n### Changed\n\n- c\n',
    ],
    [
      'instead of a placeholder without a heading',
      '## Unreleased\n\n- Nothing yet!\n\n## 1.0.0\n',
      added('a'),
      '## Unreleased\n\n### Added\n\n- a\n\n## 1.0.0\n',
    ],
    [
      'above the links at the bottom',
      '## [Unreleased]\n\n[unreleased]: https://example.org/compare/v1.0.0...HEAD\n',
      added('a'),
      '## [Unreleased]\n\n### Added\n\n- a\n\n[unreleased]: https://example.org/compare/v1.0.0...HEAD\n',
    ],
    [
      'with the line endings of the adjacent lines',
      '# Log\n\n## Unreleased\r\n\r\n### Added\r\n\r\n- a\r\n',
      added('b'),
      '# Log\n\n## Unreleased\r\n\r\n### Added\r\n\r\n- a\r\n- b\r\n',
    ],
    [
      'without a final line ending when the file has none',
      '## Unreleased\n\n### Added\n\n- a',
      added('b'),
      '## Unreleased\n\n### Added\n\n- a\n- b',
    ],
    [
      'under a new Unreleased heading above the first version',
      '# Log\n\n<!-- next-header -->\n\n## [1.0.0] - 2020-01-01\n\n### Added\n\n- x\n',
      added('a'),
      '# Log\n\n<!-- next-header -->\n\n## [Unreleased]\n\n### Added\n\n- a\n\n## [1.0.0] - 2020-01-01\n\n### Added\n\n- x\n',
    ],
    [
      'under headings in the style of the file',
      '# 2.0.0\n\n## ✨ Added ##\n\n- x\n',
      [{ type: 'Removed', description: 'r' }],
      '# Unreleased\n\n## Removed ##\n\n- r\n\n# 2.0.0\n\n## ✨ Added ##\n\n- x\n',
    ],
    [
      'after the nested entries and fences of the last entry',
      '## Unreleased\n\n### Added\n\n- a\n  - nested\n\n  ```\n  ## [9.9.9]\n  ```\n\n## 1.0.0\n',
      added('b'),
      '## Unreleased\n\n### Added\n\n- a\n  - nested\n\n  ```\n  ## [9.9.9]\n  ```\n- b\n\n## 1.0.0\n',
    ],
    [
      'after a fence that ends with the last entry',
      '## Unreleased\n\n### Added\n\n- a\n\n  ```\n  code\n\n## 1.0.0\n',
      added('b'),
      '## Unreleased\n\n### Added\n\n- a\n\n  ```\n  code\n- b\n\n## 1.0.0\n',
    ],
    [
      'in place of an empty one',
      '## Unreleased\n\n### Added\n\n-\n\n### Removed\n\n- \n\n## 1.0.0\n',
      [...added('a'), { type: 'Removed', description: 'r' }],
      '## Unreleased\n\n### Added\n\n- a\n\n### Removed\n\n- r\n\n## 1.0.0\n',
    ],
    [
      'below an indented comment under an empty one, which it would take',
      '## Unreleased\n\n### Added\n\n-\n\n  <!-- Add\nhere. -->\n\n## 1.0.0\n',
      added('a'),
      '## Unreleased\n\n### Added\n\n-\n\n  <!-- Add\nhere. -->\n\n- a\n\n## 1.0.0\n',
    ],
    [
      'under a new heading below indented text under a placeholder',
      '## Unreleased\n\n_None._\n\n  text\n\n## 1.0.0\n',
      added('a'),
      '## Unreleased\n\n_None._\n\n  text\n\n### Added\n\n- a\n\n## 1.0.0\n',
    ],
    [
      'below a paragraph that ends like a placeholder, and an item with a fence',
      '## Unreleased\n\n### Added\n\ntext\n_None._\n\n### Removed\n\n- ```\n  ```\n\n## 1.0.0\n',
      [...added('a'), { type: 'Removed', description: 'r' }],
      '## Unreleased\n\n### Added\n\ntext\n_None._\n\n- a\n\n### Removed\n\n- ```\n  ```\n- r\n\n## 1.0.0\n',
    ],
    [
      'in order, each under its type',
      '## Unreleased\n',
      [
        { type: 'Removed', description: 'r1' },
        { type: 'Added', description: 'a1' },
        { type: 'Removed', description: 'r2' },
      ],
      '## Unreleased\n\n### Added\n\n- a1\n\n### Removed\n\n- r1\n- r2\n',
    ],
  ])('inserts entries %s', (_name, before, entries, after) => {
    expect(addEntries(before, entries)).toBe(after)
  })

  it.each([
    ['two Unreleased headings', '## Unreleased\n\n- a\n\n## [Unreleased]\n', 'changelog/ambiguous', /line 5/],
    ['an open fence at its end', '## Unreleased\n\n```\n## [1.0.0]\n', 'changelog/edit_refused', /unchanged/],
    [
      'text directly below an empty entry, which the new entry would take',
      '## Unreleased\n\n### Added\n\n-\ntext\n',
      'changelog/edit_refused',
      /unchanged/,
    ],
    [
      'an indented heading below an empty entry, which the new entry would take',
      `## Unreleased\n\n### Added\n\n-\n\n  ## 1.0.0\n\n${'x'.repeat(2001)}\n`,
      'changelog/edit_refused',
      /unchanged/,
    ],
    [
      'an open fence, which the new entry would be a part of',
      `## Unreleased\n\n\`\`\`\n${'x'.repeat(2001)}\n\n## 1.0.0\n`,
      'changelog/edit_refused',
      /expected a place for the entry, got a file that ends in an open fence/,
    ],
    ['only an open fence', '```\n', 'changelog/edit_refused', /got a file that ends in an open fence/],
    ['only an open HTML block', '<?x\n', 'changelog/edit_refused', /got a file that ends in an open fence/],
  ])('rejects a file with %s', (_name, text, code, message) => {
    expect(() => addEntries(text, added('x'))).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })

  it('inserts entries above an open comment at the end of the file', () => {
    const text = '## Unreleased\n\n### Added\n\n- a\n\n<!-- \n- None'
    expect(addEntries(text, added('x'))).toContain('- a\n- x\n\n<!-- \n')
  })

  it('rejects all entries when one is invalid, and reports its index', () => {
    expect(() => addEntries('## Unreleased\n', added('valid', '# invalid'))).toThrow(
      expect.objectContaining({
        code: 'changelog/invalid_description',
        message: expect.stringMatching(/^changes\[1\]\.description: line 1: expected no heading, /),
      }),
    )
  })
})

const LOG =
  '# Log\n\n## [Unreleased]\n\n## [1.0.0] - 2020-01-01\n\n- x\n\n[1.0.0]: https://example.org/1.0.0\n'

describe('the validation of descriptions', () => {
  it.each([
    ['a version heading on its second line', 'x\n## [9.9.9] - 2020-01-01'],
    ['a version heading after a lone CR', 'x\r## [9.9.9] - 2020-01-01'],
    ['an opening fence', '```'],
    ['an opening fence of tildes on a later line', 'x\n~~~js\ncode'],
    ['a fence with a closing marker that is too short', 'x\n````\ncode\n```'],
    ['a heading inside a fence', 'x\n```\n## [9.9.9]\n```'],
    ['an opening comment', '<!--'],
    ['a comment after text', 'x <!-- y'],
    ['a link definition', '[1.0.0]: https://evil.example'],
    ['a link definition on its second line', 'x\n\n[1.0.0]: https://evil.example'],
    ['a link definition that looks like a tag of a commit', '[Fix]: login'],
    ['a link definition with a title', '[Fix]: login "the page"'],
    ['a link definition with its title on the next line', '[Fix]: login\n"the page"'],
    ['a link definition in a quote', '> [Unreleased]: https://evil.example'],
    ['a link definition in a list', 'x\n- [1.0.0]: https://evil.example'],
    ['a link definition in a numbered list', 'x\n1. [1.0.0]: https://evil.example'],
    ['a link definition in a list in a quote', 'x\n> y\n>\n> 1) - [1.0.0]: https://evil.example'],
    ['a link definition over two lines', '[\nUnreleased]: https://evil.example'],
    ['a link definition with its destination on the next line', '> [Unreleased]:\n> https://evil.example'],
    ['a link definition with a bracket in its label', '[a\\]b]: https://evil.example'],
    ['a link definition after an invalid fence', 'x\n``` a`b\n\n[1.0.0]: https://evil.example\n```'],
    [
      'a link definition between markers that are indented code',
      'x\n\n        ```\n[1.0.0]: https://evil.example\n\n        ```',
    ],
    [
      'a link definition below a fence that ends with its list',
      'x\n- ```\n\n[1.0.0]: https://evil.example\n\n  ```',
    ],
    ['a footnote', '[^1]: x y'],
    ['a footnote in a quote', '> [^1]: x y'],
    ['a heading in a quote', '> # x'],
    ['a heading in a list', 'x\n- # y'],
    ['an underline in a quote', '> x\n> ==='],
    ['an HTML block in a quote', '> <div>'],
    ['an HTML block of any tag', 'x\n\n<a>'],
    ['a heading', '# x'],
    ['an underline', 'x\n==='],
    ['a shorter underline', 'x\n-'],
    ['a list marker', '- x'],
    ['a numbered list marker', '1. x'],
    ['a thematic break', '---'],
    ['an HTML block', '<script>'],
    ['10,001 characters', 'x'.repeat(10_001)],
    ['10,001 characters, most of them spaces', `x${' '.repeat(10_000)}`],
    ['only spaces', ' \t \n '],
    ['nothing', ''],
    ['a NUL', 'a\0b'],
    ['an escape sequence', 'a\u001b[31mb'],
    ['a line separator', 'a\u2028b'],
    ['a right-to-left override', 'a\u202eb'],
    ['an isolate', 'a\u2066b'],
    ['a lone surrogate', 'a\ud800b'],
  ])('rejects %s', (_name, description) => {
    expect(() => addEntries(LOG, added(description))).toThrow(
      expect.objectContaining({ code: 'changelog/invalid_description' }),
    )
  })

  it('names a disallowed character by its code point', () => {
    expect(() => addEntries(LOG, added('a\u202eb'))).toThrow(/got the disallowed character U\+202E$/)
  })

  it('quotes at most 60 code points, and does not split a surrogate pair', () => {
    const heading = `# ${'x'.repeat(57)}😀😀`
    expect(() => addEntries(LOG, added(heading))).toThrow(`got "# ${'x'.repeat(57)}😀…"`)
  })

  it('accepts 10,000 characters', () => {
    const longest = 'x'.repeat(10_000)
    expect(addEntries('', added(longest))).toContain(`- ${longest}\n`)
  })

  it.each([
    ['spaces around it', '  x  ', '- x'],
    ['several lines', 'x\ny\r\nz', '- x\n  y\n  z'],
    ['paragraphs', 'x\n\ny', '- x\n\n  y'],
    ['nested items', 'x\n- y\n- z', '- x\n  - y\n  - z'],
    ['a closed fence', 'x\n```\n- y\n```', '- x\n  ```\n  - y\n  ```'],
    ['a link', 'x [1.0.0] and [y](https://example.org)', '- x [1.0.0] and [y](https://example.org)'],
    ['left-to-right and right-to-left marks', 'x \u200f(ש)\u200e', '- x \u200f(ש)\u200e'],
    ['a replacement pattern of String.replace', "x $& $1 $' $$", "- x $& $1 $' $$"],
    ['a label that defines nothing', '[Fix]: the login page', '- [Fix]: the login page'],
    [
      'a label before several words and a colon',
      '[Docs]: update README.md and LICENSE',
      '- [Docs]: update README.md and LICENSE',
    ],
    ['a label with text in quotes', '[UI]: "Save" is red', '- [UI]: "Save" is red'],
    ['a label on its second line', 'x\n\n[CI]: run it daily', '- x\n\n  [CI]: run it daily'],
    ['an issue number', '#12 is fixed', '- #12 is fixed'],
    ['inline HTML', 'the <b>bold</b> one', '- the <b>bold</b> one'],
    ['inline HTML at its start', '<b>bold</b> [x]', '- <b>bold</b> [x]'],
    ['a tag alone on a line', 'x\n<br>\ny', '- x\n  <br>\n  y'],
    ['a quote', '> x\n> - y', '- > x\n  > - y'],
    ['text like a definition in a fence', '```ini\n[a]: b\n```', '- ```ini\n  [a]: b\n  ```'],
    ['tags in a fence', '```\n<div>\n===\n```', '- ```\n  <div>\n  ===\n  ```'],
    ['emoji and marks', '👩‍💻 é e\u0301', '- 👩‍💻 é e\u0301'],
  ])('accepts %s', (_name, description, item) => {
    expect(addEntries(LOG, added(description))).toBe(
      LOG.replace('## [1.0.0]', () => `### Added\n\n${item}\n\n## [1.0.0]`),
    )
  })
})

describe('a file of changesets', () => {
  const log = (...names: readonly string[]) =>
    `# pkg\n\n${names.map((name, index) => `## 1.${9 - index}.0\n\n### ${name}\n\n- x\n`).join('\n')}`
  const headings = (text: string, ...types: readonly ChangeType[]) =>
    addEntries(
      text,
      types.map((type) => ({ type, description: 'NEW' })),
    ).match(/(?<=## Unreleased\n)[\s\S]*(?=\n## 1\.9\.0)/)?.[0]

  it.each<[ChangeType, string]>([
    ['Added', 'Minor Changes'],
    ['Changed', 'Minor Changes'],
    ['Deprecated', 'Minor Changes'],
    ['Removed', 'Major Changes'],
    ['Fixed', 'Patch Changes'],
    ['Security', 'Patch Changes'],
  ])('gets an entry of the type %s under %s', (type, name) => {
    expect(headings(log('Patch Changes', 'Patch Changes'), type)).toBe(`\n### ${name}\n\n- NEW\n`)
  })

  it('has one heading for two types that it does not distinguish', () => {
    const text = log('Patch Changes', 'Minor Changes')
    expect(headings(text, 'Added', 'Changed')).toBe('\n### Minor Changes\n\n- NEW\n- NEW\n')
  })

  it('has the major changes above the others', () => {
    const text = log('Patch Changes').replace(
      '## 1.9.0',
      '## Unreleased\n\n### Minor Changes\n\n- a\n\n## 1.9.0',
    )
    expect(headings(text, 'Removed', 'Fixed')).toBe(
      '\n### Major Changes\n\n- NEW\n\n### Minor Changes\n\n- a\n\n### Patch Changes\n\n- NEW\n',
    )
  })

  it('has its names also when other names are below them', () => {
    const text = log('Patch Changes\n\n- x\n\n#### Updated Dependencies', 'Patch Changes')
    expect(headings(text, 'Added')).toBe('\n### Minor Changes\n\n- NEW\n')
  })

  it('has its names also when the newest versions are empty', () => {
    const empty = ['9.4', '9.3', '9.2', '9.1', '9.0'].map((version) => `## ${version}.0\n\n`).join('')
    const text = log('Patch Changes', 'Minor Changes').replace('## 1.9.0', `${empty}## 1.9.0`)
    expect(headings(text, 'Added')).toContain('\n### Minor Changes\n\n- NEW\n\n## 9.4.0')
  })

  it.each([
    ['one of the newest versions has another category', ['Patch Changes', 'Added', 'Minor Changes']],
    ['only older versions have its categories', ['Fixed', 'Added', 'Fixed', 'Fixed', 'Minor Changes']],
    ['its categories are written otherwise', ['Minor changes', 'Major changes']],
  ])('is none when %s', (_reason, names) => {
    expect(headings(log(...names), 'Added')).toBe('\n### Added\n\n- NEW\n')
  })
})
