import { describe, expect, it } from 'vitest'
import { parseChangelog, type Section } from '../../document/index.ts'
import { linkLike } from '../link-forms.ts'
import { countBlanks } from '../section-edges.ts'
import { categoryHeading, plainUnreleasedText, rewriteHeading } from './headings.ts'
import { bulletFor, formatItem, gapAboveCategory, gapBelowCategory } from './layout.ts'
import { versionText } from './versions.ts'

/** Parses lines, and finds their Unreleased section. */
function parse(...lines: string[]) {
  const document = parseChangelog(lines.join('\n'))
  const section = document.sections.find(({ meaning }) => meaning.kind === 'unreleased') as Section
  return { document, section }
}

const NEXT = { version: '1.1.0', date: '2026-11-21', tag: 'v{version}' }

describe('bulletFor', () => {
  it.each([
    ['of the section', ['## Unreleased', '* b', '- c', '## 1.0.0', '+ d'], '* '],
    ['of a category', ['## Unreleased', '### Added', '  -   a'], '  -   '],
    ['with a tab', ['## Unreleased', '-\ta'], '-\t'],
    ['of the next later section', ['## Unreleased', '## 1.0.0', '+ b', '## 0.1.0', '- c'], '+ '],
    ['of an earlier section', ['## 1.0.0', '* a', '## 2.0.0', '+ b', '## Unreleased'], '* '],
    ['of an ordered list, from 1', ['## Unreleased', '3. a', '', '* b'], '1. '],
    ['with spaces before its text', ['## Unreleased', '## 1.0.0', '*    a'], '*    '],
    ['by default', ['## Unreleased'], '- '],
    ['of an ordered list with parentheses', ['## Unreleased', ' 2)  a'], ' 1)  '],
  ])('copies the bullet %s', (_name, lines, bullet) => {
    const { document, section } = parse(...lines)
    expect(bulletFor(document, section)).toBe(bullet)
  })
})

it.each([
  [0, -1, 0],
  [0, 1, 2],
  [3, -1, 2],
  [3, 1, 0],
  [4, 1, 1],
  [6, -1, 1],
  [6, 1, 1],
] as const)('counts the blank lines next to line %i in the direction %i: %i', (line, step, count) => {
  expect(countBlanks(parseChangelog('a\n\n \t\nb\nc\n\nd\n\n'), line, step)).toBe(count)
})

it('counts the blank lines up to the top of the file', () => {
  expect(countBlanks(parseChangelog('\n\na\n'), 2, -1)).toBe(2)
})

describe('the blank lines below a category heading', () => {
  it.each([
    ['1 when there is no entry', ['## Unreleased'], 1],
    ['those below the heading of a version without categories', ['## Unreleased', '- a'], 0],
    ['none as in the file', ['## Unreleased', '', '### Added', '- a'], 0],
    ['one as in the file', ['## Unreleased', '### Added', '', '- a'], 1],
    ['at most 1', ['## Unreleased', '### Added', '', '', '- a'], 1],
    ['those of another section', ['## Unreleased', '', '## 1.0.0', '### Added', '- a'], 0],
    ['those of a category with entries', ['## Unreleased', '### Added', '', '### Fixed', '- a', ''], 0],
    [
      'those of the last category above the first entry',
      ['## Unreleased', '### Added', '', '### Fixed', '- a', '### Security', '', '- b'],
      0,
    ],
    [
      'not those of an entry without a category',
      ['## Unreleased', '- a', '', '### Added', '', '## 1.0.0', '### Fixed', '- b'],
      0,
    ],
    ['those of an empty category', ['## Unreleased', '### Added', '', '### Fixed', ''], 1],
    ['at most 1 below an empty category', ['## Unreleased', '### Added', '', '', '### Fixed'], 1],
  ])('are %s', (_name, lines, count) => {
    const { document, section } = parse(...lines)
    expect(gapBelowCategory(document, section)).toBe(count)
  })
})

describe('the blank lines above the first category heading of a section', () => {
  it.each([
    ['1 when there is no category', ['## Unreleased', '- a'], 1],
    [
      'none as in the section',
      ['## Unreleased', '### Added', '- a', '', '## 1.0.0', '', '### Added', '- b'],
      0,
    ],
    ['two as in the section', ['## Unreleased', '', '', '### Added', '- a'], 2],
    ['at most 2', ['## Unreleased', '', '', '', '### Added', '- a'], 2],
    ['those of another section', ['## Unreleased', '', '## 1.0.0', '### Added', '- a'], 0],
    [
      'those of the section and not of an earlier one',
      ['## 1.0.0', '### Added', '- a', '## Unreleased', '', '### Added', '- b'],
      1,
    ],
    [
      'those of a category with lines below',
      ['## Unreleased', '', '### Added', '## 1.0.0', '### Added', '- b'],
      0,
    ],
    ['those of a category without lines when there is no other', ['## Unreleased', '', '', '### Added'], 2],
  ])('are %s', (_name, lines, count) => {
    const { document, section } = parse(...lines)
    expect(gapAboveCategory(document, section, 'first')).toBe(count)
  })
})

