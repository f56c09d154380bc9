// Tests that entries get no category where the file has none, when the setting says so.
import { describe, expect, it } from 'vitest'
import type { ChangeType } from '../../entry.ts'
import { addToText, releaseText } from '../../testing.ts'

const add = (text: string, types: readonly ChangeType[] = ['Added'], isFlat = true) =>
  addToText(
    text,
    types.map((type) => ({ type, description: `NEW ${type}`, isFlat })),
  )

describe('flat entries', () => {
  it.each([
    [
      'Markdown',
      '# Log\n\n## 1.1.0\n\n- b\n\n## 1.0.0\n\n- a\n',
      '# Log\n\n## Unreleased\n\n- NEW Added\n\n## 1.1.0\n',
    ],
    [
      'underlined versions',
      '1.1.0\n=====\n\n  * b\n\n1.0.0\n=====\n\n  * a\n',
      'Unreleased\n==========\n\n  * NEW Added\n\n1.1.0\n',
    ],
    ['plain text', '1.1.0\n  - b\n\n1.0.0\n  - a\n', 'Unreleased\n  - NEW Added\n\n1.1.0\n'],
    [
      'entries under Unreleased',
      '## Unreleased\n\n* c\n\n## 1.0.0\n\n### Fixed\n\n* a\n',
      '## Unreleased\n\n* c\n* NEW Added\n\n## 1.0.0\n',
    ],
    [
      'categories of old versions only',
      `${[6, 5, 4, 3, 2].map((minor) => `## 1.${minor}.0\n\n- b\n\n`).join('')}## 1.1.0\n\n### Added\n\n- a\n`,
      '## Unreleased\n\n- NEW Added\n\n## 1.6.0\n',
    ],
  ])('have no category beside %s', (_name, text, start) => {
    expect(add(text).slice(0, start.length)).toBe(start)
  })

  it.each(['2026-11-21', 'Released on 2026-11-21'])(
    'are no dates, which a release would remove: %s',
    (description) => {
      const text = '## Unreleased\n\n## 1.0.0\n\n- a\n'
      expect(() => addToText(text, [{ type: 'Added', description, isFlat: true }])).toThrow(
        'line 1: expected a place for the entry, got one for 0; the file is unchanged',
      )
    },
  )

  it('are in the order of the types, and are released', () => {
    const text = add('## 1.1.0\n\n- b\n\n## 1.0.0\n\n- a\n', ['Removed', 'Added'])
    expect(text).toMatch(/^## Unreleased\n\n- NEW Added\n- NEW Removed\n\n## 1\.1\.0/)
    const outcome = releaseText(text, { bump: 'MINOR', date: '2026-11-21' })
    expect(outcome).toMatchObject({
      kind: 'released',
      text: expect.stringMatching(/\n## 1\.2\.0\n\n- NEW Added\n- NEW Removed\n\n## 1\.1\.0/),
    })
  })

  it('have none where the two newest versions have none', () => {
    const text = '## 1.2.0\n\n- c\n\n## 1.1.0\n\n- b\n\n## 1.0.0\n\n### Fixed\n\n- a\n'
    expect(add(text)).toMatch(/^## Unreleased\n\n- NEW Added\n\n## 1\.2\.0/)
  })

  it.each([
    ['without the setting', '## 1.1.0\n\n- b\n\n## 1.0.0\n\n- a\n', false],
    ['beside a category under Unreleased', '## Unreleased\n\n### Fixed\n\n- c\n\n## 1.0.0\n\n- a\n', true],
    ['where a new version has categories', '## 1.1.0\n\n- b\n\n## 1.0.0\n\n### Fixed\n\n- a\n', true],
    ['in a file without entries', '# Changelog\n\n## [Unreleased]\n', true],
  ])('have one %s', (_name, text, isFlat) => {
    expect(add(text, ['Added'], isFlat)).toMatch(/\n### Added\n\n- NEW Added\n/)
  })
})
