// Tests that an edit has forms that the newest version alone does not show: other versions, or other names of its convention, do.
import { describe, expect, it } from 'vitest'
import type { ChangeType } from '../../entry.ts'
import { addToText, releaseText } from '../../testing.ts'

const update = (text: string, type: ChangeType = 'Added') => addToText(text, [{ type, description: 'NEW' }])
function release(text: string, date = '2026-12-01'): string {
  const outcome = releaseText(text, { bump: 'MINOR', date })
  return outcome.kind === 'released' ? outcome.text : outcome.reason
}

describe('a category that no version has', () => {
  const log = (name: string) => `## 1.1.0\n\n### ${name}\n\n* b\n\n## 1.0.0\n\n* a\n`

  it.each<[known: string, ChangeType, name: string]>([
    ['Bug Fixes', 'Added', 'Features'],
    ['Features', 'Fixed', 'Bug Fixes'],
    ['Bug fixes', 'Added', 'New features'],
    ['New features', 'Fixed', 'Bug fixes'],
    ['BUG FIXES', 'Added', 'NEW FEATURES'],
    [':bug: Bug Fix', 'Added', ':rocket: Enhancement'],
    ['**Bug Fixes:**', 'Added', '**Features:**'],
    ['Bug Fixes', 'Removed', 'Removed'],
    ['Fixed', 'Added', 'Added'],
    ['Internal', 'Added', 'Added'],
  ])('has the name that belongs to the others: beside %s, %s is %s', (known, type, name) => {
    expect(update(log(known), type)).toContain(`\n\n### ${name}\n\n* NEW\n`)
  })

  it('has the name of its type beside others of Keep a Changelog', () => {
    const text = `## 1.2.0\n\n### Changed\n\n* c\n\n${log('Bug Fixes')}`
    expect(update(text)).toContain('\n\n### Added\n\n* NEW\n')
  })
})

describe('the day of a month', () => {
  const log = (newest: string, ...older: string[]) =>
    `## Unreleased\n\n- x\n\n## 1.9.0 (${newest})\n\n- a\n${older.map((date, index) => `\n## 1.${8 - index}.0 (${date})\n\n- a\n`).join('')}`

  it.each([
    ['Oct 12 2026', ['Nov 18 2025', 'Apr 08 2025'], 'Dec 01 2026'],
    ['Oct 12 2026', ['Nov 18 2025', 'Apr 8 2025'], 'Dec 1 2026'],
    ['Oct 12 2026', ['Nov 18 2025', 'Apr  8 2025'], 'Dec  1 2026'],
    ['Oct 12 2026', ['April 08 2025'], 'Dec 1 2026'],
    ['Oct 12 2026', ['May 08 2025'], 'Dec 1 2026'],
    ['12 October 2026', ['02 April 2025'], '01 December 2026'],
    ['2026-10-12', ['2025-11-4'], '2026-12-1'],
    ['2026-10-12', ['2025-11-04'], '2026-12-01'],
    ['23/10/2026', ['05/13/2026'], '01/12/2026'],
    ['Oct 2 2026', ['Apr 08 2025'], 'Dec 1 2026'],
  ])('has the zero or space of the others: %s above %j', (newest, older, date) => {
    expect(release(log(newest, ...older))).toContain(`## 1.10.0 (${date})\n`)
  })
})

describe('the first release of an R package', () => {
  it.each(['# pkg (development version)', '# pkg 0.0.0.9000'])('has its name: below %s', (heading) => {
    const text = `${heading}\n\n* a\n`
    expect(release(text)).toBe('# pkg (development version)\n\n# pkg 0.1.0\n\n* a\n')
  })
})

it.each([
  ['\n', '## Unreleased\n\n### Added\n- NEW\n\n## 1.1.0'],
  ['', '## Unreleased\n\n### Added\n- NEW\n## 1.1.0'],
])('a new category directly above the next version has the lines between versions: %j', (gap, expected) => {
  const version = (name: string) => `## ${name}\n\n### Fixed\n- b\n${gap}`
  expect(update(`## Unreleased\n${['1.1.0', '1.0.0', '0.9.0'].map(version).join('')}`)).toContain(expected)
})