describe('categoryHeading', () => {
  it.each([
    ['a closed heading', ['## Unreleased', '### Added ###', '- a'], '### Fixed ###'],
    ['an indented heading', ['## Unreleased', '  ### Added  ', '- a'], '  ### Fixed'],
    ['a heading with a symbol', ['## Unreleased', '###  ✨ Added', '- a'], '###  Fixed'],
    ['a heading of level 4', ['## Unreleased', '#### Added', '- a'], '#### Fixed'],
    ['a heading of level 2 below level 1', ['# Unreleased', '## Added', '- a'], '## Fixed'],
    ['a heading of the same level', ['### Unreleased', '### Added', '- a'], '### Fixed'],
    ['a setext heading', ['# Unreleased', 'Added', '-----', '- a'], '## Fixed'],
    ['a heading of another section', ['## Unreleased', '## 1.0.0', '#### Added', '- a'], '#### Fixed'],
    [
      'a heading with lines below',
      ['## Unreleased', '#### Added', '## 1.0.0', '### Added', '- a'],
      '### Fixed',
    ],
    ['no heading', ['## Unreleased', '- a'], '### Fixed'],
    ['no heading with a text', ['## Unreleased', '###', '- a'], '### Fixed'],
    ['no heading below level 1', ['# Unreleased'], '## Fixed'],
    ['no heading below level 6', ['###### Unreleased'], '###### Fixed'],
  ])('copies the style of %s', (_name, lines, heading) => {
    const { document, section } = parse(...lines)
    expect(categoryHeading(document, section, 'Fixed')).toEqual([heading])
  })

  it('inserts the name as it is', () => {
    const { document, section } = parse('## Unreleased', '### Added', '- a')
    expect(categoryHeading(document, section, "$& $'")).toEqual(["### $& $'"])
  })
})

describe('rewriteHeading', () => {
  it.each([
    [['## Unreleased'], ['## 1.0.0']],
    [['  # [Unreleased]  '], ['  # 1.0.0']],
    [['## Unreleased ##'], ['## 1.0.0 ##']],
    [['## Unreleased\t### '], ['## 1.0.0\t###']],
    [['## Unreleased #'], ['## 1.0.0 #']],
    [['## Unreleased ## a'], ['## 1.0.0']],
    [['## Unreleased##'], ['## 1.0.0']],
    [
      ['Unreleased', '---'],
      ['1.0.0', '-----'],
    ],
    [
      ['Unreleased', '  ========== '],
      ['1.0.0', '====='],
    ],
  ])('rewrites %j as %j', (lines, expected) => {
    const { document, section } = parse('# Log', '', ...lines)
    expect(rewriteHeading(document, section.heading, '1.0.0')).toEqual(expected)
  })

  it('underlines each character once', () => {
    const { document, section } = parse('Unreleased', '---')
    expect(rewriteHeading(document, section.heading, '𝐀𝐁')).toEqual(['𝐀𝐁', '--'])
  })
})

