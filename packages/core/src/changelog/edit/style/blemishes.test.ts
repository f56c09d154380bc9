// Tests that an edit has the style of the file, in forms that few files have.
import { describe, expect, it } from 'vitest'
import { parseChangelog } from '../../document/index.ts'
import type { ChangeType, VersionBump } from '../../entry.ts'
import { readHistory } from '../../history.ts'
import { addToText, releaseText } from '../../testing.ts'

const update = (text: string) => addToText(text, [{ type: 'Added', description: 'NEW' }])
function release(text: string, bump: VersionBump = 'MINOR'): string {
  const outcome = releaseText(text, { bump, date: '2026-11-21' })
  return outcome.kind === 'released' ? outcome.text : outcome.reason
}

describe('a release', () => {
  it.each<[string, string, string, string]>([
    [
      'a date with the name of the month in the middle',
      '## Unreleased\n\n- x\n',
      '## 1.0.0\n\nReleased 2026-Aug-21\n\n- a\n',
      '## 1.1.0\n\nReleased 2026-Nov-21\n\n- x\n',
    ],
    [
      'a date with a sentence below it',
      '## Unreleased\n\n- x\n',
      '## 1.0.0\n\nReleased on 2026-08-21. All issues: [1.0.0](https://a.b/milestone/7).\n\n- a\n',
      '## 1.1.0\n\nReleased on 2026-11-21.\n\n- x\n',
    ],
    [
      'the role of reStructuredText around a date',
      'Unreleased\n----------\n\n- x\n',
      'Version 1.0.0 :small:`March 31, 2026`\n---------------------------\n\n- a\n',
      'Version 1.1.0 :small:`November 21, 2026`\n----------------------------------------\n\n- x\n',
    ],
    [
      'the code around a date below other words',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 (Ada) `2026-01-31`\n\n- a\n',
      '## 1.1.0 `2026-11-21`\n\n- x\n',
    ],
    ['a year in brackets', '## Unreleased\n\n- x\n', '## 1.0.0 (2021)\n\n- a\n', '## 1.1.0 (2026)\n\n- x\n'],
    [
      'the sign before a linked date',
      '## Unreleased\n\n- x\n',
      '## [1.0.0](https://a.b/v1.0.0) - [2026-01-31](https://c.d/1.0.0)\n\n- a\n',
      '## [1.1.0](https://a.b/v1.1.0) - [2026-11-21](https://c.d/1.1.0)\n\n- x\n',
    ],
    [
      'the sign before a link behind the date',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 (2026-01-31) | [notes](https://c.d/1.0.0)\n\n- a\n',
      '## 1.1.0 (2026-11-21) | [notes](https://c.d/1.1.0)\n\n- x\n',
    ],
    [
      'no sign before a link that cannot be continued',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 - [2026-01-31](https://c.d/latest)\n\n- a\n',
      '## 1.1.0\n\n- x\n',
    ],
    [
      'an anchor with a blank line below it',
      '<a name="unreleased"></a>\n\n## Unreleased\n\n- x\n',
      '<a name="1.0.0"></a>\n\n## 1.0.0 - 2026-01-01\n\n- a\n',
      '<a name="1.1.0"></a>\n\n## 1.1.0 - 2026-11-21\n\n- x\n',
    ],
    [
      'an attribute after the heading',
      '## Unreleased\n\n- x\n',
      '## v1.0.0 (2026-01-01) {: #v1.0.0 }\n\n- a\n',
      '## v1.1.0 (2026-11-21) {: #v1.1.0 }\n\n- x\n',
    ],
    [
      'an attribute on the line below the heading',
      '## Unreleased\n\n- x\n',
      '## v1.0.0\n{: #v1.0.0 }\n\n- a\n',
      '## v1.1.0\n{: #v1.1.0 }\n\n- x\n',
    ],
    [
      'an underline as long as that of the newest version',
      'Unreleased\n----------\n\n- x\n',
      '1.0.0 (2026-01-01)\n------------------\n\n- a\n\n0.9.0\n-------\n\n- a\n\n0.8.0\n-------\n\n- a\n\n0.7.0-rc.1\n-------\n\n- a\n',
      '1.1.0 (2026-11-21)\n------------------\n\n- x\n',
    ],
    [
      'a fixed underline of the newest versions',
      'Unreleased\n==========\n\n- x\n',
      '1.0.10\n===\n\n- a\n\n1.0.9\n===\n\n- a\n\n0.9\n===\n\n- a\n\n0.8.0\n=====\n\n- a\n',
      '1.1.0\n===\n\n- x\n',
    ],
    [
      'a longer underline than that of the newest versions',
      'Unreleased\n==========\n\n- x\n',
      '1.9.0\n====\n\n- a\n\n1.8.0\n====\n\n- a\n',
      '1.10.0\n======\n\n- x\n',
    ],
    [
      'underlines although the Unreleased heading has none',
      '## Unreleased\n\n- x\n',
      '1.0.0\n-----\n\n- a\n',
      '1.1.0\n-----\n\n- x\n',
    ],
    [
      'the words after all versions',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 stable (2026-01-01)\n\n- b\n\n## 0.9.0 stable (2025-01-01)\n\n- a\n',
      '## 1.1.0 stable (2026-11-21)\n\n- x\n',
    ],
    [
      'a date that is the first item of the list',
      '## Unreleased\n\n- x\n',
      '## 1.0.0\n\n* 16/06/26\n* b\n\n## 0.9.0\n\n* 05/05/26\n* a\n',
      '## 1.1.0\n\n* 21/11/26\n\n- x\n',
    ],
    [
      'the day where another version shows it',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 - 05/06/2007\n\n- b\n\n## 0.9.0 - 04/30/2007\n\n- a\n',
      '## 1.1.0 - 11/21/2026\n\n- x\n',
    ],
    [
      'the day where another version shows it, below the heading',
      '## Unreleased\n\n- x\n',
      '## 1.0.0\n\n_05.06.07_\n\n- b\n\n## 0.9.0\n\n_30.04.07_\n\n- a\n',
      '## 1.1.0\n\n_21.11.26_\n\n- x\n',
    ],
    [
      'a colon with a space after the version, and the emphasis of the name only in the new version',
      '### Unreleased\n\n- x\n',
      '### **pkg** Version 1.0.0 : ###\n\n- a\n',
      '### **pkg** Version 1.1.0 :\n\n- x\n',
    ],
    [
      'no bracket that was opened before other words',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 (as of 2026-01-01)\n\n- a\n',
      '## 1.1.0 - 2026-11-21\n\n- x\n',
    ],
    [
      'the signs around the date where the newest version has a name',
      '## Unreleased\n\n- x\n',
      '## Tool 1.0.0 - Quick and Easy (January 26, 2023)\n\n- b\n\n## Tool 0.9.0 - (January 3, 2023)\n\n- a\n',
      '## Tool 1.1.0 - (November 21, 2026)\n\n- x\n',
    ],
    [
      'the date of an older version where the newest one has a name, also after a dash',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 – Overhaul (2023-01-26)\n\n- b\n\n## 0.9.0 / 2023-01-03\n\n- a\n',
      '## 1.1.0 / 2026-11-21\n\n- x\n',
    ],
    [
      'the form with brackets where all of the newest versions have a name',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 - Overhaul (2023-01-26)\n\n- b\n\n## 0.9.0 - Start (2023-01-03)\n\n- a\n',
      '## 1.1.0 (2026-11-21)\n\n- x\n',
    ],
    [
      'a compare link in small letters',
      '## Unreleased\n\n- x\n',
      '## 1.0.0\n\n<small>[Compare with 0.9.0](https://a.b/compare/0.9.0...1.0.0)</small>\n\n- a\n',
      '## 1.1.0\n\n<small>[Compare with 1.0.0](https://a.b/compare/1.0.0...1.1.0)</small>\n\n- x\n',
    ],
    [
      'a compare link in brackets',
      '## Unreleased\n\n- x\n',
      '## 1.0.0\n\n([diff](https://a.b/compare/0.9.0...1.0.0))\n\n- a\n',
      '## 1.1.0\n\n([diff](https://a.b/compare/1.0.0...1.1.0))\n\n- x\n',
    ],
    [
      'the blank lines below the newest version, which older ones with underlines do not have',
      '# Unreleased\n- x\n',
      '# pkg 1.0.0\n\n- a\n\nVersion 0.9.0\n=====\n- a\n\nVersion 0.8.0\n=====\n- a\n',
      '\n# pkg 1.1.0\n\n- x\n',
    ],
    [
      'the words after all versions in brackets',
      '## [Unreleased]\n\n- x\n',
      '## [1.0 series]\n\n- b\n\n## [0.9 series]\n\n- a\n',
      '## [1.1 series]\n\n- x\n',
    ],
    [
      'no words of one version',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 Security fixes (2026-01-01)\n\n- b\n\n## 0.9.0 (2025-01-01)\n\n- a\n',
      '## 1.1.0 (2026-11-21)\n\n- x\n',
    ],
    [
      'a date with two digits of the year, and the words before it',
      '## Unreleased\n\n- x\n',
      '## 1.0.0, released on 12/25/20\n\n- a\n',
      '## 1.1.0, released on 11/21/26\n\n- x\n',
    ],
    [
      'a date with two digits of the year at its start',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 (98-1-31)\n\n- a\n',
      '## 1.1.0 (26-11-21)\n\n- x\n',
    ],
    [
      'an ISO date after one that can be read in several ways',
      '## Unreleased\n\n- x\n',
      '## 1.0.0 - 05/06/07\n\n- a\n',
      '## 1.1.0 - 2026-11-21\n\n- x\n',
    ],
    [
      'the blank line that the versions have above their entries',
      '## Unreleased\n- x\n',
      '## 1.0.0\n\n- a\n',
      '\n## 1.1.0\n\n- x\n',
    ],
    [
      'the level of the major version',
      '## Unreleased\n\n- x\n',
      '### v1.0.1\n\n- b\n\n## v1.0.0\n\n- a\n',
      '## v1.1.0\n\n- x\n',
    ],
  ])('writes %s', (_name, unreleased, old, added) => {
    const heading = unreleased.slice(0, -'- x\n'.length)
    expect(release(`${unreleased}\n${old}`)).toBe(`${heading}${added}\n${old}`)
  })

  it('has no emphasis when only the name of the product has it', () => {
    expect(update('## **pkg** 1.0.0\n\n- a\n')).toMatch(/^## Unreleased\n/)
    expect(update('## **1.0.0** of pkg\n\n- a\n')).toMatch(/^## \*\*Unreleased\*\*\n/)
  })

  it('writes no blank line above the first line of a file whose versions have none', () => {
    const old = '## 3.1.0\n- b\n## 3.0.0\n- a\n'
    expect(update(old)).toBe(`## Unreleased\n### Added\n- NEW\n${old}`)
  })

  it.each(['✨ Added', 'Added 🚀', '**Added**', 'Added:'])(
    'names a category %s as all versions do',
    (name) => {
      const old = `## 1.0.0\n\n### ${name}\n\n- a\n`
      expect(update(old)).toBe(`## Unreleased\n\n### ${name}\n\n- NEW\n\n${old}`)
    },
  )

  it('does not name a category as one of two names', () => {
    expect(update('## 1.0.0\n\n### Added/Changed\n\n- a\n')).toContain('### Added\n\n- NEW\n')
  })

  it.each([
    ['as long as the version', '------', '-----', '-----'],
    ['of one length', '------', '------', '------'],
    ['as long as the text', '-------------------', '------------------', '------------------'],
  ])('writes an underline %s', (_name, first, second, next) => {
    const old = `1.8.10 [2022-09-27]\n${first}\n\n* a\n\n1.8.9 [2022-09-26]\n${second}\n\n* b\n`
    expect(release(update(old))).toContain(`1.9.0 [2026-11-21]\n${next}\n\n`)
  })

  it('writes the underline of Markdown beside code such as `:nocov:`', () => {
    const old = '1.1.0 (2022-12-23)\n=====\n* Put `# :nocov:` on top\n\n1.0.0 (2021-01-09)\n=====\n* b\n'
    expect(release(update(old))).not.toContain('**Added**')
  })

  it('writes no blank line below the heading of a version where the others have none', () => {
    const old = '## 1.0.0\n- b\n\n## 0.9.0\n- a\n'
    expect(release(`## Unreleased\n\n- x\n\n${old}`)).toBe(`## Unreleased\n\n## 1.1.0\n- x\n\n${old}`)
    const updated = `## Unreleased\n### Added\n- NEW\n\n${old}`
    expect(update(old)).toBe(updated)
    expect(release(updated)).toBe(updated.replace('Unreleased\n', 'Unreleased\n\n## 1.1.0\n'))
  })

  it.each<[string, string, string, string]>([
    [
      'stays where the versions have no empty ones',
      '### Added\n### Changed\n- x\n### Fixed\n',
      '### Added\n- a\n',
      '### Added\n### Changed\n### Fixed\n\n## 1.1.0\n### Changed\n- x\n',
    ],
    [
      'stays and is released where the versions have empty ones',
      '### Added\n### Changed\n- x\n### Fixed\n',
      '### Added\n### Changed\n- a\n### Fixed\n',
      '### Added\n### Changed\n### Fixed\n\n## 1.1.0\n### Added\n### Changed\n- x\n### Fixed\n',
    ],
    [
      'is one also when only one of its categories is empty',
      '### Added\n- y\n### Changed\n- x\n### Fixed\n',
      '### Changed\n- a\n',
      '### Added\n### Changed\n### Fixed\n\n## 1.1.0\n### Added\n- y\n### Changed\n- x\n',
    ],
    [
      'can be one of two categories',
      '### Changed\n- x\n### Fixed\n',
      '### Changed\n- a\n',
      '### Fixed\n\n## 1.1.0\n### Changed\n- x\n',
    ],
  ])('a template of empty categories %s', (_name, unreleased, old, released) => {
    const text = (above: string) => `## Unreleased\n${above}\n## 1.0.0\n${old}`
    expect(release(text(unreleased))).toBe(text(released))
  })

  it.each([
    '[Unreleased changes](https://a.b/compare/v1.0.0...main)',
    '<https://a.b/compare/v1.0.0...unreleased>',
  ])('moves the link above all versions on: %s', (link) => {
    const text = `# Log\n\n${link}\n\n## Unreleased\n\n- x\n\n## 1.0.0\n\n- a\n`
    expect(release(text)).toBe(
      text.replace('v1.0.0', 'v1.1.0').replace('Unreleased\n', 'Unreleased\n\n## 1.1.0\n'),
    )
  })

  it.each([
    '[Changes](https://a.b/compare/v1.0.0...main)',
    'Unreleased: https://a.b/compare/v0.9.0...v1.0.0',
    'Unreleased changes: see https://a.b/compare/v1.0.0...main below',
  ])('keeps the text above all versions: %s', (line) => {
    const text = `# Log\n\n${line}\n\n## Unreleased\n\n- x\n\n## 1.0.0\n\n- a\n`
    expect(release(text)).toBe(text.replace('Unreleased\n\n-', 'Unreleased\n\n## 1.1.0\n\n-'))
  })

  it('has the level of patches when only a patch is released', () => {
    const old = '### v1.0.1\n\n- b\n\n## v1.0.0\n\n- a\n'
    expect(release(`## Unreleased\n\n- x\n\n${old}`, 'PATCH')).toBe(
      `## Unreleased\n\n### v1.0.2\n\n- x\n\n${old}`,
    )
  })
})

describe('an update', () => {
  it.each<[string, string, string]>([
    [
      'names Unreleased as the tools of ROS do',
      '^^^^^^^^^^^^^^^^^^^^^^^^^^\nChangelog for package tool\n^^^^^^^^^^^^^^^^^^^^^^^^^^\n\n1.0.0 (2024-08-05)\n------------------\n* a\n',
      '^^^^^^^^^^^^^^^^^^^^^^^^^^\nChangelog for package tool\n^^^^^^^^^^^^^^^^^^^^^^^^^^\n\nForthcoming\n-----------\n**Added**\n\n* NEW\n\n1.0.0 (2024-08-05)\n------------------\n* a\n',
    ],
    [
      'names Unreleased as R packages do above an underline',
      'tool 1.0.0\n==========\n\n* a\n',
      'tool (development version)\n==========================\n\nAdded\n-----\n\n* NEW\n\ntool 1.0.0\n==========\n\n* a\n',
    ],
    [
      'writes a colon where the newest version has one',
      '## Version 1.0.0 (2026-01-01):\n\n- a\n',
      '## Unreleased:\n\n### Added\n\n- NEW\n\n## Version 1.0.0 (2026-01-01):\n\n- a\n',
    ],
    [
      'takes no front matter for a title',
      '---\ntitle: News\n---\n# tool 1.0.0\n\n- a\n',
      '---\ntitle: News\n---\n# tool (development version)\n\n## Added\n\n- NEW\n\n# tool 1.0.0\n\n- a\n',
    ],
    [
      'takes no bold line with a version for a category',
      '## Unreleased\n\n**Requires tool 2.0.1**\n\n## 1.0.0\n\n### Added\n\n- a\n',
      '## Unreleased\n\n**Requires tool 2.0.1**\n\n### Added\n\n- NEW\n\n## 1.0.0\n\n### Added\n\n- a\n',
    ],
    [
      'takes no numbers from steps in the prose of one version',
      '## 1.2.0\n\nTo upgrade:\n\n1. stop\n2. start\n\n## 1.1.0\n\n* a\n\n## 1.0.0\n\n* a\n',
      '## Unreleased\n\n### Added\n\n* NEW\n\n## 1.2.0\n\nTo upgrade:\n\n1. stop\n2. start\n\n## 1.1.0\n\n* a\n\n## 1.0.0\n\n* a\n',
    ],
    [
      'inserts above an anchor with a blank line below it',
      '# Log\n\n<a name="1.0.0"></a>\n\n## 1.0.0\n\n- a\n',
      '# Log\n\n## Unreleased\n\n### Added\n\n- NEW\n\n<a name="1.0.0"></a>\n\n## 1.0.0\n\n- a\n',
    ],
    [
      'underlines a new category where versions and categories are underlined',
      'Unreleased\n==========\n\n1.0.0\n=====\n\nFixed\n-----\n\n- a\n',
      'Unreleased\n==========\n\nAdded\n-----\n\n- NEW\n\n1.0.0\n=====\n\nFixed\n-----\n\n- a\n',
    ],
  ])('%s', (_name, before, after) => {
    expect(update(before)).toBe(after)
  })
})

it.each([
  ['Released 2026-Aug-21', '2026-08-21'],
  ['Released on 2026-08-21. All issues are in the tracker.', '2026-08-21'],
  ['**Released on August 21, 2026.** See the tracker.', '2026-08-21'],
  ['Since 2026-08-21, the tool is slow.', null],
  ['On 2026-08-21. It was.', '2026-08-21'],
  ['The release of 2026-08-21. It was.', null],
])('the date of the line %j is %j', (line, date) => {
  expect(readHistory(parseChangelog(`## 1.0.0\n\n${line}\n\n- a\n`)).releases[0]?.date).toBe(date)
})

describe('the name of a new category', () => {
  it.each([
    ['names of modules', ['`tool.web`', '`tool.ws`', '`tool.io`'], 'Added'],
    ['names with dots', ['tool.web', 'tool.ws', 'tool.io'], 'Added'],
    ['names of files', ['web.ts', 'io.ts'], 'Added'],
    ['words in lower case', ['fixed', 'removed', 'docs'], 'added'],
  ])('beside %s has their case', (_about, names, added) => {
    const text = names.map((name, index) => `## 1.${9 - index}.0\n\n### ${name}\n\n- x\n`).join('\n')
    expect(update(text)).toContain(`## Unreleased\n\n### ${added}\n\n- NEW\n`)
  })
})

it.each([
  String.raw`- \[Short description of non-trivial change.\]`,
  '- [Short description of change.]',
  '* _Short description of the change_',
])('a release leaves the request “%s” under Unreleased', (request) => {
  const text = `## Unreleased\n\n${request}\n\n## 1.0.0\n\n- a\n`
  expect(release(text)).toBe('there is nothing under Unreleased')
  expect(release(update(text)).split('## 1.1.0')).toEqual([
    expect.stringContaining(request),
    expect.not.stringContaining(request),
  ])
})

it.each(['document', 'file', 'changelog'])(
  'a sentence about the latest version of this %s is no obstacle',
  (name) => {
    const text = `For the latest version of this ${name}, please see https://a.b/changelog.md\n\n## 1.0.0\n\n- a\n`
    expect(update(text)).toContain('- NEW')
  },
)

it.each([
  ['The Unreleased section will be empty for tagged releases.', ''],
  ['The Unreleased section is empty.\nIt gets entries on the main branch.', '\n'],
])('a release has no entry where Unreleased has only “%s”', (note, gap) => {
  const text = `## [Unreleased]\n${gap}${note}\n\n## [2.6.0]\n\n- a\n`
  expect(release(text)).toBe('there is nothing under Unreleased')
  expect(release(update(text))).toMatch(new RegExp(`^## \\[Unreleased\\]\n${gap}${note}\n\n## \\[2.7.0\\]`))
})

it.each(['', '\n'])('a comment with categories at the top of Unreleased stays there, below “%s”', (gap) => {
  const form = `## [Unreleased]\n${gap}<!--\n### Added\n-->\n`
  expect(release(`${form}\n- x\n\n## [2.6.0]\n\n- a\n`)).toBe(
    `${form}\n## [2.7.0]\n\n- x\n\n## [2.6.0]\n\n- a\n`,
  )
})

it.each([
  ['of a fixed length around texts', '##############\n', ' v 0.9.6', ' v 0.9', ' v 0.10'],
  ['of a fixed length above a name', '====================\n', 'tool 0.9.6', 'tool 0.9', 'tool 0.10'],
])('a heading has lines %s', (_about, line, newest, older, next) => {
  const text = `${line}${newest}\n${line}\n* a\n\n${line}${older}\n${line}\n* b\n`
  const updated = update(text)
  expect(updated).toMatch(new RegExp(`^${line} ?(?:tool )?Unreleased\n${line}`))
  expect(release(updated)).toContain(`\n${line}${next}\n${line}`)
})

it.each([
  ['of its own length', '', '', '-----'],
  ['of the length of the other categories', 'Fixed\n--------\n\n', 'Removed\n--------\n\n', '--------'],
])('a new category has an underline %s below versions whose underlines have one', (_about, a, b, line) => {
  const text = `2.0.10 / 2020-02-01\n==========\n\n${a}* a\n\n2.0 / 2020-01-01\n==========\n\n${b}* b\n`
  expect(update(text)).toContain(`Unreleased\n==========\n\nAdded\n${line}\n\n* NEW\n`)
})

describe('a form of dates that only the newest version has', () => {
  const logOf = (dates: readonly string[]) =>
    `## Unreleased\n\n- x\n\n${dates.map((date, index) => `## 1.${9 - index}.0 (${date})\n\n- a\n`).join('\n')}`
  const iso = ['2021-05-01', '2021-04-01', '2021-03-01', '2021-02-01', '2021-01-01']

  it.each(['29-01-2022', '01/29/2022', '2022.01.29'])('is a slip: %s', (date) => {
    expect(release(logOf([date, ...iso]))).toContain('## 1.10.0 (2026-11-21)\n')
  })

  it('is the new form where the file has few others', () => {
    expect(release(logOf(['29-01-2022', ...iso.slice(0, 3)]))).toContain('## 1.10.0 (21-11-2026)\n')
  })
})

it.each(['0.7.0', '0.6.1'])('a new link is above that of the newest version with the label %s', (label) => {
  const link = (name: string, from: string, to: string) =>
    `[v${name}]: https://a.b/compare/v${from}...v${to}\n`
  const links =
    link(label, '0.7.0', '0.7.1') + link('0.7.0', '0.6.1', '0.7.0') + link('0.6.1', '0.6.0', '0.6.1')
  const log = ['0.7.1', '0.7.0', '0.6.1'].map((one) => `## [v${one}]\n\n- a\n\n`).join('')
  expect(release(`## Unreleased\n\n- x\n\n${log}${links}`)).toContain(link('0.8.0', '0.7.1', '0.8.0') + links)
})

describe('a version above a rule', () => {
  it.each([
    ['one blank line', '1.1.0', '*****', '\n----\n\n', '\n'],
    ['two blank lines', '1.1.0 (2020-01-02)', '******************', '\n\n----\n\n\n', '\n\n'],
    ['another rule', '1.1.0', '~~~~~', '\n**********\n\n', '\n'],
  ])(
    'has none above it in reStructuredText where Unreleased is empty: %s',
    (_about, title, line, rule, gap) => {
      const old = `.. default-role:: any\n\n${title}\n${line}\n\n- b\n${rule}1.0.0\n${line}\n\n- a\n`
      const released = release(update(old))
      expect(released).not.toContain('----\n\n1.2.0')
      expect(released).toMatch(new RegExp(`^Unreleased\n\\W+${gap}1\\.2\\.0`, 'm'))
      expect(released.split(rule)).toHaveLength(old.split(rule).length + 1)
    },
  )

  it('has one in Markdown', () => {
    const text = '## Unreleased\n\n- c\n\n---\n\n## 1.1.0\n\n- b\n\n---\n\n## 1.0.0\n\n- a\n'
    expect(release(text)).toContain('## Unreleased\n\n---\n\n## 1.2.0\n')
  })
})

it.each(['[v1.0.0][v1.0.0]', '[Version 1.0.0][1.0.0]', '[1.0.0][v1.0.0]'])(
  'the reference of a version has the next one, too: %s',
  (heading) => {
    const text = `## Unreleased\n\n- x\n\n## ${heading} (2020-01-01)\n\n- a\n\n[v1.0.0]: https://a.b/v1.0.0\n`
    expect(release(text)).toContain(`## ${heading.replaceAll('1.0.0', '1.1.0')} (2026-11-21)\n`)
  },
)

describe('a category above the entries of plain text', () => {
  it.each([
    ['1.1\t2018/08/01\n\t\t- b\n\n1.0\t2017/01/09\n\t\t- a\n', 'Unreleased\n\t\t**Added**\n\t\t- NEW\n\n'],
    ['Release 1.1:\n- b\n\nRelease 1.0:\n- a\n', 'Unreleased:\n**Added**\n- NEW\n\n'],
    ['tool 1.1:\n* b\n\ntool 1.0:\n* a\n', 'Unreleased:\n**Added**\n* NEW\n\n'],
  ])('has a blank line only where the versions have one: %j', (old, added) => {
    expect(update(old)).toBe(added + old)
    const [name = '', ...rest] = added.split('\n')
    expect(release(update(old))).toMatch(
      new RegExp(`^${name}\n\n[^\n]*1\\.2[^\n]*\n${rest[0]?.replaceAll('*', '.')}\n`),
    )
    expect(update(old.replaceAll(/^(\S.*\d.*)$/gm, '$1\n'))).toMatch(/^Unreleased:?\n\n\s*\*\*Added/)
  })

  it.each([
    [
      '\t\tCHANGES IN a VERSION 1.1\n\n    o    b\n\n\t\tCHANGES IN a VERSION 1.0\n\n    o    a\n',
      '    **Added**\n',
    ],
    ['1.1 2019-02-23\n    * b\n\n1.0 2019-02-19\n    * a\n', '    **Added**\n'],
    ['1.1 2019-02-23\n  - b\n\n1.0 2019-02-19\n  - a\n', '  **Added**\n'],
  ])('has the indent of the entries: %j', (old, category) => {
    expect(update(old)).toContain(`\n${category}`)
    expect(readHistory(parseChangelog(update(old))).unreleased).toMatchObject([{ type: 'Added' }])
  })

  it('has a blank line below a version in bold, which Markdown would join', () => {
    const old = '**1.1.0 / 2020-01-02**\n- b\n\n**1.0.0 / 2020-01-01**\n- a\n'
    expect(update(old)).toBe(`**Unreleased**\n\n**Added**\n- NEW\n\n${old}`)
  })
})

it.each([
  ['Add', 'Added'],
  ['Features', 'Added'],
  ['New', 'Features'],
])('the newest name of a category is %s, older ones are %s', (newest, older) => {
  const versions = ['3.0.0', '2.0.0', '1.0.0'].map((version) => {
    return `## ${version}\n\n### ${version === '1.0.0' ? older : newest}\n\n- a\n`
  })
  expect(update(versions.join('\n'))).toContain(`## Unreleased\n\n### ${newest}\n\n- NEW\n`)
})

describe('a line with a date', () => {
  it.each([
    [
      '## Unreleased\n\n2020-01-01\n\n- x\n\n## 1.0.0 - 2019-01-01\n\n- a\n',
      '\n## 1.1.0 - 2026-11-21\n\n- x\n',
    ],
    ['## Unreleased\n\n_Released 2020-01-01_\n\n- x\n\n## 1.0.0\n\n- a\n', '\n## 1.1.0\n\n- x\n'],
    ['## 1.0.0\n\n- a\n\n## Unreleased\n\n2020-01-01\n\n- x\n', '\n## 1.1.0\n\n- x\n'],
  ])('is removed from Unreleased: %j', (text, version) => {
    expect(release(text)).toContain(version)
    expect(release(text)).not.toContain('2020')
  })

  it.each(['2020-01-31 12:30:00 UTC', '2020-01-31T12:30:00Z', '2020-01-31 12:30'])(
    'below a version is written without its time: %s',
    (time) => {
      const text = `## Unreleased\n\n- x\n\n## 1.0.0\n\n${time}\n\n- a\n`
      expect(release(text)).toContain('## 1.1.0\n\n2026-11-21\n\n- x\n')
    },
  )
})

it.each(['(National Potato Day)', '(National Day of “x”, observed)', '(draft)'])(
  'a remark between the date and the name of a version is not copied: %s',
  (remark) => {
    const old = `2022-09-30 ${remark} tool-ust 2.13.5\n\t* b\n\n2014-10-20 tool-ust 2.6.0-rc1\n\t* a\n`
    const released = release(update(old))
    expect(released).toContain('\n2026-11-21 tool-ust 2.14.0\n')
    expect(released).toContain(old)
  },
)

describe('a time of day beside the date', () => {
  const at = (heading: string, date: string) => {
    const text = `## Unreleased\n\n- x\n\n## ${heading}\n\n- a\n`
    const outcome = releaseText(text, { bump: 'MINOR', date })
    return outcome.kind === 'released' ? /## 1\.[12].*/.exec(outcome.text)?.[0] : outcome.reason
  }

  it.each([
    ['1.0.0 (2019/07/22 09:57 +00:00)', '1.1.0 (2026/11/21 12:30 +00:00)'],
    ['1.0.0    Wed Oct 12 04:30:17 GMT 2016', '1.1.0    Sat Nov 21 12:30:05 GMT 2026'],
    ['1.0.0: Fri 15 Jan 09:57:35 CET 2021', '1.1.0: Sat 21 Nov 12:30:05 UTC 2026'],
    ['1.0.0 2015-02-02 03:14:19Z', '1.1.0 2026-11-21 12:30:05Z'],
    ['1.0.0 2015-02-02T03:14Z', '1.1.0 2026-11-21T12:30Z'],
    ['1.0.0 2015-02-02 03:14:19-0400 America/New_York', '1.1.0 2026-11-21 12:30:05+0000 UTC'],
    ['1.0.0 2015-02-02 03:14 CEST', '1.1.0 2026-11-21 12:30 UTC'],
    ['1.0.0 (2015-02-02)', '1.1.0 (2026-11-21)'],
  ])('is that of the release, in UTC: %s', (heading, next) => {
    expect(at(heading, '2026-11-21T12:30:05.678Z')).toBe(`## ${next}`)
    expect(at(next, '2026-11-21T12:30:05.678Z')).toBe(`## ${next.replace('1.1', '1.2')}`)
  })

  it.each([
    ['1.0.0 (2019/07/22 09:57 +00:00)', '1.1.0 (2026/11/21)'],
    ['1.0.0 Wed Oct 12 04:30:17 GMT 2016', '1.1.0 Sat Nov 21 2026'],
    ['1.0.0 - Jan 5, 2021 3:45 PM', '1.1.0 - Nov 21, 2026'],
  ])('is left out when it is not known, or in another form: %s', (heading, next) => {
    expect(at(heading, heading.endsWith('PM') ? '2026-11-21T12:30:05Z' : '2026-11-21')).toBe(`## ${next}`)
  })
})

describe('a file with names of its own', () => {
  const section = (version: string, ...names: readonly string[]) =>
    `## ${version}\n\n${names.map((name) => `${name}\n\n- a\n\n`).join('')}`
  const added = (type: ChangeType, ...names: readonly string[]) => {
    const text = section('1.1.0', ...names) + section('1.0.0', ...names)
    const updated = addToText(text, [{ type, description: 'NEW' }])
    expect(updated.endsWith(text)).toBe(true)
    return updated.slice(0, -text.length)
  }

  it.each<[ChangeType, string, readonly string[]]>([
    ['Added', '### Other changes', ['### Significant changes', '### Other changes']],
    ['Fixed', '### Other Changes:', ['### Breaking Changes:', '### Other Changes:']],
    ['Fixed', '### Bug fixes', ['### Bug fixes', '### Other changes']],
    ['Removed', '### Removed', ['### Significant changes', '### Other changes']],
    ['Added', '### New features and improvements', ['### New features and improvements', '### Bug fixes']],
    ['Fixed', '### Fixes & maintenance', ['### Features', '### Fixes & maintenance']],
    ['Added', '#### New features', ['### Full log', '#### New features']],
    ['Added', '*New features*', ['*New features*', '*Bugfixes*', '*Others*']],
  ])('has %s entries below %s', (type, name, names) => {
    expect(added(type, ...names)).toBe(section('Unreleased', name).replace('- a', '- NEW'))
  })

  it('has no place for all others beside a category of fixed entries', () => {
    const newest = ['1.1.2', '1.1.1', '1.1.0'].map((one) => section(one, '### Fix', '### Other')).join('')
    expect(update(newest + section('1.0.0', '### Added'))).toContain('## Unreleased\n\n### Added\n\n- NEW\n')
  })

  it('has no place for all others where one version has', () => {
    const text = section('1.1.0', '### Notes') + section('1.0.0', '### Other changes')
    expect(update(text)).toContain('### Added\n')
  })

  it('has an entry of an open section below the name that it has', () => {
    const text = section('Unreleased', '### Other changes') + section('1.0.0', '### Other changes')
    expect(update(text)).toBe(text.replace('- a', '- a\n- NEW'))
  })
})

describe('the lines around a new section', () => {
  it.each([
    ['a line above and below', (title: string) => `-----\n ${title}\n-----\n`, '1.1', '1.2', '0.90.1'],
    ['a line below', (title: string) => `${title}\n-----\n`, '1.1.1', '1.1.0', '0.9'],
  ])('keep a length that a text of another length shows, as %s', (_about, title, ...versions) => {
    const line = '-'.repeat((versions[0]?.length ?? 0) + 2)
    const own = (name: string) => `${title(name).replaceAll('-----', line)}\n- a\n\n`
    const text = versions.map(own).join('')
    expect(update(text)).toContain(line)
  })

  it('are blank as above the first version, where one of two others has a blank line', () => {
    const text = '# Log\n\n## 1.1.0\n- c\n## 1.0.1\n- b\n\n## 1.0.0\n- a\n'
    expect(update(text)).toContain('- NEW\n\n## 1.1.0')
    expect(update(text.replace('b\n\n', 'b\n'))).toContain('- NEW\n## 1.1.0')
    expect(update(text.slice(7))).toContain('- NEW\n## 1.1.0')
  })

  it.each([
    ['below the version', '## 1.1.0\n\n[Log](https://a.b/1.1.0)\n\n**Fixed**\n\n- b\n\n'],
    ['beside it', '## 1.1.0\n\nFixes only.\n\n**Fixed**\n\n- b\n\n'],
  ])('are not those of one old version, where the newest ones have a text %s', (_about, newest) => {
    const others = ['1.0.4', '1.0.3', '1.0.2', '1.0.1'].map((one) => newest.replaceAll('1.1.0', one)).join('')
    expect(update(`${newest}${others}## 1.0.0\n**Fixed**\n\n- a\n`)).toContain('Unreleased\n\n**Added**\n')
  })

  it('have the form of the newest date, where older ones are links', () => {
    const older = [4, 3, 2, 1, 0].map(
      (minor) => `# [0.${minor}.0](https://a.b/0.${minor}.0) (2020-01-0${minor + 1})\n\n- a\n`,
    )
    const text = `# Unreleased\n\n- x\n\n# 0.5.0 (Tue Apr 13 2021)\n\n- b\n\n${older.join('\n')}`
    expect(release(text)).toContain('# 0.6.0 (Sat Nov 21 2026)\n')
  })
})

describe('a date whose day and month are the same number', () => {
  it.each([
    [
      'before the version',
      '## 01/01/2023 Version 1.1.0',
      '## 08/28/2022 Version 1.0.0',
      '## 11/21/2026 Version 1.2.0',
    ],
    ['behind the version', '## 1.1.0 (02/02/2023)', '## 1.0.0 (08/28/2022)', '## 1.2.0 (11/21/2026)'],
    [
      'of a file with the day first',
      '## 1.1.0 - 01/01/2023',
      '## 1.0.0 - 28/08/2022',
      '## 1.2.0 - 21/11/2026',
    ],
  ])('shows no order, and older ones do: %s', (_about, newest, older, next) => {
    const text = `## Unreleased\n\n- x\n\n${newest}\n\n- b\n\n${older}\n\n- a\n`
    expect(release(text)).toContain(`${next}\n`)
  })
})

describe('entries in the form of the file', () => {
  it('have bullets where the newest versions only say that they have no changes', () => {
    const none = (version: string) =>
      `## ${version}\n\n_This version does not introduce any user-facing changes._\n\n`
    const versions = ['1.6.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0'].map(none).join('')
    expect(update(`${versions}## 1.1.0\n\n* b\n\n## 1.0.0\n\n* a\n`)).toContain('\n* NEW\n')
  })

  it('have the label of their type beside labels such as `Updated`', () => {
    const text = '## 1.1.0\n\n- Updated: a\n- Updated: b\n\n## 1.0.0\n\n- Added: c\n- Use d\n'
    expect(update(text)).toBe(`## Unreleased\n\n- Added: NEW\n\n${text}`)
  })

  it('are below names of three words that are list items', () => {
    const text =
      '## 1.1.0\n\n- **Bug Fixes**\n  - b\n- **Build Scripts Changes**\n  - c\n\n## 1.0.0\n\n- **Features**\n  - a\n'
    expect(update(text)).toBe(`## Unreleased\n\n- **Features**\n  - NEW\n\n${text}`)
  })
})

describe('a category with a short code of an emoji behind its name', () => {
  it.each<[string, ChangeType]>([
    ['### Additions :tada:', 'Added'],
    ['### Fixes :wrench:', 'Fixed'],
  ])('is that of its type: %s', (heading, type) => {
    const text = `## 1.1.0\n\n${heading}\n\n- b\n\n## 1.0.0\n\n### Other :zap:\n\n- a\n`
    const entries = [{ type, description: 'NEW' }]
    expect(addToText(text, entries)).toBe(`## Unreleased\n\n${heading}\n\n- NEW\n\n${text}`)
    const unreleased = `## Unreleased\n\n${heading}\n\n- x\n\n${text}`
    expect(addToText(unreleased, entries)).toBe(unreleased.replace('- x\n', '- x\n- NEW\n'))
  })
})

it('the category “Other” has new entries where the others are those of parts', () => {
  const section = (version: string) => `## ${version}\n\n### Parsers\n\n- b\n\n### Other\n\n- a\n`
  const text = `${section('1.1.0')}\n${section('1.0.0')}`
  expect(update(text)).toBe(`## Unreleased\n\n### Other\n\n- NEW\n\n${text}`)
})

it('words in brackets follow the new version also where older ones have a commit behind them', () => {
  const versions = [
    '2021.03.03, Version 1.2.0 (Stable)',
    '2021.02.02, Version 1.1.0 (Stable), 0a1b2c3d4e5f',
    '2021.01.01, Version 1.0.0 (Stable), 1a2b3c4d5e6f',
  ]
  const text = `## Unreleased\n\n- x\n\n${versions.map((one) => `## ${one}\n\n- a\n`).join('\n')}`
  expect(release(text)).toContain('## 2026.11.21, Version 1.3.0 (Stable)\n')
  expect(release(text.replace(`## ${versions[0]}\n\n- a\n\n`, ''))).toContain(
    '## 2026.11.21, Version 1.2.0 (Stable)\n',
  )
})

it.each(['markdownlint-disable first-line-h1', 'vale off', 'spell-checker: disable'])(
  'a new section is below a comment about the whole file: %s',
  (comment) => {
    const text = `<!-- ${comment} -->\n## 1.0.0\n\n- a\n`
    expect(update(text)).toMatch(new RegExp(`^<!-- ${comment} -->\n## Unreleased\n`))
  },
)

it('a new section is above a comment about the line below it', () => {
  const text = '<!-- markdownlint-disable-next-line MD024 -->\n## 1.0.0\n\n- a\n'
  expect(update(text)).toMatch(/^## Unreleased\n/)
})

it('a note about the changes that will be below Unreleased stays there, and is no entry', () => {
  const note = 'State of `main`. Changes prior to the next version will appear here.'
  const [top, versions] = [`## Unreleased\n\n${note}\n\n`, '## 1.0.0\n\n- a\n']
  expect(release(top + versions)).toBe('there is nothing under Unreleased')
  expect(release(`${top}- x\n\n${versions}`)).toBe(`${top}## 1.1.0\n\n- x\n\n${versions}`)
})

it.each([
  ['* ', 'Log\n===\n', '1.1.0\n-----\n', '1.0.0\n-----\n', '**Added**\n'],
  [
    '  - ',
    '',
    '1.1.0 / 2026-02-28\n==================\n',
    '1.0.0 / 2026-01-31\n==================\n',
    'Added\n-----\n',
  ],
])(
  'the first category has no blank line below it where the underlined versions have none',
  (bullet, title, newest, older, category) => {
    const text = `${title}${newest}${bullet}b\n\n${older}${bullet}a\n`
    expect(update(text)).toContain(`${category}${bullet}NEW\n\n${newest}`)
  },
)

describe('the status in brackets behind a version', () => {
  const section = (version: string, status: string) =>
    `* Noteworthy changes in release ${version} (2026-01-31)${status}\n\n** Some text.\n`
  const file = (...statuses: string[]) =>
    `* Unreleased\n\n** x\n\n${statuses.map((status, index) => section(`1.${9 - index}.0`, status)).join('\n')}`
  const [stable, beta] = [' [stable]', ' [beta]']

  it.each([
    [stable, [stable, stable]],
    [stable, [stable, stable, stable, beta, beta, beta, beta]],
    ['', [stable, beta, stable]],
    ['', ['', stable, stable]],
    ['', [stable]],
  ])('is that of the newest versions: “%s” after %j', (expected, statuses) => {
    expect(release(file(...statuses))).toContain(
      `* Noteworthy changes in release 1.10.0 (2026-11-21)${expected}\n`,
    )
  })
})
