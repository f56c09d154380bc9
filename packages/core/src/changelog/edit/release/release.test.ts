import { describe, expect, it } from 'vitest'
import type { VersionBump } from '../../entry.ts'
import { releaseText as cutRelease } from '../../testing.ts'

const cut = (text: string, bump: VersionBump = 'MINOR') => cutRelease(text, { bump, date: '2026-11-21' })

function release(text: string, bump?: VersionBump): string {
  const outcome = cut(text, bump)
  if (outcome.kind !== 'released') throw new Error(outcome.reason)
  return outcome.text
}

const BASE = 'https://example.org/o/r'

describe('cutRelease', () => {
  it.each<[VersionBump, string, string]>([
    ['MAJOR', '1.2.3', '2.0.0'],
    ['MINOR', '1.2.3', '1.3.0'],
    ['PATCH', '1.2.3', '1.2.4'],
    ['PATCH', '2.0.0-rc.1', '2.0.0'],
    ['MINOR', '1.0.0+build.5', '1.1.0'],
  ])('bumps %s of %s to %s', (bump, current, version) => {
    expect(cut(`## [Unreleased]\n\n- x\n\n## [${current}] - 2020-01-01\n`, bump)).toMatchObject({ version })
  })

  it('starts from 0.0.0 when there is no release', () => {
    expect(cut('## [Unreleased]\n\n- x\n', 'MINOR')).toMatchObject({ kind: 'released', version: '0.1.0' })
  })

  it('bumps the highest released version, not the first', () => {
    expect(cut('## Unreleased\n\n- x\n\n## 1.9.0\n\n## 1.10.0\n', 'PATCH')).toMatchObject({
      version: '1.10.1',
    })
  })

  it('copies the level of the headings that start a minor version, when those of patches have another', () => {
    const patches = Array.from({ length: 12 }, (_, index) => `## 1.2.${12 - index}\n\n- x\n\n`).join('')
    const minors = ['1.2.0', '1.1.0', '1.0.0'].map((version) => `# ${version}\n\n- x\n\n`).join('')
    const text = `# Log\n\n## Unreleased\n\n- new\n\n${patches}${minors}`
    expect(release(text, 'MINOR')).toContain('\n# 1.3.0\n\n- new\n')
    expect(release(text, 'PATCH')).toContain('\n## 1.2.13\n\n- new\n')
  })

  it('does not copy a level at which the categories of the entries would not belong to the version', () => {
    const text =
      '# Unreleased\n\n## Added\n- NEW\n\n# 2.0.0\n\n- b\n\n## 1.2.4\n\n- a\n\n### 1.2.0\n\n### 1.1.0\n'
    expect(release(text)).toMatch(/^# Unreleased\n\n# 2\.1\.0\n\n## Added\n- NEW\n/)
  })

  it('has the style of the highest version, wherever it is', () => {
    const section = (version: string, date: string) =>
      `\n## ${version}\n\n${date}### Added\n\n- One.\n- Two.\n\n### Fixed\n\n- Three.\n`
    const old = Array.from({ length: 14 }, (_, index) => section(`1.9.${30 - index}`, ''))
    const dated = ['2.0.1', '2.0.0', '1.8.0', '1.7.0', '1.6.0', '1.5.0', '1.4.0'].map((version) =>
      section(version, 'Released 2020-01-02\n\n'),
    )
    const text = `# Log\n\n## Unreleased\n\n- x\n${[...old, ...dated].join('')}`
    expect(release(text)).toContain('## 2.1.0\n\nReleased 2026-11-21\n')
  })

  it.each([
    ['no lines', '## [Unreleased]\n\n## [1.2.0] - 2020-01-01\n'],
    ['only headings', '## [Unreleased]\n\n### Added\n\n### Changed\n\n## [1.2.0]\n'],
    ['placeholders', '## [Unreleased]\n\n### Added\n\n- None\n\n### Fixed\n\n_No changes._\n\n## [1.2.0]\n'],
    ['a comment', '## [Unreleased]\n\n<!-- add\n- entries\nhere -->\n\n## [1.2.0]\n'],
    ['links', '## [1.2.0]\n\n## [Unreleased]\n\n[1.2.0]: https://example.org\n'],
  ])('returns nothing_to_release when Unreleased has %s', (_name, text) => {
    expect(cut(text)).toEqual({
      kind: 'nothing_to_release',
      version: '1.2.0',
      reason: 'there is nothing under Unreleased',
    })
  })

  it('returns nothing_to_release when there is no Unreleased heading', () => {
    expect(cut('## 1.2.0\n\n- x\n')).toEqual({
      kind: 'nothing_to_release',
      version: '1.2.0',
      reason: 'there is no Unreleased heading',
    })
  })

  it.each([
    [
      'Keep a Changelog with compare links',
      `# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n\n[unreleased]: ${BASE}/compare/v1.2.0...HEAD\n[1.2.0]: ${BASE}/compare/v1.1.0...v1.2.0\n`,
      `# Log\n\n## [Unreleased]\n\n## [1.3.0] - 2026-11-21\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n\n[unreleased]: ${BASE}/compare/v1.3.0...HEAD\n[1.3.0]: ${BASE}/compare/v1.2.0...v1.3.0\n[1.2.0]: ${BASE}/compare/v1.1.0...v1.2.0\n`,
    ],
    [
      'GitLab links to a different branch, labels in capitals',
      `## [UNRELEASED]\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n[UNRELEASED]: ${BASE}/-/compare/1.2.0...main\n`,
      `## [UNRELEASED]\n\n## [1.3.0] - 2026-11-21\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n[UNRELEASED]: ${BASE}/-/compare/1.3.0...main\n[1.3.0]: ${BASE}/-/compare/1.2.0...1.3.0\n`,
    ],
    [
      'links only to tags',
      `## [Unreleased]\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n[1.2.0]: ${BASE}/releases/tag/v1.2.0`,
      `## [Unreleased]\n\n## [1.3.0] - 2026-11-21\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n[1.3.0]: ${BASE}/releases/tag/v1.3.0\n[1.2.0]: ${BASE}/releases/tag/v1.2.0`,
    ],
    [
      'links in the headings, dates in parentheses',
      `## Unreleased\n\n- x\n\n## [1.2.0](${BASE}/compare/v1.1.0...v1.2.0) (2020-01-01)\n`,
      `## Unreleased\n\n## [1.3.0](${BASE}/compare/v1.2.0...v1.3.0) (2026-11-21)\n\n- x\n\n## [1.2.0](${BASE}/compare/v1.1.0...v1.2.0) (2020-01-01)\n`,
    ],
    [
      'versions with a v and an em dash',
      '# Unreleased\n- x\n# v1.2.0 — 2020-01-01\n',
      '# Unreleased\n# v1.3.0 — 2026-11-21\n- x\n# v1.2.0 — 2020-01-01\n',
    ],
    [
      'setext headings',
      'Unreleased\n----------\n\n- x\n\n1.2.0 / 2020-01-01\n------------------\n',
      'Unreleased\n----------\n\n1.3.0 / 2026-11-21\n------------------\n\n- x\n\n1.2.0 / 2020-01-01\n------------------\n',
    ],
    [
      'an Unreleased heading that contains a version',
      '## 1.3.0 (unreleased)\n\n- x\n\n## 1.2.0 (2020-01-01)\n',
      '## Unreleased\n\n## 1.3.0 (2026-11-21)\n\n- x\n\n## 1.2.0 (2020-01-01)\n',
    ],
    [
      'markers that keep their position',
      '<!-- next-header -->\n\n## [Unreleased] - ReleaseDate\n\n- x\n\n## [1.2.0] - 2020-01-01\n',
      '<!-- next-header -->\n\n## [Unreleased] - ReleaseDate\n\n## [1.3.0] - 2026-11-21\n\n- x\n\n## [1.2.0] - 2020-01-01\n',
    ],
    [
      'a yanked release and dates that are not ISO',
      '## [Unreleased]\n\n- x\n\n## [1.2.0] - June 5th, 2020 [YANKED]\n',
      '## [Unreleased]\n\n## [1.3.0] - November 21st, 2026\n\n- x\n\n## [1.2.0] - June 5th, 2020 [YANKED]\n',
    ],
  ])('keeps the style of a file with %s', (_name, before, after) => {
    expect(release(before)).toBe(after)
  })

  it('keeps CRLF, a byte order mark and trailing spaces', () => {
    const before = '\uFEFF# Log\r\n\r\n## [Unreleased]  \r\n\r\n- x  \r\n'
    expect(release(before)).toBe(
      '\uFEFF# Log\r\n\r\n## [Unreleased]  \r\n\r\n## [0.1.0] - 2026-11-21\r\n\r\n- x  \r\n',
    )
  })

  it('rejects two Unreleased headings, with the line of the second', () => {
    expect(() => cut('## Unreleased\n\n- x\n\n## [Unreleased]\n')).toThrow(
      expect.objectContaining({ code: 'changelog/ambiguous', message: expect.stringContaining('line 5') }),
    )
  })
})

describe('a version that does not follow from the file', () => {
  const refusal = (line: number) =>
    expect.objectContaining({
      code: 'changelog/edit_refused',
      message: expect.stringContaining(`line ${line}: `),
    })

  it('is refused when the highest version is a pre-release below a newer one', () => {
    expect(() => cut('## Unreleased\n\n- x\n\n## 2.2.3\n\n- b\n\n## 3.0.0-pre.1\n\n- a\n')).toThrow(
      refusal(9),
    )
    expect(cut('## Unreleased\n\n- x\n\n## 3.0.0-pre.1\n\n- b\n\n## 2.2.3\n\n- a\n')).toMatchObject({
      version: '3.0.0',
    })
  })

  it('is refused when the newest versions all have the suffix of a product', () => {
    const text = '## Unreleased\n\n- x\n\n## 4.2.0-lts\n\n## 4.1.0-lts\n\n## 4.0.0-lts\n'
    expect(() => cut(text)).toThrow(refusal(5))
    expect(() => cut(text.replaceAll('lts', 'beta'))).toThrow(refusal(5))
    expect(cut(text.replaceAll('lts', 'beta').replace('4.0.0-beta', '4.0.0'))).toMatchObject({
      version: '4.2.0',
    })
  })

  it.each([
    ['## 1.4.0-jre', '## 1.3.0'],
    ['## 1.4.0-release', '## 1.3.2'],
    ['## 1.4.0-ga', '## 1.3.2-stable'],
    ['## 1.4.0-rc.1', '## 1.3.2-release'],
    ['## 1.4.0', '## 1.3.2-release'],
  ])('is refused when it is not known whether the version ends with a word: %s above %s', (newest, older) => {
    expect(() => cut(`## Unreleased\n\n- x\n\n${newest}\n\n- b\n\n${older}\n\n- a\n`)).toThrow(refusal(5))
  })

  it.each(['insiders.1', 'Infinity.1', 'my-branch.12'])(
    'ends the pre-releases of an identifier with a number, whatever its word: %s',
    (suffix) => {
      const text = `## Unreleased\n\n- x\n\n## 2.0.0-${suffix}\n\n- b\n\n## 1.9.0\n\n- a\n`
      expect(cut(text)).toMatchObject({ version: '2.0.0' })
    },
  )

  it('is refused when it does not fit the chapter of Unreleased', () => {
    const text =
      '# Version 0.16\n\n## Unreleased\n\n- x\n\n## 0.16.1\n\n- b\n\n# Version 0.15\n\n## 0.15.0\n\n- a\n'
    expect(() => cut(text)).toThrow(refusal(1))
    expect(cut(text, 'PATCH')).toMatchObject({ version: '0.16.2' })
    expect(cut(text.replace('# Version 0.15\n\n', ''))).toMatchObject({ version: '0.17.0' })
  })

  it('can belong to a chapter of a major version', () => {
    const text = '# 2.x\n\n## Unreleased\n\n- x\n\n## 2.0.0\n\n- b\n\n# 1.x\n\n## 1.0.0\n\n- a\n'
    expect(cut(text)).toMatchObject({ version: '2.1.0' })
    expect(() => cut(text, 'MAJOR')).toThrow(refusal(1))
  })
})

it('keeps a comment with the headings of categories at the top of Unreleased', () => {
  const top = '## Unreleased\n<!--\n### Added\n- x\n-->'
  const old = '## 1.0.0\n\n- a\n'
  expect(release(`${top}\n\n- y\n\n${old}`)).toBe(`${top}\n\n## 1.1.0\n\n- y\n\n${old}`)
  expect(release(`${top}\n### Fixed\n- y\n\n${old}`)).toContain(`${top}\n\n## 1.1.0\n\n### Fixed`)
  const note = '## Unreleased\nThe Unreleased section is empty for tags.\nIt is below.'
  expect(release(`${note}\n\n- y\n\n${old}`)).toBe(`${note}\n\n## 1.1.0\n\n- y\n\n${old}`)
  // Another comment belongs to the entries.
  expect(release(`## Unreleased\n\n<!-- y -->\n- y\n\n${old}`)).toContain('## 1.1.0\n\n<!-- y -->')
})

it.each(['', '\n\n### Security'])('ships no empty category above a link definition: %j', (last) => {
  const link = '[Unreleased]: https://example.org/o/r/compare/v1.0.0...main'
  const text = `## [Unreleased]\n\n### Added\n\n- x\n\n### Fixed${last}\n\n${link}\n\n## [1.0.0]\n\n### Added\n\n- a\n`
  const released = release(text)
  expect(released.split('## [1.1.0]')[0]).toContain('### Fixed')
  expect(released.split('## [1.1.0]')[1]?.split('## [1.0.0]')[0]).not.toMatch(/### (?:Fixed|Security)/)
})

it('moves the template of a category back to Unreleased, also at the end of the file', () => {
  const text = '## Unreleased\n\n### Added\n\n- x\n\n### Fixed\n\n<!-- fixes -->'
  expect(release(text)).toBe(
    '## Unreleased\n\n### Fixed\n\n<!-- fixes -->\n\n## 0.1.0 - 2026-11-21\n\n### Added\n\n- x',
  )
})