describe('versionText', () => {
  it.each([
    ['1.0.0 - 2020-01-02', '1.1.0 - 2026-11-21'],
    ['[1.0.0] - 2020-01-02', '[1.1.0] - 2026-11-21'],
    ['v1.0.0 - 2020-01-02', 'v1.1.0 - 2026-11-21'],
    ['[v1.0.0] — 2020-01-02', '[v1.1.0] — 2026-11-21'],
    ['Version 1.0.0 (2020-01-02)', 'Version 1.1.0 (2026-11-21)'],
    ['Release  1.0.0: 2020-01-02', 'Release  1.1.0: 2026-11-21'],
    ['1.0.0 / 2020-01-02', '1.1.0 / 2026-11-21'],
    ['1.0.0, [2020-01-02]', '1.1.0, [2026-11-21]'],
    ['[1.0.0] – 2020-01-02 [YANKED]', '[1.1.0] – 2026-11-21'],
    ['[1.0.0] [yanked] - 2020-01-02', '[1.1.0] - 2026-11-21'],
    ['1.0.0-rc.1 - 2020-01-02', '1.1.0 - 2026-11-21'],
    ['1.0.0', '1.1.0'],
    ['1.0.0 - The first', '1.1.0'],
    ['1.0.0 (2020/01/02)', '1.1.0 (2026/11/21)'],
    ['1.0.0 2020 01 02', '1.1.0 2026 11 21'],
    ['1.0.0 (July 8th, 2020)', '1.1.0 (November 21st, 2026)'],
    ['tool 1.0.0 (2020-01-02)', 'tool 1.1.0 (2026-11-21)'],
    ['1.0.0 - 2020-01-02 - The first', '1.1.0 - 2026-11-21'],
    ['[1.0.0] - 02.01.2020', '[1.1.0] - 21.11.2026'],
    ['[1.0.0] - 02/01/2020', '[1.1.0] - 2026-11-21'],
    ['[1.0.0](https://a.b/v1.0.0) - 2020-01-02', '[1.1.0](https://a.b/v1.1.0) - 2026-11-21'],
    ['[1.0.0 - 2020-01-02]', '[1.1.0 - 2026-11-21]'],
    ['[1.0.0](https://a.b/milestone/7)', '1.1.0'],
    ['1.0.0 (2020-01-02 23:50) "Arrow"', '1.1.0 (2026-11-21)'],
    ['1.0.0 "Arrow" (2020-01-02)', '1.1.0 (2026-11-21)'],
    ['1.0.0 released 2020-01-02', '1.1.0 released 2026-11-21'],
    ['<a id="1-0-0"></a>1.0.0 - 2020-01-02', '<a id="1-1-0"></a>1.1.0 - 2026-11-21'],
    ['1.0.0 - 2020-01-02 {#version-1-0-0}', '1.1.0 - 2026-11-21 {#version-1-1-0}'],
    ['1.0.0 {#latest}', '1.1.0'],
    ['[1.0.0] - 2020-01-02 {: .wide #newest }', '[1.1.0] - 2026-11-21'],
    ['<a id="latest"></a>1.0.0', '1.1.0'],
    ['<a href="https://a.b">1.0.0</a>', 'Version 1.1.0'],
    [
      '[1.0.0](https://a.b/v0.9.0...v1.0.0) (2020-01-02)',
      '[1.1.0](https://a.b/v1.0.0...v1.1.0) (2026-11-21)',
    ],
  ])('continues %j with %j', (heading, expected) => {
    const { document, section } = parse('## Unreleased', `## ${heading}`, '## Version 0.1.0')
    expect(versionText(document, section.heading, NEXT)).toBe(expected)
  })

  it('does not copy a heading with HTML', () => {
    const { document, section } = parse('## Unreleased', '## <b>1.0.0</b>', '## v0.1.0 (2020-01-02)')
    expect(versionText(document, section.heading, NEXT)).toBe('v1.1.0 (2026-11-21)')
  })

  it.each([
    ['[Unreleased]', '[0.1.0] - 2026-11-21'],
    ['Unreleased', '0.1.0 - 2026-11-21'],
  ])('follows %j when there is no release', (heading, expected) => {
    const { document, section } = parse(`## ${heading}`)
    expect(versionText(document, section.heading, { ...NEXT, version: '0.1.0' })).toBe(expected)
  })
})

it.each([
  ['/compare/v1.0.0...v1.1.0', '/compare/v1.1.0...v1.2.0'],
  ['/tag/v1.1.0', '/tag/v1.2.0'],
  ['/1.0.0-rc.1..1.1.0', '/1.1.0..1.2.0'],
  ['/tag/latest', undefined],
  ['', undefined],
  ['/compare/0.9.0...v1.1.0', '/compare/v1.1.0...v1.2.0'],
  ['/compare/1.0.0.1...1.1.0', '/compare/1.1.0...1.2.0'],
])('retargets the link %j to %j', (link, expected) => {
  expect(linkLike(parseChangelog('## 1.1.0\n'), link, '1.1.0', '1.2.0')).toBe(expected)
})

it.each([
  ['[Unreleased] - TBD', '[Unreleased]', false],
  ['Unreleased', 'Unreleased', false],
  ['6.0.0 (unreleased)', 'Unreleased', true],
  ['[6.0.0] - Unreleased', '[Unreleased]', true],
  ['main (unreleased)', 'Unreleased', false],
])('reads the Unreleased heading %j: plain %j, with a version %j', (text, plain, hasVersion) => {
  const { heading, meaning } = parse(`## ${text}`).section
  expect(plainUnreleasedText(heading)).toBe(plain)
  expect(meaning).toEqual({ kind: 'unreleased', ...(hasVersion && { planned: '6.0.0' }) })
})

describe('formatItem', () => {
  it.each([
    ['- ', ['one', 'two', '', '  three'], ['- one', '  two', '', '    three']],
    ['  *   ', ['one', 'two'], ['  *   one', '      two']],
    ['-\t', ['one', 'two'], ['-\tone', '    two']],
    ['+ ', [], ['+ ']],
  ])('indents the lines by the width of the bullet %j', (bullet, lines, item) => {
    expect(formatItem(lines, bullet)).toEqual(item)
  })
})
