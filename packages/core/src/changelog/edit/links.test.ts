import { describe, expect, it } from 'vitest'
import { parseChangelog, type Section } from '../document/index.ts'
import { applySplices } from '../splice.ts'
import { releaseText } from '../testing.ts'
import { updateLinks } from './links.ts'

const [UNRELEASED] = parseChangelog('## Unreleased\n').sections as [Section]

/** Updates the links of some lines for version 1.1.0 after version 1.0.0. */
function update(
  lines: readonly string[],
  current = '1.0.0',
  eol = '\n',
  end = eol,
  heading = '[1.1.0]',
): string[] {
  const text = lines.join(eol) + end
  const updated = applySplices(
    text,
    updateLinks(
      { ...parseChangelog(text), version: current },
      UNRELEASED,
      { version: '1.1.0', date: '2026-11-21', tag: 'v{version}' },
      heading,
    ).splices,
  )
  expect(updated.endsWith(end)).toBe(true)
  return updated.slice(0, updated.length - end.length).split(eol)
}

const COMPARE = [
  '[unreleased]: https://a.b/compare/v1.0.0...HEAD',
  '[1.0.0]: https://a.b/compare/v0.9.0...v1.0.0',
]
const COMPARE_UPDATED = [
  '[unreleased]: https://a.b/compare/v1.1.0...HEAD',
  '[1.1.0]: https://a.b/compare/v1.0.0...v1.1.0',
  '[1.0.0]: https://a.b/compare/v0.9.0...v1.0.0',
]

