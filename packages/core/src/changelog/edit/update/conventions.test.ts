// Tests that an edit continues what tools write: the levels of standard-version, the notes of GitHub, and conventional commits.
import { describe, expect, it } from 'vitest'
import { parseChangelog } from '../../document/index.ts'
import type { ChangeType, VersionBump } from '../../entry.ts'
import { addToText, releaseText } from '../../testing.ts'

const update = (text: string, type: ChangeType = 'Added') => addToText(text, [{ type, description: 'NEW' }])
function release(text: string, bump: VersionBump = 'MINOR'): string {
  const outcome = releaseText(text, { bump, date: '2026-11-21' })
  return outcome.kind === 'released' ? outcome.text : outcome.reason
}

describe('patch versions at the level of their categories', () => {
  const versions = '### 1.1.1\n\n### Bug Fixes\n\n* b\n\n## 1.1.0\n\n### Features\n\n* a\n\n## 1.0.0\n\n* c\n'
  const updated = `## Unreleased\n\n### Features\n\n* NEW\n\n${versions}`

  it('are below an Unreleased heading of the level of the others', () => {
    expect(update(versions)).toBe(updated)
  })

  it.each<[VersionBump, string]>([
    ['MINOR', '## 1.2.0'],
    ['PATCH', '### 1.1.2'],
  ])('are not copied by a %s release', (bump, heading) => {
    expect(release(updated, bump)).toContain(`\n\n${heading}\n\n### Features\n\n* NEW\n\n### 1.1.1`)
  })

  it('have categories of another level in other files, and do not decide there', () => {
    const text = '### 1.1.1\n\n#### Fixes\n\n* b\n\n## 1.1.0\n\n#### Features\n\n* a\n\n## 1.0.0\n\n* c\n'
    expect(update(text)).toMatch(/^### Unreleased\n\n#### Features\n/)
  })
})

it('a version of a higher level than all others and Unreleased does not decide the level of the next one', () => {
  const text = '## Unreleased\n\n* x\n\n# 1.0.0\n\n* b\n\n## 0.2.0\n\n* a\n\n## 0.1.0\n\n* c\n'
  expect(release(text)).toContain('\n\n## 1.1.0\n\n* x\n\n# 1.0.0')
})

describe('a category of all changes', () => {
  const notes = (version: string, name = "What's Changed") => `# v${version}\n\n## ${name}\n* a by @user\n`

  it.each<ChangeType>(['Added', 'Fixed'])('has a new entry of type %s', (type) => {
    const newest = ['1.6', '1.5', '1.4', '1.3', '1.2', '1.1'].map((one) => notes(`${one}.0`))
    const text = `${newest.join('\n')}\n${notes('1.0.0', 'Enhancements')}`
    expect(update(text, type)).toBe(`# Unreleased\n\n## What's Changed\n* NEW\n\n${text}`)
  })

  it('has none where only old versions have it', () => {
    const newest = ['1.4', '1.3', '1.2'].map((one) => `${notes(`${one}.0`, 'Docs')}\n## Style\n* a\n`)
    const text = `${newest.join('\n')}\n${notes('1.1.0', 'Other')}\n${notes('1.0.0', 'Other')}`
    expect(update(text)).toContain('# Unreleased\n\n## Added\n* NEW\n')
  })
})

describe('types of commits in place of categories', () => {
  it.each<[ChangeType, string]>([
    ['Added', 'feat'],
    ['Fixed', 'fix'],
    ['Changed', 'changed'],
  ])('a new entry of type %s has the type `%s`', (type, name) => {
    const text = '## 1.1.0\n\n- refactor: b\n- perf: c\n\n## 1.0.0\n\n- fix: a\n- docs: d\n'
    expect(update(text, type)).toBe(`## Unreleased\n\n- ${name}: NEW\n\n${text}`)
  })

  it('can have a scope', () => {
    const text = '## [next]\n\n- chore(deps-dev): b\n- fix(): c\n\n## [1.0.0]\n\n- feat(svg)!: a\n'
    expect(update(text)).toContain('- fix(): c\n- feat: NEW\n\n## [1.0.0]')
  })

  it.each([
    ['`FEAT`: ', '`FIX`: b\n- `CHORE`: c', '`FEAT`: a'],
    ['Feat: ', 'Fix: b\n- Build: c', 'Feat: a\n- Docs: d'],
    ['`added` ', '`fixed` b', '`changed` c'],
  ])('are written as those of the file: “%s”', (label, newest, older) => {
    const text = `## 1.1.0\n\n- ${newest}\n\n## 1.0.0\n\n- ${older}\n`
    expect(update(text)).toBe(`## Unreleased\n\n- ${label}NEW\n\n${text}`)
  })

  it('are those of the file where it has them', () => {
    const text = '## 1.1.0\n\n- Fix: b\n- Feature: c\n\n## 1.0.0\n\n- chore: a\n- Fix: d\n'
    expect(update(text)).toContain('\n- Feature: NEW\n')
  })
})

describe('versions that ascend', () => {
  it('are refused below a name of the section in progress', () => {
    const versions = '## 0.1.0 - A\n\n## 0.2.0 - B\n\n## 0.3.0 - C\n'
    const text = update(`## 0.0.x - In Progress\n\n${versions}`)
    expect(text).toBe(`## 0.0.x - In Progress\n\n### Added\n\n- NEW\n\n${versions}`)
    expect(() => release(text)).toThrow('line 1: ')
  })

  it('can have a name before the comma and the date', () => {
    const older = 'Version 0.1, released July 4, 2011:\n\t- a\n\nVersion 0.2, released July 5, 2011:\n\t- b\n'
    const text = `${older}\nVersion 1.5 Plus, released March 21, 2018\n\t- c\n`
    expect(parseChangelog(text).version).toBe('1.5')
    expect(update(text).indexOf('Unreleased')).toBeGreaterThan(text.indexOf('1.5 Plus'))
  })
})

it.each(['6 [unreleased]', '6 [????.??.??]'])('%s plans a version of one number', (heading) => {
  const text = `${heading}\n---\n* x\n\n5.6.2 [2024.03.19]\n---\n* a\n`
  expect(() => release(text)).toThrow('the planned version "6"')
  expect(release(text, 'MAJOR')).toContain('6 [2026.11.21]\n')
})

it('a heading of the changes since the current version is no release', () => {
  const text = '# Unpublished changes since 1.1.0 (for release 1.2)\n\n- b\n\n# 2026-01-31, 1.1.0\n\n- a\n'
  expect(() => update(text)).toThrow('line 1: ')
})

it.each([
  'NEWS.md is maintained by a tool, contributors should not edit this file',
  'This file should not be edited.',
])('a file that says “%s” is not edited', (note) => {
  expect(() => update(`<!-- ${note} -->\n\n# tool 1.0.0\n\n- a\n`)).toThrow('line 1: ')
})

it('a note about the section in progress stays there, and is nothing to release', () => {
  const text = '## master\n\nAn in-progress version on the branch.\n\n## 1.0.0\n\n- a\n'
  expect(release(text)).toBe('there is nothing under Unreleased')
  expect(release(update(text))).toMatch(/branch\.\n\n## 1\.1\.0\n\n### Added\n\n- NEW\n/)
})

it('an entry that replaces a placeholder has its bullet', () => {
  const text = '## Unreleased\n\n* None yet.\n\n## 1.0.0\n\n* b\n\n### Notes\n\n- a\n'
  expect(update(text)).toContain('### Added\n\n* NEW\n')
})

it('a category of new and improved things of one kind has no other entries', () => {
  const text = '# 1.1.0\n\n### New and Improved Locales\n\n- b\n\n# 1.0.0\n\n- a\n'
  expect(update(text)).toContain('# Unreleased\n\n### Added\n\n- NEW\n')
})

it('a pre-release in capitals is higher than one that comes before it in the alphabet', () => {
  const text = '## Unreleased\n\n- x\n\n## 2.0.0-RC1\n\n- c\n\n## 2.0.0-alpha2\n\n- b\n\n## 1.0.5\n\n- a\n'
  expect(release(text)).toContain('## 2.0.0\n\n- x\n')
})
