import { describe, expect, it } from 'vitest'
import { textAt } from './line-map.ts'
import { parseChangelog } from './parse.ts'

const parse = (...lines: string[]) => parseChangelog(lines.join('\n'))

/** The sections as their first line, their end, and their categories with their ends. */
const outline = (...lines: string[]) =>
  parse(...lines).sections.map(({ heading, endLine, categories }) => ({
    section: [heading.text, heading.firstLine, endLine],
    categories: categories.map((category) => [category.heading.text, category.endLine]),
  }))

describe('parseChangelog', () => {
  it('reads sections with their categories and entries', () => {
    const text = ['# Log', '', '## [Unreleased]', '- a', '', '### Added', '', '- b', '- None', '### Fixed']
    expect(parse(...text, '- c', '## [1.0.0] - 2026-11-21 [YANKED]', '', '- d', '').sections).toEqual([
      {
        heading: { level: 2, text: '[Unreleased]', firstLine: 2, lastLine: 2, isSetext: false },
        meaning: { kind: 'unreleased' },
        endLine: 11,
        categories: [
          { heading: { level: 3, text: 'Added', firstLine: 5, lastLine: 5, isSetext: false }, endLine: 9 },
          { heading: { level: 3, text: 'Fixed', firstLine: 9, lastLine: 9, isSetext: false }, endLine: 11 },
        ],
        entries: [
          { type: null, description: 'a', firstLine: 3, endLine: 4 },
          { type: 'Added', description: 'b', firstLine: 7, endLine: 8 },
          { type: 'Fixed', description: 'c', firstLine: 10, endLine: 11 },
        ],
      },
      {
        heading: {
          level: 2,
          text: '[1.0.0] - 2026-11-21 [YANKED]',
          firstLine: 11,
          lastLine: 11,
          isSetext: false,
        },
        meaning: { kind: 'release', version: '1.0.0', date: '2026-11-21', yanked: true },
        endLine: 14,
        categories: [],
        entries: [{ type: null, description: 'd', firstLine: 13, endLine: 14 }],
      },
    ])
  })

  it.each([
    [
      'a section of level 2 at a heading of level 2',
      ['## 1.0.0', '### Added', '## Notes', '### Old'],
      [{ section: ['1.0.0', 0, 2], categories: [['Added', 2]] }],
    ],
    [
      'a section of level 2 at a heading of level 1',
      ['## 1.0.0', '# Notes'],
      [{ section: ['1.0.0', 0, 1], categories: [] }],
    ],
    [
      'a section of level 1 at a heading of level 1',
      ['# 1.0.0', '## Added', '### More', '# Notes'],
      [
        {
          section: ['1.0.0', 0, 3],
          categories: [
            ['Added', 2],
            ['More', 3],
          ],
        },
      ],
    ],
    [
      'a section of level 3 only at a heading of a higher level',
      ['### 1.0.0', '### Added', '#### More', '## Notes', '### Old'],
      [
        {
          section: ['1.0.0', 0, 3],
          categories: [
            ['Added', 2],
            ['More', 3],
          ],
        },
      ],
    ],
    [
      'a section at a version of any level',
      ['## Unreleased', '#### 2.0.0', '# 1.0.0'],
      [
        { section: ['Unreleased', 0, 1], categories: [] },
        { section: ['2.0.0', 1, 2], categories: [] },
        { section: ['1.0.0', 2, 3], categories: [] },
      ],
    ],
    [
      'a section at the end of the file',
      ['1.0.0', '-----', 'text', ''],
      [{ section: ['1.0.0', 0, 3], categories: [] }],
    ],
  ])('ends %s', (_name, lines, sections) => {
    expect(outline(...lines)).toEqual(sections)
  })

  it.each(['', '\uFEFF', '# Changelog\n\ntext\n', '- 1.0.0'])('reads no sections in %j', (text) => {
    expect(parseChangelog(text)).toMatchObject({ text, sections: [] })
  })
})

it.each([
  ['the first', ['## Unreleased', '## [1.1.0] - 2026-11-21', '## 1.0.0'], '1.1.0', '## [1.1.0] - 2026-11-21'],
  ['not the first', ['## 1.9.0', '  ## v1.10.0 ##', '## 1.2.0'], '1.10.0', '  ## v1.10.0 ##'],
  ['a setext heading', ['1.0.0', '====='], '1.0.0', '1.0.0'],
  ['above its prerelease', ['## 1.0.0-rc.1', '## 1.0.0'], '1.0.0', '## 1.0.0'],
  ['missing', ['# Log', '## Unreleased', '- 1.0.0'], '0.0.0', undefined],
])('reads the current version when it is %s', (_name, lines, version, heading) => {
  const document = parseChangelog(lines.join('\n'))
  expect(document.version).toBe(version)
  const [release] = document.newestFirst
  expect(release && textAt(document, release.heading.firstLine)).toBe(heading)
})
