import { describe, expect, it } from 'vitest'
import { parseChangelog } from '../document/index.ts'
import { updateLinks } from './links.ts'
import { applySplices } from './splice.ts'

/** Updates the links of some lines for version 1.1.0 after version 1.0.0. */
function update(lines: readonly string[], current = '1.0.0', eol = '\n', end = eol): string[] {
  const text = lines.join(eol) + end
  const updated = applySplices(text, updateLinks(parseChangelog(text), current, '1.1.0'))
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
  ])('continues %s', (_name, lines, expected) => {
    expect(update(lines)).toEqual(expected)
  })

  it.each([
    ['no links', ['text']],
    ['links of other versions', ['[0.9.0]: https://a.b/tag/v0.9.0', '[11.0.0]: https://a.b/tag/v11.0.0']],
    ['an Unreleased link to a branch', ['[unreleased]: https://a.b/tree/main']],
    ['an Unreleased link between branches', ['[unreleased]: https://a.b/compare/stable...main']],
    ['links in a fence', ['```', ...COMPARE, '```']],
    ['a label with a v that is not at its start', ['[1.0.v0]: https://a.b/tag/v1.0.0']],
  ])('leaves %s unchanged', (_name, lines) => {
    expect(update(lines)).toEqual(lines)
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