describe('updateLinks', () => {
  it.each([
    ['compare links', COMPARE, COMPARE_UPDATED],
    [
      'a compare link alone',
      ['[Unreleased]: https://a.b/compare/1.0.0..main'],
      ['[Unreleased]: https://a.b/compare/1.1.0..main', '[1.1.0]: https://a.b/compare/1.0.0..1.1.0'],
    ],
    [
      'compare links of versions above that of Unreleased',
      [...COMPARE.slice(1), '[0.9.0]: https://a.b/compare/v0.8.0...v0.9.0', '', ...COMPARE.slice(0, 1)],
      [
        ...COMPARE_UPDATED.slice(1),
        '[0.9.0]: https://a.b/compare/v0.8.0...v0.9.0',
        '',
        ...COMPARE_UPDATED.slice(0, 1),
      ],
    ],
    [
      'compare links below other links',
      ['[x]: https://a.b/compare/v1.0.0...HEAD', '[Unreleased]: https://a.b/compare/v1.0.0...HEAD'],
      [
        '[x]: https://a.b/compare/v1.0.0...HEAD',
        '[Unreleased]: https://a.b/compare/v1.1.0...HEAD',
        '[1.1.0]: https://a.b/compare/v1.0.0...v1.1.0',
      ],
    ],
    [
      'labels with a v',
      ['[unreleased]: https://a.b/compare/v1.0.0...HEAD', '[v1.0.0]: https://a.b/tag/v1.0.0'],
      [
        '[unreleased]: https://a.b/compare/v1.1.0...HEAD',
        '[v1.1.0]: https://a.b/compare/v1.0.0...v1.1.0',
        '[v1.0.0]: https://a.b/tag/v1.0.0',
      ],
    ],
    [
      'compare links in angle brackets with titles',
      ['  [unreleased]:   <https://a.b/compare/v1.0.0...HEAD> "v1.0.0...HEAD"'],
      [
        '  [unreleased]:   <https://a.b/compare/v1.1.0...HEAD> "v1.0.0...HEAD"',
        '  [1.1.0]:   <https://a.b/compare/v1.0.0...v1.1.0> "v1.0.0...HEAD"',
      ],
    ],
    [
      'tags with a prefix',
      ['[unreleased]: https://a.b/compare/pkg-1.0.0...HEAD'],
      [
        '[unreleased]: https://a.b/compare/pkg-1.1.0...HEAD',
        '[1.1.0]: https://a.b/compare/pkg-1.0.0...pkg-1.1.0',
      ],
    ],
    [
      'a compare link from an older version',
      ['[unreleased]: https://a.b/compare/v0.8.0...HEAD'],
      ['[unreleased]: https://a.b/compare/v1.1.0...HEAD', '[1.1.0]: https://a.b/compare/v1.0.0...v1.1.0'],
    ],
    [
      'links to tags',
      ['[1.0.0]: https://a.b/tag/v1.0.0', '[0.9.0]: https://a.b/tag/v0.9.0'],
      [
        '[1.1.0]: https://a.b/tag/v1.1.0',
        '[1.0.0]: https://a.b/tag/v1.0.0',
        '[0.9.0]: https://a.b/tag/v0.9.0',
      ],
    ],
    [
      'compare links that ascend below that of Unreleased',
      [
        '[Unreleased]: https://a.b/compare/v1.0.0...HEAD',
        '[0.9.0]: https://a.b/compare/v0.8.0...v0.9.0',
        '[1.0.0]: https://a.b/compare/v0.9.0...v1.0.0',
      ],
      [
        '[Unreleased]: https://a.b/compare/v1.1.0...HEAD',
        '[0.9.0]: https://a.b/compare/v0.8.0...v0.9.0',
        '[1.0.0]: https://a.b/compare/v0.9.0...v1.0.0',
        '[1.1.0]: https://a.b/compare/v1.0.0...v1.1.0',
      ],
    ],
    [
      'a single compare link above that of Unreleased',
      ['[1.0.0]: https://a.b/compare/v0.9.0...v1.0.0', '[Unreleased]: https://a.b/compare/v1.0.0...HEAD'],
      [
        '[1.1.0]: https://a.b/compare/v1.0.0...v1.1.0',
        '[1.0.0]: https://a.b/compare/v0.9.0...v1.0.0',
        '[Unreleased]: https://a.b/compare/v1.1.0...HEAD',
      ],
    ],
    [
      'links to tags with a v',
      ['[V1.0.0]: https://a.b/tag/v1.0.0'],
      ['[V1.1.0]: https://a.b/tag/v1.1.0', '[V1.0.0]: https://a.b/tag/v1.0.0'],
    ],
    [
      'links to tags and an Unreleased link to a branch',
      ['[Unreleased]: https://a.b/tree/main', '[1.0.0]: https://a.b/tag/v1.0.0'],
      [
        '[Unreleased]: https://a.b/tree/main',
        '[1.1.0]: https://a.b/tag/v1.1.0',
        '[1.0.0]: https://a.b/tag/v1.0.0',
      ],
    ],
    [
      'compare links of versions alone',
      ['[1.0.0]: https://a.b/compare/v0.9.0...v1.0.0'],
      ['[1.1.0]: https://a.b/compare/v1.0.0...v1.1.0', '[1.0.0]: https://a.b/compare/v0.9.0...v1.0.0'],
    ],
    [
      'links to tags, when the last one was forgotten',
      ['## 1.0.0', '## 0.9.0', '', '[0.9.0]: https://a.b/tag/v0.9.0'],
      ['## 1.0.0', '## 0.9.0', '', '[1.1.0]: https://a.b/tag/v1.1.0', '[0.9.0]: https://a.b/tag/v0.9.0'],
    ],
    [
      'compare links, when the last one was forgotten',
      ['## 1.0.0', '## 0.9.0', '', '[0.9.0]: https://a.b/compare/v0.8.0...v0.9.0'],
      [
        '## 1.0.0',
        '## 0.9.0',
        '',
        '[1.1.0]: https://a.b/compare/v1.0.0...v1.1.0',
        '[0.9.0]: https://a.b/compare/v0.8.0...v0.9.0',
      ],
    ],
    [
      'compare links that end with a slash',
      ['[unreleased]: https://a.b/compare/v1.0.0...HEAD', '[v1.0.0]: https://a.b/compare/v0.9.0...v1.0.0/'],
      [
        '[unreleased]: https://a.b/compare/v1.1.0...HEAD',
        '[v1.1.0]: https://a.b/compare/v1.0.0...v1.1.0',
        '[v1.0.0]: https://a.b/compare/v0.9.0...v1.0.0/',
      ],
    ],
    [
      'compare links that start from a tag in another form',
      ['[unreleased]: https://a.b/compare/v1.0.0...HEAD', '[v1.0.0]: https://a.b/compare/0.9.0.1...v1.0.0'],
      [
        '[unreleased]: https://a.b/compare/v1.1.0...HEAD',
        '[v1.1.0]: https://a.b/compare/v1.0.0...v1.1.0',
        '[v1.0.0]: https://a.b/compare/0.9.0.1...v1.0.0',
      ],
    ],
    [
      'compare links with a query',
      ['[unreleased]: https://a.b/compare/pkg.v1.0.0...HEAD?diff=1'],
      [
        '[unreleased]: https://a.b/compare/pkg.v1.1.0...HEAD?diff=1',
        '[1.1.0]: https://a.b/compare/pkg.v1.0.0...pkg.v1.1.0?diff=1',
      ],
    ],
    [
      'links in ascending order',
      ['[0.9.0]: https://a.b/tag/v0.9.0', '[1.0.0]: https://a.b/tag/v1.0.0'],
      [
        '[0.9.0]: https://a.b/tag/v0.9.0',
        '[1.0.0]: https://a.b/tag/v1.0.0',
        '[1.1.0]: https://a.b/tag/v1.1.0',
      ],
    ],
    [
      'links with blank lines between them',
      ['[1.0.0]: https://a.b/tag/v1.0.0', '', '[0.9.0]: https://a.b/tag/v0.9.0'],
      [
        '[1.1.0]: https://a.b/tag/v1.1.0',
        '',
        '[1.0.0]: https://a.b/tag/v1.0.0',
        '',
        '[0.9.0]: https://a.b/tag/v0.9.0',
      ],
    ],
  ])('continues %s', (_name, lines, expected) => {
    expect(update(lines)).toEqual(expected)
  })

  it.each([
    ['no links', ['text']],
    ['links that were given up', ['## 1.0.0', '## 0.9', '', '[0.5.0]: https://a.b/tag/v0.5.0']],
    ['links without versions', ['[1.0.0]: https://a.b/pull/210', '[0.9.0]: https://a.b/pull/190']],
    ['an Unreleased link to a branch', ['[unreleased]: https://a.b/tree/main']],
    ['an Unreleased link between branches', ['[unreleased]: https://a.b/compare/stable...main']],
    ['links in a fence', ['```', ...COMPARE, '```']],
    ['a label with a v that is not at its start', ['[1.0.v0]: https://a.b/tag/v1.0.0']],
  ])('leaves %s unchanged', (_name, lines) => {
    expect(update(lines)).toEqual(lines)
  })

  it('moves the link of Unreleased on when the newest versions have no links', () => {
    const above = '## [Unreleased]\n\n- x\n\n## [0.17.3]\n\n## [0.17.2]\n\n## [0.17.1]\n\n'
    const links =
      '[Unreleased]: https://a.b/compare/0.17.0...HEAD\n[0.17.0]: https://a.b/compare/0.16.7...0.17.0\n'
    for (const heading of ['## [Unreleased]', '## Unreleased']) {
      const { text } = releaseText(above.replace('## [Unreleased]', heading) + links, {
        bump: 'MINOR',
        date: '2026-11-22',
      }) as {
        text: string
      }
      expect(text.slice(text.indexOf('[Unreleased]: '))).toBe(links.replace('0.17.0...', '0.18.0...'))
    }
  })

  it('adds no link that the heading would not use', () => {
    const given = ['[1.0.0]: https://a.b/compare/v0.9.0...v1.0.0']
    expect(update(given, '1.0.0', '\n', '\n', '[1.1.0](https://a.b/v1.1.0)')).toEqual(given)
    const abandoned = ['[unreleased]: https://a.b/compare/v0.9.0...HEAD', '[0.9.0]: https://a.b/tag/v0.9.0']
    expect(update(abandoned, '1.0.0', '\n', '\n', '1.1.0')).toEqual(abandoned)
  })

  it.each([
    ['\r\n', '\r\n'],
    ['\r\n', ''],
    ['\n', ''],
  ])('keeps the line endings %j and the end of the file %j', (eol, end) => {
    expect(update(COMPARE, '1.0.0', eol, end)).toEqual(COMPARE_UPDATED)
    expect(update(['text', '', ...COMPARE.slice(0, 1)], '1.0.0', eol, end)).toEqual([
      'text',
      '',
      ...COMPARE_UPDATED.slice(0, 2),
    ])
  })
})
