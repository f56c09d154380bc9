import { describe, expect, it } from 'vitest'
import { releaseText } from '../../testing.ts'

const BASE = 'https://example.org/o/r'
const RELEASE = { bump: 'PATCH', date: '2026-11-21', folds: true } as const

function fold(text: string): string {
  const outcome = releaseText(text, RELEASE)
  if (outcome.kind !== 'released') throw new Error(outcome.reason)
  return outcome.text
}

describe('a release that folds its pre-releases', () => {
  it.each([
    [
      'joins the entries of each category, the oldest first',
      `# Log\n\n## [Unreleased]\n\n### Fixed\n\n- f3\n\n## [1.3.0-rc.2] - 2026-02-02\n\n### Added\n\n- a2\n  goes on\n\n### Fixed\n\n- f2\n\n## [1.3.0-rc.1] - 2026-02-01\n\n### Added\n\n- a1\n\n### Removed\n\n- r1\n\n## [1.2.0] - 2020-01-01\n\n- y\n`,
      `# Log\n\n## [Unreleased]\n\n## [1.3.0] - 2026-11-21\n\n### Added\n\n- a1\n- a2\n  goes on\n\n### Removed\n\n- r1\n\n### Fixed\n\n- f2\n- f3\n\n## [1.2.0] - 2020-01-01\n\n- y\n`,
    ],
    [
      'needs no entry under Unreleased',
      '## Unreleased\n\n### Added\n\n- None\n\n## 1.3.0-beta.1\n\n### Added\n\n- a\n\n## 1.2.0\n\n- y\n',
      '## Unreleased\n\n## 1.3.0\n\n### Added\n\n- a\n\n## 1.2.0\n\n- y\n',
    ],
    [
      'keeps spaced entries, dates below the heading and CRLF in their form',
      '## Unreleased\r\n\r\n- b\r\n\r\n- c\r\n\r\n## 1.3.0-rc1\r\n\r\nReleased 2026-02-01\r\n\r\n- a\r\n\r\n- aa\r\n\r\n## 1.2.0\r\n\r\nReleased 2020-01-01\r\n\r\n- y\r\n\r\n- z\r\n',
      '## Unreleased\r\n\r\n## 1.3.0\r\n\r\nReleased 2026-11-21\r\n\r\n- a\r\n\r\n- aa\r\n\r\n- b\r\n\r\n- c\r\n\r\n## 1.2.0\r\n\r\nReleased 2020-01-01\r\n\r\n- y\r\n\r\n- z\r\n',
    ],
    [
      'compares with the version below, and removes the links that nothing refers to',
      `## [Unreleased]\n\n- c\n\n## [1.3.0-rc.2]\n\n- b, see [1.3.0-rc.1]\n\n## [1.3.0-rc.1]\n\n- a\n\n## [1.2.0]\n\n- y\n\n[Unreleased]: ${BASE}/compare/v1.3.0-rc.2...HEAD\n[1.3.0-rc.2]: ${BASE}/compare/v1.3.0-rc.1...v1.3.0-rc.2\n[1.3.0-rc.1]: ${BASE}/compare/v1.2.0...v1.3.0-rc.1\n[1.2.0]: ${BASE}/compare/v1.1.0...v1.2.0\n`,
      `## [Unreleased]\n\n## [1.3.0]\n\n- a\n- b, see [1.3.0-rc.1]\n- c\n\n## [1.2.0]\n\n- y\n\n[Unreleased]: ${BASE}/compare/v1.3.0...HEAD\n[1.3.0]: ${BASE}/compare/v1.2.0...v1.3.0\n[1.3.0-rc.1]: ${BASE}/compare/v1.2.0...v1.3.0-rc.1\n[1.2.0]: ${BASE}/compare/v1.1.0...v1.2.0\n`,
    ],
    [
      'leaves compare lines of the pre-releases out',
      `## Unreleased\n\n## 1.3.0-rc.1\n\n- a\n\n[Full Changelog](${BASE}/compare/v1.2.0...v1.3.0-rc.1)\n\n## 1.2.0\n\n- y\n\n[Full Changelog](${BASE}/compare/v1.1.0...v1.2.0)\n`,
      `## Unreleased\n\n## 1.3.0\n\n- a\n\n[Full Changelog](${BASE}/compare/v1.2.0...v1.3.0)\n\n## 1.2.0\n\n- y\n\n[Full Changelog](${BASE}/compare/v1.1.0...v1.2.0)\n`,
    ],
    [
      'folds the pre-releases of the first version',
      '## Unreleased\n\n## 0.1.0-rc.2\n\n- b\n\n## 0.1.0-rc.1\n\n- a\n',
      '## Unreleased\n\n## 0.1.0 - 2026-11-21\n\n- a\n- b\n',
    ],
    [
      'folds no other version',
      '## Unreleased\n\n- b\n\n## 1.2.0\n\n- x\n\n## 1.2.0-rc.1\n\n- y\n',
      '## Unreleased\n\n## 1.2.1\n\n- b\n\n## 1.2.0\n\n- x\n\n## 1.2.0-rc.1\n\n- y\n',
    ],
  ])('%s', (_name, before, after) => {
    expect(fold(before)).toBe(after)
  })

  it.each([
    [
      'a comment between them',
      '## Unreleased\n\n- b\n\n<!-- x -->\n\n## 1.3.0-rc.1\n\n- a\n\n## 1.2.0\n',
      /^line 5: expected only entries above a pre-release/,
    ],
    [
      'another version between them',
      '## Unreleased\n\n- b\n\n## 1.2.1\n\n- z\n\n## 1.3.0-rc.1\n\n- a\n',
      /^line \d: expected the highest version to be the newest one/,
    ],
    [
      'no version below to compare with',
      `## [Unreleased]\n\n## [0.1.0-rc.1]\n\n- a\n\n[Unreleased]: ${BASE}/compare/v0.1.0-rc.1...HEAD\n`,
      /^line 7: expected a version below the pre-releases/,
    ],
  ])('is refused for %s', (_name, text, message) => {
    expect(() => fold(text)).toThrow(message)
  })

  it('is nothing to release when there is nothing', () => {
    const text = '## Unreleased\n\n## 1.2.0\n\n- x\n'
    expect(releaseText(text, RELEASE)).toMatchObject({ kind: 'nothing_to_release', version: '1.2.0' })
  })
})
