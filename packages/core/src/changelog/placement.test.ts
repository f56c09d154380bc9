// Tests where edits go in files whose section in progress, current version or versions are written in other ways than in Keep a
// Changelog. In the tables, ⏎ is a line ending. An update adds `NEW` under Added; a release is a minor one unless it says so.
import { describe, expect, it } from 'vitest'
import { parseChangelog } from './document/index.ts'
import type { VersionBump } from './entry.ts'
import { assertReadable, readHistory } from './history.ts'
import { addToText, releaseText } from './testing.ts'

const linesOf = (text: string) => text.replaceAll('⏎', '\n')
const update = (text: string) => addToText(linesOf(text), [{ type: 'Added', description: 'NEW' }])
const release = (text: string, bump: VersionBump = 'MINOR') => {
  const outcome = releaseText(linesOf(text), { bump, date: '2026-11-22' })
  return outcome.kind === 'released' ? outcome.text : outcome
}
const read = (text: string) => {
  const { version, unreleased, releases } = readHistory(parseChangelog(linesOf(text)))
  return {
    version,
    unreleased: unreleased.map(({ description }) => description),
    releases: releases.map((one) => one.version),
  }
}
const refusal = (line: number, ...parts: readonly string[]) =>
  expect.objectContaining({
    message: expect.stringMatching(
      new RegExp(
        [`^line ${line}: `, ...parts.map((part) => part.replaceAll(/[.()[\]]/g, String.raw`\$&`))].join('.*'),
      ),
    ),
  })

describe('versions that are lines of text', () => {
  it.each([
    ['1.1.0', '1.0.0', '1.2.0', 'Unreleased'],
    ['1.1.0 / 2016-08-03', '1.0.0 / 2015-08-03', '1.2.0 / 2026-11-22', 'Unreleased'],
    ['v1.1.0 - January, 14 2025', 'v1.0.0 - July, 23 2020', 'v1.2.0 - November, 22 2026', 'Unreleased'],
    ['**1.1.0**', '**1.0.0**', '**1.2.0**', '**Unreleased**'],
    ['__1.1.0__ (2016-08-03)', '__1.0.0__', '__1.2.0__ (2026-11-22)', '__Unreleased__'],
    ['1.1.0:', '1.0.0:', '1.2.0:', 'Unreleased:'],
    ['pkg 1.1.0', 'pkg 1.0.0', 'pkg 1.2.0', 'Unreleased'],
    [
      'Changes in version 1.1.0 (2016-08-03)',
      'Changes in version 1.0.0',
      'Changes in version 1.2.0 (2026-11-22)',
      'Unreleased',
    ],
    ['##1.1.0 - 2016-08-02', '##1.0.0 - 2015-08-24', '##1.2.0 - 2026-11-22', '##Unreleased'],
    ['####2020-08-04 v1.1.0', '####2020-08-04 v1.0.0', '####2026-11-22 v1.2.0', '####Unreleased'],
    ['pkg_1.1.0:', 'pkg_1.0.0:', 'pkg_1.2.0:', 'Unreleased:'],
    ['Version: 1.1.0', 'Version: 1.0.0', 'Version: 1.2.0', 'Unreleased'],
    ['*** VERSION 1.1.0 ***', '*** VERSION 1.0.0 ***', '*** VERSION 1.2.0 ***', '*** Unreleased ***'],
    ['**[1.1.0]** [BC break]', '**[1.0.0]**', '**[1.2.0]**', '**Unreleased**'],
    ['== 1.1.0 (24 Nov 2019) ==', '== 1.0.0 ==', '== 1.2.0 (22 Nov 2026) ==', '== Unreleased =='],
    ['= 1.1.0', '= 1.0.0', '= 1.2.0', '= Unreleased'],
    [
      'Version 1.1.0 released 2022-03-04',
      'Version 1.0.0 released 2021-10-20',
      'Version 1.2.0 released 2026-11-22',
      'Unreleased',
    ],
    ['libcue (1.1.0)', 'libcue (1.0.0)', 'libcue (1.2.0)', 'Unreleased'],
    [
      'Major changes in release 1.1.0:',
      'Changes in release 1.0.0:',
      'Major changes in release 1.2.0:',
      'Unreleased:',
    ],
    [
      'Noteworthy changes in release 1.1.0 (18th August 2022)',
      'Noteworthy changes in release 1.0.0 (7th July 2022)',
      'Noteworthy changes in release 1.2.0 (22nd November 2026)',
      'Unreleased',
    ],
    ['Changes with pkg 1.1.0', 'Changes with pkg 1.0.0', 'Changes with pkg 1.2.0', 'Unreleased'],
    ['pkg (1.1.0) 11 Jan 2023', 'pkg (1.0.0) 10 Jan 2023', 'pkg (1.2.0) 22 Nov 2026', 'Unreleased'],
    ['pkg (1.1.0) - 2023-01-11', 'pkg (1.0.0) - 2023-01-10', 'pkg (1.2.0) - 2026-11-22', 'Unreleased'],
    ['2023-01-11 * version 1.1.0', '2023-01-10 * version 1.0.0', '2026-11-22 * version 1.2.0', 'Unreleased'],
    ['1.1.0 (2017-12):', '1.0.0 (2017-07):', '1.2.0 (2026-11):', 'Unreleased:'],
    ['In 1.1.0', 'In 1.0.0', 'In 1.2.0', 'Unreleased'],
    [
      '2022-12-07 version 1.1.0 (C++/Java)',
      '2022-04-21 version 1.0.0 (C++/Java/C#/Objective-C)',
      '2026-11-22 version 1.2.0',
      'Unreleased',
    ],
    ['1.1.0⏎+++++', '1.0.0⏎+++++', '1.2.0⏎+++++', 'Unreleased⏎++++++++++'],
    ['1.1.0⏎^^^^^^^^^', '1.0.0⏎^^^^^^^^^', '1.2.0⏎^^^^^^^^^', 'Unreleased⏎^^^^^^^^^^'],
    [
      'Version 1.1.0 [2022-11-08]:',
      'Version 1.0.0 [2021-11-08]:',
      'Version 1.2.0 [2026-11-22]:',
      'Unreleased:',
    ],
  ])('%j above %j is followed by %j', (newest, oldest, next, unreleased) => {
    const text = `# Log⏎⏎${newest}⏎⏎- b⏎⏎${oldest}⏎⏎- a⏎`
    expect(read(text)).toEqual({ version: '1.1.0', unreleased: [], releases: ['1.1.0', '1.0.0'] })
    const updated = text.replace(newest, () => `${unreleased}⏎⏎**Added**⏎⏎- NEW⏎⏎${newest}`)
    expect(update(text)).toBe(linesOf(updated))
    expect(read(updated)).toMatchObject({ version: '1.1.0', unreleased: ['NEW'] })
    const released = updated.replace(unreleased, () => `${unreleased}⏎⏎${next}`)
    expect(release(updated)).toBe(linesOf(released))
    expect(read(released)).toEqual({
      version: '1.2.0',
      unreleased: [],
      releases: ['1.2.0', '1.1.0', '1.0.0'],
    })
  })

  it.each([
    ['2.2', '2.1', '2.3'],
    ['pkg 1.6', 'pkg 1.5', 'pkg 1.7'],
    ['Version 0.2:', 'Version 0.1:', 'Version 0.3:'],
  ])('can have two numbers: %j above %j is followed by %j', (newest, oldest, next) => {
    const text = `Unreleased⏎⏎- c⏎⏎${newest}⏎  - b⏎⏎${oldest}⏎  - a⏎`
    expect(release(text)).toContain(`Unreleased\n\n${next}\n- c\n\n${newest}\n`)
  })

  it.each([
    ['directly below the entries of the version above', '1.1.0⏎- b⏎1.0.0⏎- a⏎'],
    ['directly above text', '1.1.0⏎b⏎⏎1.0.0⏎\ta⏎'],
    ['with entries that are code', '1.1.0⏎⏎\t* b⏎⏎1.0.0⏎⏎\t* a⏎'],
    ['directly below a title', 'CHANGES:⏎1.1.0⏎- b⏎⏎1.0.0⏎- a⏎'],
    ['directly below a title with signs', '-- Release notes --⏎1.1.0⏎- b⏎⏎1.0.0⏎- a⏎'],
    ['directly below the text of the version above', '1.1.0:⏎    b⏎1.0.0:⏎    a⏎'],
    ['directly below a form feed', '1.1.0⏎⏎    b⏎\f⏎1.0.0⏎⏎    a⏎'],
    ['above a comment with a sign of headings', '1.1.0⏎ - b⏎⏎1.0.0⏎ - a⏎⏎#######⏎## WARNING ##⏎#######⏎'],
    [
      'around a heading below many of them',
      `1.1.0⏎- b⏎⏎1.0.0⏎- a⏎${'⏎0.9.0⏎- x⏎'.repeat(8)}⏎## Warning⏎⏎0.8.0⏎- x⏎`,
    ],
    ['above a heading', '1.1.0⏎- b⏎⏎1.0.0⏎- a⏎⏎Copyright⏎---------⏎⏎me⏎'],
    ['below a rule since an older version', '(since 0.5 a "!" marks breakage)⏎⏎1.1.0⏎ - b⏎⏎1.0.0⏎ - a⏎'],
    ['below a title since an older version', 'Changes since 0.5⏎⏎1.1.0⏎⏎b⏎⏎1.0.0⏎⏎a⏎'],
  ])('are read %s', (_about, text) => {
    const { version, releases } = read(text)
    expect([version, ...releases.slice(0, 2)]).toEqual(['1.1.0', '1.1.0', '1.0.0'])
    const added = /^Unreleased:?\n{1,2}[\t ]*\*\*Added\*\*\n+[\t ]*(?:[-*] )?NEW\n\n1\.1\.0/m
    expect(update(text)).toMatch(added)
    expect(update(text).replace(/^Unreleased:?(?:\n.*){1,5}NEW\n\n(?=1)/m, '')).toBe(linesOf(text))
  })

  it.each([
    'This program is free software; see the GNU General Public License, version 2',
    'Published by the Free Software Foundation; either version 2',
    'Foundation, Inc., 51 Franklin Street, Boston, MA  02110-1301, USA',
    '# SPDX-License-Identifier: GPL-2.0-only',
  ])('can be below the licence of the file: %s', (licence) => {
    const text = `${licence}⏎⏎tool 1.1.0 (8/May/2016)⏎⏎- b⏎⏎tool 1.0.0 (7/Apr/2016)⏎⏎- a⏎`
    const { version, releases } = readHistory(parseChangelog(linesOf(text)))
    expect([version, releases[0]?.date]).toEqual(['1.1.0', '2016-05-08'])
    expect(release(update(text))).toContain('Unreleased\n\ntool 1.2.0 (22/November/2026)\n\n')
  })

  it.each(['1.1.0 2017-03-09T20:21:10Z 4dcd533', 'Version 1.1 Release Candidate 2 (2014-07-14)'])(
    'can have the start of a commit, or a stage in words: %s',
    (line) => {
      const text = `${line}⏎⏎- b⏎⏎${line.replace('1.1', '1.0')}⏎⏎- a⏎`
      expect(read(text).releases).toHaveLength(2)
      expect(update(text).startsWith('Unreleased\n')).toBe(true)
    },
  )

  it('can be above versions that are headings', () => {
    const text = 'Unreleased⏎-----⏎⏎1.1.0 (2025-12-02)⏎⏎- b⏎⏎1.0.0 (2025-12-01)⏎⏎- a⏎⏎0.9.0⏎-----⏎- a⏎'
    expect(read(text)).toMatchObject({ version: '1.1.0', releases: ['1.1.0', '1.0.0', '0.9.0'] })
    const updated = text.replace('-----⏎', '-----⏎⏎### Added⏎⏎- NEW⏎')
    expect(update(text)).toBe(linesOf(updated))
    expect(release(updated)).toBe(
      linesOf(updated.replace('-----⏎', '-----⏎⏎1.2.0 (2026-11-22)⏎------------------⏎')),
    )
    expect(read(text.replace('1.0.0 (2025-12-01)', 'other 1.0.0')).releases).toEqual(['0.9.0'])
  })

  it.each([
    ['## Unreleased⏎⏎- x⏎⏎', '1.1.0 (2025-12-02)⏎⏎- b⏎⏎1.0.0 (2025-12-01)⏎⏎- a⏎'],
    ['# Log⏎⏎## [Unreleased]⏎⏎- x⏎⏎', 'Version 1.1.0 (2025-12-02)⏎⏎- b⏎⏎Version 1.0.0 (2025-12-01)⏎⏎- a⏎'],
    ['## Next⏎⏎- x⏎⏎', '**1.1.0**⏎⏎- b⏎⏎**1.0.0**⏎⏎- a⏎'],
  ])('can be below an Unreleased heading: %j above %j', (above, below) => {
    expect(read(above + below)).toEqual({ version: '1.1.0', unreleased: ['x'], releases: ['1.1.0', '1.0.0'] })
    expect(update(above + below)).toBe(linesOf(`${above.trim()}### Added⏎⏎- NEW⏎⏎${below}`))
    const [name = ''] = below.split('⏎')
    const next = name.replace('1.1.0', '1.2.0').replace('2025-12-02', '2026-11-22')
    expect(release(above + below)).toBe(linesOf(`${above.replace('- x', `${next}⏎⏎- x`)}${below}`))
  })

  it.each(['**Version 2.30.0: current Node 26.12.0, Node 0.12: 0.12.18**', 'Release 2.30.0 needs Node 26.'])(
    'are not the sentence above the versions that begins as one: %s',
    (sentence) => {
      const text = `${sentence}⏎⏎### 2.30.0 Oct 18 2026⏎  - A⏎⏎### 2.29.0 Sep 14 2026⏎  - B⏎`
      expect(read(text).releases).toEqual(['2.30.0', '2.29.0'])
      expect(update(text)).toContain('- NEW\n\n### 2.30.0 Oct')
    },
  )

  it.each([
    'Note: v4 is old.',
    '**Warning:** 4.5 needs Node 12.',
    'Important : since June, 4.5 is not built.',
  ])('can be below a note with the number of an old version: %s', (note) => {
    const text = `${note}⏎⏎**5.12.1 / 2026-11-13**⏎- b⏎⏎**5.12.0 / 2026-11-03**⏎- a⏎`
    expect(read(text).releases).toEqual(['5.12.1', '5.12.0'])
    expect(update(text)).toContain(`${note}\n\n**Unreleased**\n\n**Added**\n- NEW\n\n**5.12.1`)
  })

  it.each([
    [
      '-',
      '- version 1.0-2:⏎(1) b⏎⏎- version 1.0-1: ⏎(1) a⏎⏎- version 0.7-3: bug fix⏎(1) c⏎',
      '- Unreleased:',
    ],
    ['-   ', '-   1.1.0⏎text b⏎⏎-   1.0.0⏎text a⏎⏎- note⏎', '-   Unreleased'],
  ])('have nested entries when they are items: %s', (_bullet, text, name) => {
    expect(update(text)).toMatch(new RegExp(`^${name.replace('*', '.')}\\n\\n {2,4}- NEW\\n`))
  })

  it('are refused below an Unreleased heading when there is one of them, with a word before it', () => {
    const text = '## Unreleased⏎⏎- x⏎⏎Version 1.1.0⏎⏎- b⏎'
    for (const run of [update, release]) expect(() => run(text)).toThrow(refusal(5, 'Version 1.1.0'))
  })

  it('can be above a heading of an old section in progress', () => {
    const text = 'VERSION 1.1.0⏎⏎* b⏎⏎VERSION 1.0.0⏎⏎* a⏎⏎### upcoming (2015/01/09)⏎⏎- old⏎'
    expect(read(text)).toEqual({ version: '1.1.0', unreleased: [], releases: ['1.1.0', '1.0.0'] })
    expect(update(text).startsWith('Unreleased\n\n')).toBe(true)
  })

  it('can be marked with a branch in which they are developed', () => {
    const text = 'pkg 1.1.0 (currently develop branch):⏎  - c⏎⏎pkg 1.0.0:⏎  - b⏎⏎pkg 0.9.0:⏎  - a⏎'
    expect(read(text)).toMatchObject({ version: '1.0.0', unreleased: ['c'] })
    expect(update(text)).toContain('  - NEW\n\npkg 1.0.0:')
  })

  it('can have categories that are lines of text', () => {
    const text = 'pkg 1.1.0⏎BUG FIXES⏎  - b⏎NEW FEATURES⏎  - c⏎⏎pkg 1.0.0⏎BUG FIXES⏎  - a⏎'
      .replaceAll('S⏎', 'S⏎⏎')
      .replaceAll('0⏎B', '0⏎⏎B')
      .replace('b⏎', 'b⏎⏎')
    expect(update(text)).toContain('Unreleased\n\nNEW FEATURES\n\n  - NEW\n\npkg 1.1.0')
    const headings = '## 1.1.0⏎⏎Bug Fixes:⏎⏎* b⏎⏎Enhancements:⏎⏎* c⏎⏎## 1.0.0⏎⏎Bug Fixes:⏎⏎* a⏎'
    expect(readHistory(parseChangelog(linesOf(headings))).releases[0]?.changes).toEqual([
      { type: 'Bug Fixes', description: 'b' },
      { type: 'Enhancements', description: 'c' },
    ])
    const updated = addToText(linesOf(headings), [{ type: 'Fixed', description: 'NEW' }])
    expect(updated).toContain('## Unreleased\n\nBug Fixes:\n\n* NEW\n\n## 1.1.0')
    expect(addToText(updated, [{ type: 'Fixed', description: 'OTHER' }])).toContain('* NEW\n* OTHER\n')
  })

  it.each([
    ['# Log⏎⏎', '**Release 1.1.0** - 2020-01-02', '**Unreleased**', '**Release 1.2.0** - 2026-11-22'],
    ['', '1.1.0 / 2020-01-02', 'Unreleased', '1.2.0 / 2026-11-22'],
  ])('can be one with a date: %j%j', (above, version, unreleased, next) => {
    const text = `${version}⏎⏎**Update**⏎⏎- b⏎`
    const updated = `${above}${unreleased}⏎⏎**Added**⏎⏎- NEW⏎⏎${text}`
    expect(update(above + text)).toBe(linesOf(updated))
    expect(release(updated)).toBe(linesOf(updated.replace(unreleased, `${unreleased}⏎⏎${next}`)))
  })

  it.each(['2.0.0⏎  * a⏎', 'v2.0.0⏎⏎- a⏎', '# Log⏎⏎**2.0.0**⏎⏎- a⏎'])(
    'can be one without a date above a list: %j',
    (text) => {
      expect(read(text)).toMatchObject({ version: '2.0.0', releases: ['2.0.0'] })
      expect(read(release(update(text)) as string).releases).toEqual(['2.1.0', '2.0.0'])
    },
  )

  it.each([
    ['-- Current version⏎fixed x', '-- 1.1.0, 2016-08-03', '-- 1.0.0, 2015-08-03', '-- 1.2.0, 2026-11-22'],
    ['-- Next⏎- x', '-- 1.1.0', '-- 1.0.0', '-- 1.2.0'],
    ['Next⏎- x', '1.1.0', '1.0.0', '1.2.0'],
    ['Current version⏎* x', 'v1.1.0 (2016-08-03)', 'v1.0.0 (2015-08-03)', 'v1.2.0 (2026-11-22)'],
    ['== Current ==⏎* x', '== 1.1.0 ==', '== 1.0.0 ==', '== 1.2.0 =='],
  ])('can be below a name between their signs, or above a list: %s', (name, newest, oldest, next) => {
    const text = `${name}⏎⏎${newest}⏎- b⏎⏎${oldest}⏎- a⏎`
    expect(read(text)).toMatchObject({ version: '1.1.0', releases: ['1.1.0', '1.0.0'] })
    expect(update(text).indexOf('NEW')).toBeLessThan(update(text).indexOf(newest))
    expect(update(text)).not.toContain('Unreleased')
    const [title = '', ...below] = name.split('⏎')
    expect(release(text)).toContain(linesOf(`${title}⏎⏎${next}⏎${below.join('⏎')}`))
  })

  it.each(['1.0.0 - overhaul (2021)', '1.0.0 “Ada” (2021-01-01)', 'v1.0.0: new server'])(
    'can have a name beside them: %s',
    (named) => {
      const text = `1.1.0 (2022-01-01)⏎⏎- b⏎⏎${named}⏎⏎- a⏎⏎0.9.0 (2020-01-01)⏎⏎- z⏎`
      expect(read(text).releases).toEqual(['1.1.0', '1.0.0', '0.9.0'])
      const first = text.slice(text.indexOf(named))
      expect(update(first)).toBe(linesOf(`Unreleased⏎⏎**Added**⏎⏎- NEW⏎⏎${first}`))
    },
  )

  it('can be below a name in bold of the section in progress', () => {
    const text = '## Log⏎⏎**next version**⏎⏎**1.1.0**⏎⏎* b⏎⏎**1.0.0**⏎⏎* a⏎'
    expect(read(text)).toMatchObject({ version: '1.1.0', unreleased: [] })
    expect(update(text)).toBe(linesOf(text.replace('version**⏎⏎', 'version**⏎⏎**Added**⏎⏎* NEW⏎⏎')))
  })

  it.each([
    ['one version above text', '1.1.0⏎⏎b⏎', 1],
    ['one version of two numbers', '1.1⏎⏎- b⏎', 1],
    ['one version and another one below text', '1.1.0⏎⏎- b⏎⏎1.0.0 is old.⏎', 1],
    ['a section in progress above them', 'Development NAME⏎⏎1.1.0⏎  - b⏎⏎1.0.0⏎  - a⏎', 3],
    ['a number above them', 'pkg v3, May 6 2026⏎  * c⏎⏎pkg 1.1.0⏎  * b⏎⏎pkg 1.0.0⏎  * a⏎', 2],
    ['code above them', '    CHANGES IN VERSION 3.0⏎⏎- c⏎⏎BUGS at 1.1.0⏎⏎- b⏎⏎BUGS at 1.0.0⏎⏎- a⏎', 3],
    ['a heading between them', '1.1.0⏎⏎- b⏎⏎## Notes⏎⏎- a⏎⏎1.0.0⏎⏎- a⏎', 1],
    ['a heading with a number below', '1.1.0⏎⏎- b⏎⏎1.0.0⏎⏎- a⏎⏎## Notes of 2020⏎⏎- a⏎', 1],
    ['a list since the newest version', 'Since 1.1.0:⏎ - c⏎⏎1.1.0⏎ - b⏎⏎1.0.0⏎ - a⏎', 4],
    ['text since the newest version', 'Since 1.1.0: c.⏎⏎1.1.0⏎⏎b⏎⏎1.0.0⏎⏎a⏎', 3],
    ['words beside the versions', '1.1.0 Fixes⏎⏎- b⏎⏎1.0.0 Start⏎⏎- a⏎', 1],
  ])('are refused with %s', (_about, text, line) => {
    expect(() => assertReadable(parseChangelog(linesOf(text)))).toThrow(refusal(line))
    expect(() => update(text)).toThrow(refusal(line))
    expect(() => release(text)).toThrow(refusal(line))
  })

  it('can have two numbers and a suffix before a date, as those of R packages', () => {
    const text = 'NEWS for uuid⏎---⏎⏎1.1-0\t2022-04-19⏎    o\tb⏎⏎1.0-4\t2021-4-9⏎    o\ta⏎'
    expect(read(text)).toMatchObject({ version: '1.1-0', releases: ['1.1-0', '1.0-4'] })
    expect(update(text)).toContain('---\n\nUnreleased\n    **Added**\n    o\tNEW\n\n1.1-0')
  })

  it('are text beside headings that are versions', () => {
    const text = '## 1.0.0⏎⏎- a⏎⏎0.9.0⏎⏎- x⏎⏎0.8.0⏎⏎- y⏎'
    expect(read(text)).toMatchObject({ version: '1.0.0', releases: ['1.0.0'] })
    expect(update(text)).toContain('## Unreleased\n')
  })
})

it.each(['to', '->'])('versions of two numbers with "%s" between them lead to the second one', (to) => {
  const text = `## Unreleased⏎⏎- n⏎⏎## 1.3 ${to} 1.4⏎⏎- b⏎⏎## 1.2 ${to} 1.3⏎⏎- a⏎`
  expect(read(text).releases).toEqual(['1.4', '1.3'])
  expect(release(text)).toContain(`## Unreleased\n\n## 1.4 ${to} 1.5\n\n- n\n`)
})

it.each([
  ['## 1.0.0 to 1.1.0', '## 0.9.0 to 1.0.0', '## 1.1.0 to 1.2.0'],
  ['## 1.0.0 --> 1.1.0', '## 0.9.0 --> 1.0.0', '## 1.1.0 --> 1.2.0'],
  ['## v1.0.0 → v1.1.0 (2020-01-02)', '## v0.9.0 → v1.0.0', '## v1.1.0 → v1.2.0 (2026-11-22)'],
  ['## 1.1.0', '## 0.9.0 - 1.0.0', '## 1.2.0'],
  ['## v1.0.8 – v1.1.0 (2020-01-02)', '## v1.0.0', '## v1.2.0 (2026-11-22)'],
  ['## Tool 1.1.0: Fixes of the definitions of optional parameters', '## Tool 1.0.0', '## Tool 1.2.0'],
])('%j leads to its last version, and %j below too; then comes %j', (newest, oldest, next) => {
  const text = `## Unreleased⏎⏎- n⏎⏎${newest}⏎⏎- b⏎⏎${oldest}⏎⏎- a⏎`
  expect(read(text)).toEqual({ version: '1.1.0', unreleased: ['n'], releases: ['1.1.0', '1.0.0'] })
  expect(release(text)).toBe(linesOf(text.replace('## Unreleased', `## Unreleased⏎⏎${next}`)))
})

it('reads versions with the name of the product at any level', () => {
  const text = '# tool 1.3.0⏎⏎- c⏎⏎## tool 1.2.0⏎⏎- b⏎⏎### other 9.0.0⏎⏎- o⏎⏎## tool 1.1.0 (2020-01-02)⏎⏎- a⏎'
  expect(read(text)).toEqual({ version: '1.3.0', unreleased: [], releases: ['1.3.0', '1.2.0', '1.1.0'] })
  expect(release(update(text))).toContain('# tool (development version)\n\n# tool 1.4.0 (2026-11-22)\n')
})

it.each([
  ['# pkg 1.1.0', '# pkg (development version)', '# pkg 1.2.0'],
  ['# pkg.R 1.1-0 (2020-01-02)', '# pkg.R (development version)', '# pkg.R 1.2-0 (2026-11-22)'],
  ['# Version 1.1.0', '# Unreleased', '# Version 1.2.0'],
  ['## pkg 1.1.0', '## Unreleased', '## pkg 1.2.0'],
  ['# the tool 1.1.0', '# Unreleased', '# the tool 1.2.0'],
])('above %j, the section in progress is %j, and the next version %j', (heading, unreleased, next) => {
  const text = `${heading}⏎⏎* b⏎`
  expect(release(update(text))).toMatch(linesOf(`${unreleased}⏎⏎${next}⏎`))
})

it.each([
  ['## 0.1.0.0  -- YYYY-mm-dd', '## 0.1.0.0  -- 2026-11-22'],
  ['## v0.1.0 (????-??-??)', '## v0.1.0 (2026-11-22)'],
  ['## [0.1.0] - YYYY-MM-DD', '## [0.1.0] - 2026-11-22'],
  ['## 0.1.0 - TBD', '## 0.1.0 - 2026-11-22'],
])('the first release of %j is %j', (heading, released) => {
  expect(release(`# Log⏎⏎${heading}⏎⏎* a⏎`)).toContain(linesOf(`⏎⏎${released}⏎⏎* a⏎`))
})

describe('a version in progress', () => {
  it.each([
    ['## 0.18.0-dev', '## Unreleased', 'MINOR'],
    ['## 0.18.0-wip', '## Unreleased', 'MINOR'],
    ['## 0.17.1 under development', '## Unreleased', 'PATCH'],
    ['## 0.18.0-SNAPSHOT', '## Unreleased', 'MINOR'],
    ['## 0.18.0 (dev)', '## Unreleased', 'MINOR'],
    ['## 0.18.0-SNAPSHOT (unreleased)', '## Unreleased', 'MINOR'],
    ['## 0.18.0-dev - TBD', '## Unreleased', 'MINOR'],
    ['## 0.18.0.dev0', '## Unreleased', 'MINOR'],
    ['## Version `0.18.0dev0`', '## Unreleased', 'MINOR'],
    ['## [0.18.0-unreleased]', '## [Unreleased]', 'MINOR'],
    ['## v1.0.0-DEV', '## Unreleased', 'MAJOR'],
    ['## 0.18.0 - WIP', '## Unreleased', 'MINOR'],
    ['## 0.18.0.SNAPSHOT', '## Unreleased', 'MINOR'],
    ['## Release 0.18.next in progress', '## Release 0.18.next in progress', 'MINOR'],
    ['## 0.18.next', '## 0.18.next', 'MINOR'],
    ['## 0.17.next (unreleased)', '## 0.17.next (unreleased)', 'PATCH'],
    ['## 0.18.0 (TBC)', '## Unreleased', 'MINOR'],
    ['## 0.18.0 (to be confirmed)', '## Unreleased', 'MINOR'],
    ['## 0.18.0 - to be decided', '## Unreleased', 'MINOR'],
    ['## 0.18.0 (work in progress)', '## Unreleased', 'MINOR'],
    ['## 0.18.0 [????.??.??]', '## Unreleased', 'MINOR'],
    ['## 0.18.0 -- 2026-??-??', '## Unreleased', 'MINOR'],
    ['## 0.18.0 -- YYYY-mm-dd', '## Unreleased', 'MINOR'],
    ['## 0.18.0 (2026-00-00)', '## Unreleased', 'MINOR'],
    ['## 0.18.0 (2026/11/00)', '## Unreleased', 'MINOR'],
    ['## 0.18.0 (00.00.2026)', '## Unreleased', 'MINOR'],
    ['## 0.18.0 (DD/MM/YYYY)', '## Unreleased', 'MINOR'],
    ['## 0.18.0 (XX.XX.2026)', '## Unreleased', 'MINOR'],
    ['## v0.18.0 (expected around 2026-12-01)', '## Unreleased', 'MINOR'],
    ['## 0.18.0 (planned 2026-12-01)', '## Unreleased', 'MINOR'],
    ['## Unreleased (0.18.0)', '## Unreleased', 'MINOR'],
    ['## [Unreleased] (v0.18.0)', '## [Unreleased]', 'MINOR'],
    ['## Unreleased: 0.17.1', '## Unreleased', 'PATCH'],
    ['## Unreleased changes (target: 0.18.0)', '## Unreleased', 'MINOR'],
    ['## Next - 0.18.0', '## Unreleased', 'MINOR'],
    ['## Upcoming version 0.18.0 (2026-12-01)', '## Unreleased', 'MINOR'],
  ] as const)('%j is the Unreleased section, and becomes %j', (heading, after, bump) => {
    const text = `${heading}⏎⏎### Fixed⏎⏎- b⏎⏎## 0.17.0⏎⏎- a⏎`
    const version = { MAJOR: '1.0.0', MINOR: '0.18.0', PATCH: '0.17.1' }[bump]
    expect(read(text)).toEqual({ version: '0.17.0', unreleased: ['b'], releases: ['0.17.0'] })
    expect(update(text)).toBe(linesOf(text.replace('### Fixed', '### Added⏎⏎- NEW⏎⏎### Fixed')))
    expect(release(text, bump)).toBe(linesOf(text.replace(heading, `${after}⏎⏎## ${version}`)))
  })

  it.each(['## Unreleased (after 0.17.0)', '## Unreleased (2026.12.01)'])('is not named in %j', (heading) => {
    expect(release(`${heading}⏎⏎- b⏎⏎## 0.17.0⏎⏎- a⏎`)).toContain(`${heading}\n\n## 0.18.0\n`)
  })

  it('is refused with both versions when the bump gives another one', () => {
    expect(() => release('== Unreleased (0.17.1)⏎⏎- b⏎⏎== 0.17.0⏎⏎- a⏎')).toThrow(
      refusal(1, '0.17.1', '0.18.0'),
    )
    const text = '## 0.18.0-dev⏎⏎- b⏎⏎## 0.17.0⏎⏎- a⏎'
    expect(() => release(text, 'MAJOR')).toThrow(refusal(1, '0.18.0', '1.0.0'))
  })

  it.each([
    ['a number after the mark', '## 0.18.0-dev.1⏎⏎- b⏎⏎## 0.17.0⏎⏎- a⏎'],
    ['a date', '## 0.18.0-dev - 2026-01-02⏎⏎- b⏎⏎## 0.17.0⏎⏎- a⏎'],
    ['the same mark below', '## 0.18.0-dev⏎⏎- b⏎⏎## 0.17.0-dev⏎⏎- a⏎'],
    ['Unreleased above it', '## Unreleased⏎⏎- c⏎⏎## 0.18.0-dev⏎⏎- b⏎⏎## 0.17.0⏎⏎- a⏎'],
    ['a release above it', '## 0.18.0⏎⏎- c⏎⏎## 0.18.0-dev⏎⏎- b⏎⏎## 0.17.0⏎⏎- a⏎'],
  ])('is a release with %s', (_name, text) => {
    expect(read(text).releases).toContainEqual(expect.stringContaining('dev'))
    expect(read(text).unreleased).toEqual(text.startsWith('## Un') ? ['c'] : [])
  })

  it.each([
    ['# pkg 1.14.0.9000', '# pkg (development version)', '1.14.0', '1.15.0'],
    ['# pkg 1.14.0.9001', '# pkg (development version)', '1.14.0', '1.15.0'],
    ['# pkg v0.3.9000', '# pkg (development version)', '0.3.0', '0.4.0'],
    ['# pkg [v1.18.99](https://a.b/milestone/9) (in development)', '# Unreleased', '1.18.2', '1.19.0'],
    ['# pkg 1.18.99 (unreleased)', '# pkg (development version)', '1.18.2', '1.19.0'],
  ])('%j plans no version', (heading, after, current, next) => {
    const text = `${heading}⏎⏎* b⏎⏎# pkg ${current}⏎⏎* a⏎`
    expect(read(text)).toEqual({ version: current, unreleased: ['b'], releases: [current] })
    expect(update(text)).toContain(linesOf(`${heading}⏎⏎* b⏎⏎## Added⏎⏎* NEW⏎⏎# pkg ${current}`))
    expect(release(text)).toBe(linesOf(text.replace(heading, `${after}⏎⏎# pkg ${next}`)))
    expect(release(text, 'PATCH')).toContain(
      `# pkg ${current.replace(/\d+$/, (patch) => String(Number(patch) + 1))}`,
    )
  })

  it('can be the first version of all', () => {
    expect(read('# pkg 0.0.0.9000⏎⏎* b⏎')).toEqual({ version: '0.0.0', unreleased: ['b'], releases: [] })
    expect(release('## 0.1.0-dev⏎⏎- b⏎')).toBe('## Unreleased\n\n## 0.1.0 - 2026-11-22\n\n- b\n')
  })
})

describe('a name of the section in progress', () => {
  it.each([
    ['## unplanned', '## 1.0.0', '## 1.1.0'],
    ['## Current', '## 1.0.0', '## 1.1.0'],
    ['## [Current]', '## [1.0.0]', '## [1.1.0]'],
    ['Current Version:⏎----------------', 'Version 1.0.0:⏎--------------', 'Version 1.1.0:⏎--------------'],
    ['dev⏎---', '1.0.0⏎-----', '1.1.0⏎-----'],
    ['## NEXT_VERSION', '## 1.0.0', '## 1.1.0'],
    [
      'x.y.z Release notes (yyyy-MM-dd)⏎===============================',
      '1.0.0 Release notes (2026-01-02)⏎================================',
      '1.1.0 Release notes (2026-11-22)⏎================================',
    ],
    ['# pkg (development version)', '# pkg 1.0.0', '# pkg 1.1.0'],
    ['# pkg (dev)', '# pkg 1.0.0', '# pkg 1.1.0'],
    ['# data.pkg (in preparation)', '# data.pkg 1.0.0', '# data.pkg 1.1.0'],
    ['## upcoming (2026-07-16)', '## 1.0.0', '## 1.1.0'],
    ['## Forthcoming', '## Changes in 1.0.0:', '## Changes in 1.1.0:'],
    ['# Unreleased', '# CHANGES IN pkg VERSION 1.0.0', '# CHANGES IN pkg VERSION 1.1.0'],
    ['# pkg (GitHub version)', '# pkg 1.0.0', '# pkg 1.1.0'],
    ['# Development version', '# pkg 1.0.0', '# pkg 1.1.0'],
    ['## [X.Y.Z] - YYYY-MM-DD', '## [1.0.0] - 2026-01-02', '## [1.1.0] - 2026-11-22'],
    ['## v?.?.?', '## v1.0.0', '## v1.1.0'],
    ['## {{$NEXT}}', '## 1.0.0', '## 1.1.0'],
    ['## Next - TBD', '## 1.0.0', '## 1.1.0'],
    ['## next [????.??.??]', '## 1.0.0', '## 1.1.0'],
    ['## Under development', '## 1.0.0', '## 1.1.0'],
    ['## Upcoming (in progress)', '## 1.0.0', '## 1.1.0'],
    ['## Next (Master - Unstable)', '## 1.0.0', '## 1.1.0'],
    ['## 1.x (`main`_)', '## 1.0.0', '## 1.1.0'],
  ])('%j is the Unreleased section, and stays above the release', (heading, version, next) => {
    const atx = heading.startsWith('# ') ? '## Added' : '### Added'
    const added = version.endsWith('=') ? 'Added⏎-----' : version.endsWith('-') ? '**Added**' : atx
    for (const [before, below] of [
      ['* b⏎⏎', '* b⏎⏎'],
      ['', ''],
    ] as const) {
      const text = `${heading}⏎⏎${before}${version}⏎⏎* a⏎`
      expect(read(text)).toEqual({
        version: '1.0.0',
        unreleased: before === '' ? [] : ['b'],
        releases: ['1.0.0'],
      })
      expect(update(text)).toBe(linesOf(`${heading}⏎⏎${below}${added}⏎⏎* NEW⏎⏎${version}⏎⏎* a⏎`))
    }
    expect(release(`${heading}⏎⏎* b⏎⏎${version}⏎⏎* a⏎`)).toBe(
      linesOf(`${heading}⏎⏎${next}⏎⏎* b⏎⏎${version}⏎⏎* a⏎`),
    )
  })

  it('is not Current above text, which says something of the current version', () => {
    const text = '## Current version⏎⏎The version 1.0.0 is the current one.⏎⏎## 1.0.0⏎⏎- a⏎'
    expect(update(text)).toBe(linesOf(text.replace('## 1.0.0', '## Unreleased⏎⏎### Added⏎⏎- NEW⏎⏎## 1.0.0')))
    expect(read('## 1.1.0 (current)⏎⏎- b⏎⏎## 1.0.0⏎⏎- a⏎').version).toBe('1.1.0')
  })

  it('is the name of a new package without releases', () => {
    const text = '# pkg (development version)⏎⏎* Initial submission.⏎'
    expect(read(text)).toEqual({ version: '0.0.0', unreleased: ['Initial submission.'], releases: [] })
    expect(update(text)).toBe(linesOf(`${text}⏎## Added⏎⏎* NEW⏎`))
  })

  it.each([
    '## Web development',
    '## Roadmap (planned)',
    '## Known issues (WIP)',
    '## 1.x',
    '## Changes in 1.3-x',
    '## Head start',
    '## Current (2026-01-02)',
    '## Current bugs',
  ])('%j is none', (heading) => {
    const text = `${heading}⏎⏎- x⏎⏎## 1.0.0⏎⏎- a⏎`
    expect(read(text).unreleased).toEqual([])
    expect(() => update(text)).toThrow(refusal(1))
  })

  it.each([
    'Changes in development⏎+ x⏎⏎Changes in version 1.3.0⏎+ b⏎⏎Changes in version 1.2.0⏎+ a⏎',
    '# News in the next release⏎⏎+ x⏎⏎# Changes in version 1.3.0⏎⏎+ b⏎',
    'Changes in master⏎-----------------⏎⏎+ x⏎⏎Changes in version 1.3.0⏎------------------------⏎⏎+ b⏎',
  ])('can say that it has changes: %s', (text) => {
    const [name = ''] = text.split('⏎')
    expect(update(text)).toMatch(/^.+\n(?:-+\n)?\n?\+ x\n[\s\S]*?\+ NEW\n\n.*Changes in version 1\.3\.0/)
    expect(release(text)).toMatch(new RegExp(`^${name}(?:\\n.*)*Changes in version 1\\.4\\.0`))
  })
})

describe('of several sections in progress, the one without a version is Unreleased', () => {
  const NEWEST = '## [4.6.6] - 2026-08-06⏎⏎- a⏎'

  it.each([
    ['above it', `## 5.0.0 - TBD⏎⏎- p⏎⏎## [Unreleased]⏎⏎### Added⏎⏎- x⏎⏎${NEWEST}`],
    [
      'two above it',
      `## 6.0.0 - TBD⏎⏎- q⏎⏎## 5.0.0 (planned)⏎⏎- p⏎⏎## [Unreleased]⏎⏎### Added⏎⏎- x⏎⏎${NEWEST}`,
    ],
    ['with a suffix', `## 5.0.0-dev - TBD⏎⏎- p⏎⏎## [Unreleased]⏎⏎### Added⏎⏎- x⏎⏎${NEWEST}`],
  ])('with a planned version %s', (_name, text) => {
    expect(read(text)).toEqual({ version: '4.6.6', unreleased: ['x'], releases: ['4.6.6'] })
    expect(update(text)).toBe(linesOf(text.replace('- x', '- x⏎- NEW')))
    expect(release(text)).toBe(linesOf(text.replace('### Added', '## [4.7.0] - 2026-11-22⏎⏎### Added')))
  })

  it('with a planned version below it, which a release would be above of', () => {
    const text = `## [Unreleased]⏎⏎### Added⏎⏎- x⏎⏎## 5.0.0 - TBD⏎⏎- p⏎⏎${NEWEST}`
    expect(read(text)).toEqual({ version: '4.6.6', unreleased: ['x'], releases: ['4.6.6'] })
    expect(update(text)).toBe(linesOf(text.replace('- x', '- x⏎- NEW')))
    expect(() => release(text)).toThrow(refusal(7, '5.0.0 - TBD'))
  })

  it('with two planned versions and no other, which stays ambiguous', () => {
    const text = `## 6.0.0 - TBD⏎⏎- q⏎⏎## 5.0.0 - TBD⏎⏎- p⏎⏎${NEWEST}`
    for (const run of [read, update, release]) expect(() => run(text)).toThrow('line 5')
  })
})

describe('the current version', () => {
  it.each([
    [
      'is not that of another product',
      '## [Unreleased]⏎⏎### Fixes⏎- x⏎⏎## [0.10.2] - 2026-07-02⏎⏎- b⏎⏎## Other 0.12.0 - 2014-10-09⏎⏎- a⏎',
      '0.10.2',
      '## [0.11.0] - 2026-11-22',
    ],
    [
      'is not that of an old name',
      '# Unreleased⏎⏎- x⏎⏎# new-tool 1.2.0⏎⏎- b⏎⏎# old-tool 8.0.0⏎⏎- a⏎⏎# old-tool 7.0.0⏎⏎- a⏎',
      '1.2.0',
      '# new-tool 1.3.0',
    ],
    [
      'is that of the product, also when its name is new',
      '# Unreleased⏎⏎- x⏎⏎# tool 1.9.1⏎⏎- b⏎⏎# 1.10.0⏎⏎- a⏎⏎# 1.9.0⏎⏎- a⏎',
      '1.10.0',
      '# 1.11.0',
    ],
    [
      'is not an old calendar version',
      '## [Unreleased]⏎⏎- x⏎⏎## [2.24.0] 2023-05-09⏎⏎- b⏎⏎## [2014.2.452] - 2014-12-16⏎⏎- a⏎',
      '2.24.0',
      '## [2.25.0] 2026-11-22',
    ],
    [
      'is a calendar version when the newest one is',
      '## Unreleased⏎⏎- x⏎⏎## 2026.7.1⏎⏎- b⏎⏎## 9.4.0⏎⏎- a⏎',
      '2026.7.1',
      '## 2026.8.0',
    ],
    [
      'is read in brackets after the date',
      '# Unreleased⏎⏎- x⏎⏎# 2026-07-21 (1.1.0)⏎⏎- b⏎⏎# 2026-06-01 (1.0.0)⏎⏎- a⏎',
      '1.1.0',
      '# 2026-11-22 (1.2.0)',
    ],
    [
      'is read in square brackets after the date',
      '## Unreleased⏎⏎- x⏎⏎## 2026-07-21 [v1.1.0]⏎⏎- b⏎',
      '1.1.0',
      '## 2026-11-22 [v1.2.0]',
    ],
    [
      'can have a pre-release in words, which is released',
      '## Unreleased⏎⏎- x⏎⏎## Tool 3.0.0 Beta 2⏎⏎- b⏎⏎## Tool 2.9.0⏎⏎- a⏎',
      '3.0.0 Beta 2',
      '## Tool 3.0.0',
    ],
    [
      'is the higher one of two pre-releases in words',
      '## Unreleased⏎⏎- x⏎⏎## 3.0.0 RC 10⏎⏎- c⏎⏎## 3.0.0 RC 9⏎⏎- b⏎⏎## 2.9.0⏎⏎- a⏎',
      '3.0.0 RC 10',
      '## 3.0.0',
    ],
    [
      'is the release, and not its pre-release in brackets',
      '## Unreleased⏎⏎- x⏎⏎## 3.0.0⏎⏎- c⏎⏎## 3.0.0 (beta 2)⏎⏎- b⏎⏎## 2.9.0⏎⏎- a⏎',
      '3.0.0',
      '## 3.1.0',
    ],
  ])('%s', (_name, text, version, heading) => {
    expect(read(text).version).toBe(version)
    const [, unreleased] = /^(.*?)⏎/.exec(text) ?? []
    expect(release(text)).toBe(linesOf(text.replace('⏎', `⏎⏎${heading}⏎`)))
    expect(unreleased).toBeDefined()
  })

  it.each([
    ['## data.table v1.10.4-3 (20 Oct 2017)', '1.10.4-3'],
    ['## tool 1.14-2.1', '1.14-2.1'],
    ['## tool-1.2.3', '1.2.3'],
  ])('is not cut at a hyphen: %s', (heading, version) => {
    expect(read(`${heading}⏎⏎- b⏎`).version).toBe(version)
  })

  it.each(['Prior', 'Previous to', 'Older than', 'Up to'])(
    'is not that of a heading such as %s 8.0.0',
    (words) => {
      expect(read(`## 7.0.0⏎⏎- b⏎⏎## ${words} [8.0.0]⏎⏎- a⏎`).releases).toEqual(['7.0.0'])
    },
  )

  it.each([
    ['0.16.3', '0.15.0', '14.0.1', '0.14.0', '0.17.0'],
    ['1.4.2', '1.3.0', '13.0.2', '1.3.0', '1.5.0'],
    ['0.9.1', '0.8.2', '80.8.1', '0.8.0', '0.10.0'],
  ])(
    'is not an older one that is higher by a typing error: below %s and %s, %s above %s',
    (newest, older, wrong, oldest, next) => {
      const versions = [`${newest} (2026-09-02)`, `${older} (2025-11-03)`, `${wrong} (2023-10-25)`, oldest]
      const text = `## Unreleased⏎⏎- x⏎⏎${versions.map((one) => `## ${one}⏎⏎- y⏎⏎`).join('')}`
      expect(read(text).version).toBe(newest)
      expect(release(text)).toContain(`## ${next} (`)
      // Without dates, or with a later one, the version can be of something else.
      for (const unclear of [text.replaceAll(/ \([\d-]+\)/g, ''), text.replace('2023', '2026-12')])
        expect(() => release(unclear)).toThrow(refusal(13, wrong))
    },
  )

  it.each([
    ['9.0.0 (2022-11-15), 11.1.0 (2023-02-24), 11.0.0 (2023-01-17), 8.0.0', '11.1.0'],
    ['1.9.5 (2026-01-02), 2.0.0 (2025-01-02), 1.9.4 (2024-01-02)', '2.0.0'],
    ['1.9.5 (2026-01-02), 4.0.0 (2025-01-02), 1.9.4 (2024-01-02)', '4.0.0'],
  ])('is the highest one where older versions are continued: %s', (versions, version) => {
    const sections = versions.split(', ').map((one) => `## ${one}⏎⏎- y⏎⏎`)
    expect(read(sections.join('')).version).toBe(version)
  })

  it('is refused for a release when two products alternate', () => {
    const text = '## Unreleased⏎⏎- x⏎⏎## api 1.2.0⏎⏎- c⏎⏎## web 3.1.0⏎⏎- b⏎⏎## api 1.1.0⏎⏎- a⏎'
    expect(read(text).version).toBe('1.2.0')
    expect(() => release(text)).toThrow(refusal(9, 'web 3.1.0'))
    const ascending = '## api 1.1.0⏎⏎- a⏎⏎## web 3.1.0⏎⏎- b⏎⏎## api 1.2.0⏎⏎- c⏎⏎## Unreleased⏎⏎- x⏎'
    expect(() => release(ascending)).toThrow(refusal(5, 'web 3.1.0'))
  })

  it.each([
    '## 1.4.0 (started 2020-01-01), (released 2020-02-03)',
    '## 1.4.0 - 2020-01-01 to 2020-02-03',
    'CHANGE NOTES FOR 1.4.0 (STARTED Nov 24, 2020), (RELEASED: Nov 25, 2020)',
  ])('is refused for a release when its heading has two dates: %s', (heading) => {
    const text = `Unreleased⏎---⏎⏎- x⏎⏎${heading}⏎⏎- b⏎⏎${heading.replace('1.4', '1.3').replaceAll('2020', '2019')}⏎⏎- a⏎`
    expect(read(text).version).toBe('1.4.0')
    expect(() => release(text)).toThrow(refusal(6, 'one date', '1.4.0'))
  })

  it.each(['12.3.1', '12.3.0-beta.1'])(
    'counts a high major number with two versions in a cut file: %s',
    (other) => {
      const older = `## 12.3.0 (2026-09-01)⏎⏎- b⏎⏎## ${other} (2026-08-01)⏎⏎- c⏎`
      expect(read(`## 1.9.5 (2026-10-01)⏎⏎- a⏎⏎${older}`).version).toMatch(/^12\.3\./)
    },
  )

  it.each([
    '## [1.4.12](https://a.b/compare/v1.3.11...v1.4.12) (2026-10-15)',
    '## [1.4.12](https://a.b/compare/1.3.98...1.4.12) (2026-10-15)',
    '## [1.4.12](https://a.b/2025/01/02/notes) - 2026-10-15',
  ])('is continued when only its address looks like a second date: %s', (heading) => {
    expect(release(`## Unreleased⏎⏎- x⏎⏎${heading}⏎⏎- b⏎`)).toContain('1.5.0')
  })

  it.each(['- Feature: a', '- Fix: a⏎- Fix: b'])(
    'get a category beside others, whose entries have labels: %s',
    (entries) => {
      const text = `## [Unreleased]⏎⏎## [0.1.0] - 2026-01-01⏎⏎### Fixed⏎⏎${entries}⏎`
      expect(update(text)).toContain('## [Unreleased]\n\n### Added\n\n- NEW\n\n## [0.1.0]')
    },
  )

  it.each(['Wrappers 1.4.2 | Solver 1.4.2', 'tool 1.4.2, plugin 1.3.0', 'api 1.4.2 & web 2.0'])(
    'is refused for a release beside that of a second product: %s',
    (heading) => {
      const text = `## Unreleased⏎⏎- x⏎⏎## ${heading} (2020-01-02)⏎⏎- a⏎`
      expect(read(text).version).toBe('1.4.2')
      expect(update(text)).toContain('NEW')
      expect(() => release(text)).toThrow(refusal(5, '1.4.2'))
    },
  )

  it.each([
    ['another scheme', '## [2.24.0] 2023-05-09⏎⏎- b⏎⏎## [2014.2.452] - 2014-12-16⏎⏎- a⏎'],
    ['another product', '## [0.10.2] - 2026-07-02⏎⏎- b⏎⏎## Other 0.12.0 - 2014-10-09⏎⏎- a⏎'],
    ['an older date', '## 1.9.5 - 2026-08-01⏎⏎- b⏎⏎## 2.0.0 - 2026-07-01⏎⏎- a⏎'],
  ])('does not follow from two versions, of which the second has %s', (_name, text) => {
    expect(update(text)).toMatch(/^## \[?Unreleased\]?\n\n### Added\n\n- NEW\n/)
  })

  it.each([
    ['## v21 (2026-07-25)', '21', '## v22 (2026-11-22)'],
    ['## Version 21', '21', '## Version 22'],
    ['## [21] - 2026-07-25', '21', '## [22] - 2026-11-22'],
    ['## LADI Version 21 on 2026-07-25', '21', '## LADI Version 22 on 2026-11-22'],
    ['## tool version 21', '21', '## tool version 22'],
  ])('can be one number: %s', (heading, version, next) => {
    const text = `## Unreleased⏎⏎- x⏎⏎${heading}⏎⏎- b⏎⏎${heading.replace('21', '20')}⏎⏎- a⏎`
    expect(read(text)).toEqual({ version, unreleased: ['x'], releases: ['21', '20'] })
    expect(release(text, 'MAJOR')).toBe(linesOf(text.replace('⏎', `⏎⏎${next}⏎`)))
    expect(() => release(text)).toThrow(refusal(5, '"21"'))
  })

  it.each(['## 21', '## 2026', '## 12 January 2026', '## v2 migration guide', '## 3 new things'])(
    'is not the number in %j',
    (heading) => {
      expect(read(`${heading}⏎⏎Text.⏎⏎## 0.1.0⏎⏎- a⏎`).releases).toEqual(['0.1.0'])
    },
  )

  it('is not in the title', () => {
    const text = '# Changelog for v1.9⏎⏎## Enhancements⏎⏎* b⏎⏎## v1.8⏎⏎See.⏎'
    expect(read(text)).toEqual({ version: '1.8', unreleased: [], releases: ['1.8'] })
    expect(() => update(text)).toThrow(refusal(3, 'Enhancements'))
    const other = '# Tool 2.x, 2.4 and later⏎⏎## 2.5⏎⏎* b⏎⏎## 2.4⏎⏎* a⏎'
    expect(read(other).releases).toEqual(['2.5', '2.4'])
    expect(read('# Tool 2.5⏎⏎## Unreleased⏎⏎* b⏎⏎## 2.4⏎⏎* a⏎').releases).toEqual(['2.4'])
  })

  it('can have Changelog in its heading', () => {
    expect(read('# Changelog 1.9.0⏎⏎* b⏎⏎# Changelog 1.8.0⏎⏎* a⏎').releases).toEqual(['1.9.0', '1.8.0'])
  })
})

it('a compare line below the heading of a version is no part of the text below it', () => {
  const line = (base: string, head: string) => `[Full Changelog](https://a.b/compare/v${base}...v${head})`
  const text = `## Unreleased⏎**Added:**⏎⏎- x⏎⏎## 1.1.0⏎${line('1.0.0', '1.1.0')}⏎⏎**Fixed:**⏎⏎- b⏎⏎## 1.0.0⏎- a⏎`
  const heading = `⏎## 1.2.0⏎${line('1.1.0', '1.2.0')}⏎⏎`
  expect(release(text)).toBe(linesOf(text.replace('⏎**Added', `⏎${heading}**Added`)))
})

it.each([
  ['- Fix: x⏎- New: y', '- New: NEW'],
  ['- FIX : x⏎- BUG : y', '- ADDED : NEW'],
  ['* `[fixed]` x⏎* `[added]` y', '* `[added]` NEW'],
  ['* **Bug:** x⏎* **Improvement:** y⏎* z', '* **Added:** NEW'],
  ['- Note: x⏎- Fix the order: y', '### Added⏎⏎- NEW'],
])('below entries such as %j, the new one is %j', (entries, added) => {
  expect(update(`## 1.0.0⏎⏎${entries}⏎`)).toBe(linesOf(`## Unreleased⏎⏎${added}⏎⏎## 1.0.0⏎⏎${entries}⏎`))
})

it.each([
  ['### Minor Enhancements', '### Minor Enhancements'],
  ['### Improvements', '### Improvements'],
  ['### Bugs', '### Changed'],
  ['***Fixed:***', '***Changed:***'],
])('beside the category %j, that of a change is %j', (name, category) => {
  const text = `## 1.0.0⏎⏎${name}⏎⏎- a⏎`
  const added = addToText(linesOf(text), [{ type: 'Changed', description: 'NEW' }])
  expect(added).toBe(linesOf(`## Unreleased⏎⏎${category}⏎⏎- NEW⏎⏎${text}`))
})

describe('versions at several levels', () => {
  it.each([
    ['### Unreleased⏎⏎### 2.1.0.0⏎⏎* b⏎⏎## 2.0.0.0⏎⏎* a⏎', ['2.1.0.0', '2.0.0.0']],
    ['### Unreleased⏎⏎### 2.1⏎⏎* b⏎⏎## 2.0⏎⏎* a⏎', ['2.1', '2.0']],
    ['## Unreleased⏎⏎## 1.3⏎⏎* b⏎⏎### 1.2.1⏎⏎* a⏎', ['1.3', '1.2.1']],
  ])('%j: an entry is added under Unreleased', (text, releases) => {
    expect(read(text).releases).toEqual(releases)
    expect(update(text).indexOf('* NEW')).toBeLessThan(update(text).indexOf('* b'))
  })

  it.each([
    ['the same version', '## 2.4.0⏎⏎### 2.4.0⏎⏎- b⏎⏎## 2.3.0⏎⏎### 2.3.0⏎⏎- a⏎', ['2.4.0', '2.3.0']],
    ['its patches', '## Tool 2.3⏎⏎### Tool 2.3.1⏎⏎- b⏎⏎### Tool 2.3.0⏎⏎- a⏎', ['2.3.1', '2.3.0']],
    ['it and its patch', '## 2.4.0⏎⏎### 2.4.1⏎⏎- b⏎⏎### 2.4.0⏎⏎- a⏎', ['2.4.1', '2.4.0']],
    ['versions of three numbers', '## 2.4⏎⏎### 2.4.1⏎⏎- b⏎⏎### 2.4.0⏎⏎- a⏎', ['2.4.1', '2.4.0']],
  ])('a heading above %s is a chapter, not a release', (_name, text, releases) => {
    expect(read(text).releases).toEqual(releases)
    expect(update(text)).toBe(linesOf(text.replace(/⏎###/, '⏎### Unreleased⏎⏎#### Added⏎⏎- NEW⏎⏎###')))
  })

  it.each([
    ['its patch', '## Tool 2.3⏎⏎- b⏎⏎### Tool 2.3.1⏎⏎- a⏎', ['2.3', '2.3.1']],
    ['the same version', '## 2.4.0⏎⏎- b⏎⏎### 2.4.0⏎⏎- a⏎', ['2.4.0']],
    ['the same version with words', '## 2.4.0⏎⏎### 2.4.0 highlights⏎⏎- a⏎', ['2.4.0']],
    ['another product', '## 2.4⏎⏎### Python 3.12⏎⏎- a⏎', ['2.4']],
  ])('a heading with entries is a release, also above %s', (_name, text, releases) => {
    expect(read(text).releases).toEqual(releases)
    expect(update(text)).toMatch(/^## Unreleased\n\n### Added\n\n- NEW\n/)
  })

  it.each([
    'CHANGE LOG',
    'Changelog - tool',
    'Change-log',
    'History',
    'Key',
    'Legend',
    'Table of contents',
    'Rules',
  ])('the title %j with a list is no version', (title) => {
    const text = `## ${title}⏎⏎- All notable changes⏎⏎## 1.0.0⏎⏎- a⏎`
    expect(update(text)).toBe(linesOf(text.replace('## 1', '## Unreleased⏎⏎### Added⏎⏎- NEW⏎⏎## 1')))
  })

  it.each([
    'Those changes are not released yet.',
    'Release date: TBA',
    'Unreleased',
    '**Released on: (in development)**',
  ])('are announced by a sentence, which the release removes: %s', (note) => {
    const text = `# Log⏎⏎## 2.5.0⏎⏎${note}⏎⏎- b⏎⏎## 2.4.1⏎⏎- a⏎`
    expect(read(text)).toMatchObject({ version: '2.4.1', unreleased: ['b'] })
    expect(update(text)).toContain('- b\n\n### Added\n\n- NEW\n\n## 2.4.1')
    expect(release(text)).toBe(linesOf(text.replace(`${note}⏎⏎`, '').replace('## 2', '## Unreleased⏎⏎## 2')))
    const dated = text.replace('2.4.1⏎', '2.4.1⏎⏎Released 2020-01-02⏎')
    const released = dated.replace(note, 'Released 2026-11-22').replace('## 2', '## Unreleased⏎⏎## 2')
    expect(release(dated)).toBe(linesOf(released))
    expect(() => release(text, 'PATCH')).toThrow(refusal(3, '2.5.0'))
  })

  it('are not announced by other sentences', () => {
    const text = '# Log⏎⏎## 2.5.0⏎⏎Those changes are not released yet.⏎⏎- b⏎⏎## 2.4.1⏎⏎- a⏎'
    for (const other of ['Was not released.', 'Fixes an unreleased bug.', 'Unreleased on npm.'])
      expect(read(text.replace('Those changes are not released yet.', other)).version).toBe('2.5.0')
    expect(read(text.replace('- a', 'Not released.')).releases).toEqual(['2.4.1'])
  })

  it('of an old changelog do not count', () => {
    const text = '# Changelog⏎⏎## 0.1.0⏎⏎- b⏎⏎# Old Changelog⏎⏎## Next⏎⏎## 1.1.1⏎⏎- a⏎'
    expect(read(text).version).toBe('0.1.0')
    expect(update(text)).toMatch(/^# Changelog\n\n## Unreleased\n/)
  })

  it.each(['## 🌈 1.1.0 `2026-08-06`', '## :tada: 1.1.0 (2026-08-06)', '## 2026-08-06 `1.1.0`'])(
    'can be written as %j',
    (heading) => {
      const text = `# Log⏎⏎## Unreleased⏎⏎- b⏎⏎${heading}⏎⏎- a⏎`
      expect(read(text).version).toBe('1.1.0')
      expect(release(text)).toContain(heading.replace('1.1', '1.2').replace('08-06', '11-22'))
    },
  )

  it('can be those of Perl: development versions, and a remark behind the date', () => {
    const text =
      'Tool⏎====⏎⏎Home:  <https://a.b>⏎⏎0.001  2012-06-28  # First!⏎⏎ - b⏎⏎0.000_02  2012-06-27⏎⏎ - a⏎'
    expect(read(text).releases).toEqual(['0.001', '0.000_02'])
    expect(release(update(text))).toContain('\n\nUnreleased\n\n0.002  2026-11-22\n\n')
  })

  it('that are list items have one bullet', () => {
    const text =
      '* 0.6.1: 16 Nov 2021⏎⏎- Allow base-4.16⏎- Allow base-4.15⏎⏎* 0.6: 15 Nov 2021⏎⏎- Allow base-4.11⏎'
    expect(read(text).releases).toEqual(['0.6.1', '0.6'])
    expect(release(update(text))).toMatch(/^\* Unreleased\n\n\* 0\.7: 22 Nov 2026\n\n- NEW\n/)
  })

  it('fit the only chapter of a file, or are refused', () => {
    const text = '# Log⏎⏎## 1.3⏎⏎### Unreleased⏎⏎- x⏎⏎### 1.3.1⏎⏎- b⏎⏎### 1.3.0⏎⏎- a⏎'
    expect(release(text, 'PATCH')).toContain('### 1.3.2\n')
    expect(() => release(text)).toThrow(refusal(3, '1.3', '1.4.0'))
  })

  it('have the form of the newest one, when older ones are underlined', () => {
    const text =
      '# Log⏎⏎## Unreleased⏎⏎- x⏎⏎## 2.0.0⏎⏎- c⏎⏎0.3.0 / 2014-02-02⏎===⏎⏎- b⏎⏎0.2.0 / 2013-02-02⏎===⏎⏎- a⏎'
    expect(release(text)).toContain('\n## 2.1.0\n\n- x\n')
  })

  it('fit their chapter, or are refused', () => {
    const text = '## 2.4.0⏎⏎### Unreleased⏎⏎- x⏎⏎### 2.4.1⏎⏎- c⏎⏎### 2.4.0⏎⏎- b⏎⏎## 2.3.0⏎⏎### 2.3.0⏎⏎- a⏎'
    expect(release(text, 'PATCH')).toContain('## 2.4.0\n\n### Unreleased\n\n### 2.4.2\n\n- x\n\n### 2.4.1')
    expect(() => release(text)).toThrow(refusal(1, '2.4.0', '2.5.0'))
  })
})

describe('a file without a heading that is understood', () => {
  it.each([
    ['headings', '# Log⏎⏎## The 2.0.x line⏎⏎- a⏎', 3],
    [
      'a ChangeLog of GNU',
      '2026-07-26  A B  <a@b.c>⏎⏎\t* a.c: Fix.⏎⏎2026-07-25  A B  <a@b.c>⏎⏎\t* b.c: Fix.⏎',
      1,
    ],
    ['dates in bold', '# Log⏎⏎**2026-07-26**⏎⏎Fixed a.⏎', 3],
    ['a list', '# Log⏎⏎- 0.0.1 (2012-02-12)⏎  - a⏎', 3],
    [
      'a table with a row for each version',
      '# Log⏎⏎| Version | Text |⏎|---|---|⏎| 8.0.21 | b |⏎| 8.0.20 | a |⏎',
      5,
    ],
    [
      'YAML',
      'v1.1.0:⏎  date: 2020-12-12⏎  changes:⏎    - b⏎v1.0.0:⏎  date: 2019-10-21⏎  changes:⏎    - a⏎',
      1,
    ],
    ['one version without a date', '# Log⏎⏎**1.2.0**⏎⏎a⏎', 3],
    ['a table of versions', '4.0.3  02.28.20  fixed⏎4.0.2  02.25.18  added⏎', 1],
    [
      'a list that is code below versions of two products',
      'PDU 4.0.20 - September 2022⏎⏎  Changes:⏎    * b⏎⏎PX 4.0.10 - March 2022⏎⏎  Changes:⏎    * a⏎',
      4,
    ],
    ['versions of two products', 'pkg 0.1.6⏎\t* a⏎⏎other 0.1.5⏎\t* b⏎', 1],
    ['a link to the releases of a host', '# Log⏎⏎See the [releases](https://a.b/c/releases).⏎', 3],
    ['a link to release notes', 'See the list of changes at https://a.b/release-notes.html⏎', 1],
    ['a link to another changelog', '# Log⏎⏎See the [tool CHANGELOG.md](https://a.b/CHANGELOG.md).⏎', 3],
    ['a path of another changelog', '# Log⏎⏎[../../CHANGELOG.md](../../CHANGELOG.md)⏎', 3],
    ['a link to a page', '# Log⏎⏎The changelog is at⏎https://a.b/docs/changelog.html⏎', 3],
    ['a link to a wiki', '# Log⏎⏎Check the [wiki](https://a.b/c/wiki).⏎', 3],
    ['a link to a project', '# Log⏎⏎https://a.b/c⏎', 3],
    ['the releases of a host', '# Log⏎⏎This project uses GitHub Releases.⏎', 3],
    ['a name of another place', 'Please see the Git log for changes.⏎', 1],
    ['a place that has changed', '# Log⏎⏎Release notes have moved to the wiki.⏎', 3],
    ['changes that are listed elsewhere', '# Log⏎⏎All notable changes are documented in the README.⏎', 3],
    ['paragraphs below lists of versions', 'First (1.0)⏎\t[A B]⏎\t* a⏎', 1],
    ['paragraphs with versions', '# Log⏎⏎Release 2.2.1 of tool⏎Fixed a bug.⏎', 3],
    ['versions between signs', '=Version 0.1.4=⏎⏎\ta: b⏎⏎=Version 0.1.3=⏎⏎\tc: d⏎', 1],
    ['text with an indent', 'Release two⏎  Fixed a bug.⏎⏎Release one⏎  Fixed another.⏎', 2],
    ['code', 'Release two⏎⏎    Fixed a bug.⏎⏎Release one⏎⏎    Fixed another.⏎', 3],
  ])('is neither read nor edited: %s', (_name, text, line) => {
    const readable = () => assertReadable(parseChangelog(linesOf(text)))
    for (const run of [readable, update, release]) expect(() => run(text)).toThrow(refusal(line))
  })

  it.each([
    '',
    '# Changelog⏎',
    '# Changelog⏎⏎All notable changes.⏎',
    '# Log⏎⏎Since 2026-07-26.⏎',
    '# Log⏎⏎[a]: https://a.b⏎',
    '# Log⏎⏎All notable changes are documented in this file.⏎⏎The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.1.0/),⏎and it follows [Semantic Versioning 2.0.0](https://semver.org/spec/v2.0.0.html).⏎',
    '# Log⏎⏎See [Conventional Commits](https://conventionalcommits.org) for commit guidelines.⏎',
    '# Log⏎⏎See [standard-version](https://github.com/conventional-changelog/standard-version) for commit guidelines.⏎',
    '# Log⏎⏎Based on Keep a Changelog 1.1.0 and SemVer 2.0.0.⏎',
    '# Log⏎⏎All changes of [tool](https://a.b) are in this file.⏎It adheres to [PEP 440](https://a.b/pep).⏎',
    '# Log⏎⏎All notable changes can be found in this file. Notes are in docs/notes.⏎',
  ])('is new when it has no content: %j', (text) => {
    assertReadable(parseChangelog(linesOf(text)))
    expect(read(text)).toEqual({ version: '0.0.0', unreleased: [], releases: [] })
    expect(update(text)).toContain('- NEW')
  })
})

it.each([
  ['1', 'For recent changes see CHANGELOG.md'],
  ['1', 'See the releases on GitHub for newer versions.'],
  ['1', 'Release notes from 2.0 can be found in the wiki.'],
  ['1', '> This changelog is no longer maintained.'],
  ['1', 'The history has moved to the wiki.'],
])('a file whose newer versions are elsewhere is read, and not edited: line %s, %j', (line, above) => {
  const text = `${above}⏎⏎## 1.1.0⏎⏎- b⏎⏎## 1.0.0⏎⏎- a⏎`
  expect(read(text)).toMatchObject({ version: '1.1.0' })
  for (const run of [update, release]) expect(() => run(text)).toThrow(refusal(Number(line), 'elsewhere'))
})

it.each([
  'Going forward, please see https://a.b/releases',
  'For changes in version v7.0.0 and up please go to [release](https://a.b/releases)',
  'For changes in v2.0.0 and later see the [releases](https://a.b/releases).',
  'See the [releases](https://a.b/releases) for versions 2.0.0 or newer.',
  'As of version 2.0.0, release notes are published on [GitHub](https://a.b/releases).',
  'Since 2.0.0 the changelog is on the [releases page](../../releases).',
  'This is the log of tool. From v2.0.0 on, see the releases on GitHub.',
  '> Starting with version 5.0.0, changes are no longer documented in this file.',
  'Changes are not recorded here.',
  'For versions above **4.1.0**, please refer to "Releases" in GitHub UI.',
  'Versions newer than 4.1 are listed on the [releases page](../../releases).',
  'See the releases page for all versions later than `4.1.0`.',
])('a file whose newer versions are elsewhere is not edited: %j', (above) => {
  expect(() => update(`# Log⏎⏎${above}⏎⏎## 1.1.0⏎⏎- b⏎`)).toThrow(refusal(3, 'leads elsewhere'))
})

it.each([
  '<!-- NEWS.md is generated from NEWS.Rmd. Please edit that file -->',
  '<!--⏎tool is auto-generated.⏎Edit `CHANGELOG.json` only.⏎-->',
  [
    'This log was generated on Monday and should not be manually modified.',
    'should not be manually modified',
  ],
  "[//]: # (Don't edit this file directly!)",
])('a file that a tool writes is read, and not edited: %j', (above) => {
  for (const name of ['1.1.0', 'Unreleased']) {
    const text = `# Log⏎⏎${above}⏎⏎## ${name}⏎⏎- b⏎⏎## 1.0.0⏎⏎- a⏎`
    expect(read(text).releases).toContain('1.0.0')
    const line = above.includes('json') ? 5 : 3
    for (const run of [update, release])
      expect(() => run(text)).toThrow(refusal(line, 'edited by hand', 'edit its source'))
  }
})

it.each([
  '<!-- Do not edit the sections of released versions. -->',
  'Patch versions do not modify the API.',
  'The links are generated from the tags.',
  '<!-- Do not edit below this line by hand -->',
])('a file can have rules for edits and words about tools: %j', (above) => {
  expect(update(`# Log⏎⏎${above}⏎⏎## 1.1.0⏎⏎- b⏎`)).toContain('## Unreleased\n')
})

it.each([
  'Python versions 3.8 and later are supported, see the docs.',
  'Since 1.2.0 the documentation can be found at https://a.b/docs.',
  'As of 1.0.0, the changelog is in the format of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/).',
  'Starting with 1.0.0, all changes are documented in this file.',
  'From 1.0.0 to 1.9.0, see the releases of the old project.',
  'This file has the changes from 1.0.0 on; for older releases see HISTORY.md.',
  'Changes in versions 2.0.0 and later may need an upgrade, see UPGRADING.md.',
  'Internal changes are not listed here.',
  'Since 1.0.0, patch releases are no longer listed here.',
  'Old releases are no longer listed here.',
])('a file can say something of versions above them: %j', (above) => {
  expect(update(`# Log⏎⏎${above}⏎⏎## 1.1.0⏎⏎- b⏎`)).toContain('## Unreleased\n')
})

it.each([
  '11/21/2009 A B <a@b.c>⏎  * OLA v0.5.0⏎⏎10/18/2009 A B <a@b.c>⏎  * OLA v0.4.0⏎⏎14/10/2007 A B⏎  * x⏎  * y⏎',
  '2009-11-21 A B⏎  * OLA v0.5.0⏎⏎2009-10-18 A B⏎  * OLA v0.4.0⏎⏎2007-10-14 A B⏎  * x⏎  * y⏎',
  '21 Nov 2009⏎⏎* 0.5.0⏎⏎18 Oct 2009⏎⏎* 0.4.0⏎⏎14 Oct 2007⏎⏎* x⏎* y⏎',
  '/**⏎ * @version 1.8.3⏎ */⏎- a⏎⏎/**⏎ * @version 1.8.0⏎ */⏎- b⏎',
  '/*⏎ * Version 1.8.3⏎ */⏎- a⏎⏎/*⏎ * Version 1.8.0⏎ */⏎- b⏎',
])('versions in the lists of days and in comments of code are not understood: %j', (text) => {
  for (const edit of [update, release]) expect(() => edit(text)).toThrow('; the file is unchanged')
})

it('versions of an older scheme below the newest ones do not count', () => {
  const text = '## Unreleased⏎⏎- x⏎⏎## v0.11⏎⏎- a⏎⏎## v0.10⏎⏎- b⏎⏎## 113.43.00⏎⏎- c⏎⏎## 113.33.00⏎⏎- d⏎'
  expect(release(text)).toBe(
    linesOf(text.replace('## v0.11', '## v0.12⏎⏎## v0.11').replace('- x⏎⏎## v0.12⏎', '## v0.12⏎⏎- x⏎')),
  )
  expect(release('## Unreleased⏎⏎- x⏎⏎## 99.0.1⏎⏎- a⏎⏎## 100.0.0⏎⏎- b⏎')).toContain('## 100.1.0\n')
})

it('versions of months below those of a product do not count', () => {
  const releasesOf = (...versions: string[]) => versions.map((one) => `## ${one}⏎⏎- a⏎⏎`).join('')
  const next = (...versions: string[]) => {
    const outcome = release(`## Unreleased⏎⏎- x⏎⏎${releasesOf(...versions)}`)
    return /## (?!Unreleased)(.*)/.exec(`${outcome}`)?.[1]
  }
  expect(next('1.3.10', '1.3', '1.2', '12.03', '11.12', '11.11')).toBe('1.4')
  expect(next('9.6.2', '10.12', '10.11')).toBe('10.13')
  for (const newest of ['12.03', '12.04'])
    expect(() => next(newest, '11.12', '1.3.10')).toThrow(`"${newest}"`)
})

it.each(['## 1.3.0 and 1.4.0', '## Between 1.3.0 and the next one'])('%j is no range', (heading) => {
  expect(read(`${heading}⏎⏎- a⏎`).releases).not.toContain('1.4.0')
})

it.each(['0.5.3b', '0.5.3', '0.5.3c'])('versions ascend with %s after 0.5.3', (letter) => {
  const text = `## 0.5.3⏎⏎- a⏎⏎## ${letter}⏎⏎- b⏎⏎## 0.6.2⏎⏎- c⏎`
  expect(update(text)).toBe(linesOf(`${text}⏎## Unreleased⏎⏎### Added⏎⏎- NEW⏎`))
})

it.each([
  'Latest version: https://a.b/CHANGELOG.md',
  'See the 0.x changelog for details on older releases.',
  'See https://a.b for the rules of this file.',
  'For upgrading from 1.0 to 2.0 see the [guide](https://a.b).',
  'For the latest changes on the main branch, see Unreleased.',
  'Versions not maintained: 1.x. See below for current versions.',
  'From v1.0.0, this project follows semver, see https://semver.org.',
])('a file may link to another one above its versions: %j', (above) => {
  expect(update(`${above}⏎⏎## 1.1.0⏎⏎- b⏎`)).toContain('## Unreleased⏎'.replace('⏎', '\n'))
})

describe('the next version', () => {
  it.each([
    ['1.100', '1.101', '2.0'],
    ['2.10', '2.11', '3.0'],
    ['0.9', '0.10', '1.0'],
    ['2.0-beta', '2.0', '2.0'],
  ])('of two numbers, after %s, has two numbers', (current, minor, major) => {
    const text = `## [Unreleased]⏎⏎- x⏎⏎## [${current}] - 2026-01-02⏎⏎- b⏎⏎## [0.8.1] - 2025-01-02⏎⏎- a⏎`
    expect(release(text)).toBe(linesOf(text.replace('⏎', `⏎⏎## [${minor}] - 2026-11-22⏎`)))
    expect(release(text, 'MAJOR')).toContain(`## [${major}] - 2026-11-22\n\n- x`)
  })

  it('of two numbers has links', () => {
    const url = 'https://a.b/compare'
    const text = `## [Unreleased]⏎⏎- x⏎⏎## [2.10]⏎⏎- b⏎⏎[Unreleased]: ${url}/v2.10...HEAD⏎[2.10]: ${url}/v2.9.1...v2.10⏎`
    expect(release(text)).toContain(
      `[Unreleased]: ${url}/v2.11...HEAD\n[2.11]: ${url}/v2.10...v2.11\n[2.10]: ${url}/v2.9.1...v2.10\n`,
    )
  })

  it.each([
    ['PATCH', '1.100'],
    ['MINOR', '25.07'],
    ['MINOR', '2026.7'],
    ['MINOR', '24.10⏎⏎- b⏎⏎## 24.04'],
    ['MINOR', '1.77.3.1784'],
    ['MINOR', '1.1.17.5⏎⏎- b⏎⏎## 1.1.17.4⏎⏎- b⏎⏎## 1.1.17'],
  ] as const)('%s of %s is refused, and the line is named', (bump, current) => {
    const text = `## Unreleased⏎⏎- x⏎⏎## ${current}⏎⏎- b⏎⏎## 0.8⏎⏎- a⏎`
    expect(() => release(text, bump)).toThrow(refusal(5, current.split('⏎')[0] ?? ''))
  })

  it('can be planned with two numbers', () => {
    const text = '## 2.0 (unreleased)⏎⏎- x⏎⏎## 1.9.3⏎⏎- a⏎'
    expect(release(text, 'MAJOR')).toBe('## Unreleased\n\n## 2.0\n\n- x\n\n## 1.9.3\n\n- a\n')
    expect(() => release(text)).toThrow(refusal(1, '2.0', '1.10.0'))
  })

  it('follows the numbers of versions such as 1.1-10', () => {
    const text = '## Unreleased⏎⏎- x⏎⏎## 1.1-10⏎⏎- b⏎⏎## 1.1-0⏎⏎- a⏎'
    expect(release(text)).toContain('## 1.2-0\n')
    expect(release(text, 'PATCH')).toContain('## 1.1-11\n')
    expect(release(text, 'MAJOR')).toContain('## 2.0-0\n')
    // Without a version such as 1.1-0, the last number can be that of a revision, which starts at 1.
    expect(() => release(text.replace('1.1-0', '1.1-9'))).toThrow(refusal(5, '1.1-10'))
    expect(read('## 1.1-10⏎⏎- b⏎⏎## 1.1-9⏎⏎- a⏎')).toMatchObject({ version: '1.1-10' })
    expect(read('## 1.1-9⏎⏎- b⏎⏎## 1.1-10⏎⏎- a⏎')).toMatchObject({ version: '1.1-10' })
  })
})

it.each([
  ['## 0.1.0⏎⏎- a⏎⏎## 0.2.0⏎⏎- b⏎⏎## 0.3.0⏎⏎- c⏎'],
  ['## 0.1.0 - 2020-01-01⏎⏎- a⏎⏎## 0.2.0 - 2020-01-02⏎⏎- b⏎'],
  ['## 0.1.0⏎⏎- a⏎⏎## 0.2.0⏎⏎- b⏎⏎## 0.2.0⏎⏎- c⏎'],
])('a release is refused below Unreleased on top of versions that ascend: %s', (versions) => {
  const text = `# Log⏎⏎## [Unreleased]⏎⏎- c⏎⏎${versions}`
  expect(update(text)).toContain('- c\n\n### Added\n\n- NEW\n')
  expect(() => release(text)).toThrow(refusal(3, 'ascend'))
  expect(release(text.replace('## 0.1.0', '## 0.3.1'))).toContain('- c\n')
})

describe('a file of a real project', () => {
  it('has no next version when only the one in progress is in it', () => {
    const text = '# pkg 4.5.99 (in development)⏎⏎## NOTES⏎⏎1. a⏎'
    expect(() => release(text)).toThrow(refusal(1, '4.5.99'))
    expect(release('# pkg 0.0.0.9000⏎⏎* a⏎')).toContain('0.1.0')
  })

  it('does not continue a link whose label is that of the version before it', () => {
    const links = [
      '[1.0.1]: https://a.b/compare/1.0.1...1.0.2',
      '[1.0.1]: https://a.b/compare/1.0.0...1.0.1',
      '[1.0.0]: https://a.b/compare/0.9.0...1.0.0',
    ]
    const versions = ['2', '1', '0'].map((patch) => `## [1.0.${patch}] - 2020-01-2${patch}⏎⏎- x`)
    const text = ['## [Unreleased]⏎⏎- n', ...versions, links.join('⏎')].join('⏎⏎')
    expect(release(`${text}⏎`)).toContain('[1.1.0]: https://a.b/compare/1.0.2...1.1.0\n')
  })

  it('keeps a comment of several lines directly above the versions in one piece', () => {
    const text = '# Log⏎<!--⏎\tThe next version:⏎\t## **WORK IN PROGRESS**⏎-->⏎## 0.2.0⏎* b⏎⏎## 0.1.0⏎* a⏎'
    expect(update(text)).toContain('-->\n## Unreleased\n### Added\n* NEW\n\n## 0.2.0\n')
  })

  it('names a new category as its versions do', () => {
    const text = (name: string) => `# Log⏎⏎## Unreleased⏎⏎- c⏎⏎## 1.1.0⏎⏎- b⏎⏎## 1.0.0⏎⏎### ${name}⏎⏎- a⏎`
    expect(update(text('🚀 New features'))).toContain('### 🚀 New features\n\n- NEW\n\n## 1.1.0')
    expect(update(text('Documentation'))).toContain('### Added\n\n- NEW\n\n## 1.1.0')
    expect(update(text('Enhancements'))).toContain('### Enhancements\n\n- NEW\n\n## 1.1.0')
    const both = text('Features').replace('- b', '### Added⏎⏎- b')
    expect(update(both)).toContain('### Added\n\n- NEW\n\n## 1.1.0')
  })

  it('moves compare lines on in a file with categories that are list items', () => {
    const versions = ['1.1.0', '1.0.0'].map(
      (one) => `## ${one}⏎⏎[diff](https://a.b/compare/v0.${one}...v${one})⏎⏎- Bug fixes⏎  - a`,
    )
    const text = `## Unreleased⏎⏎[diff](https://a.b/compare/v1.1.0...main)⏎⏎- Bug fixes⏎  - b⏎⏎${versions.join('⏎⏎')}⏎`
    expect(release(text)).toContain(
      '## 1.2.0\n\n[diff](https://a.b/compare/v1.1.0...v1.2.0)\n\n- Bug fixes\n  - b\n',
    )
  })

  it('adds a fix to the category Bugfix, and a new one below a marker for insertions', () => {
    const text = '# Log⏎⏎<!-- insertion marker -->⏎## 1.0.0⏎⏎### Bugfix⏎⏎- a⏎'
    const updated = addToText(linesOf(text), [{ type: 'Fixed', description: 'NEW' }])
    expect(
      addToText(linesOf(text.replace('### Bugfix', '**Fixed bugs:**')), [
        { type: 'Fixed', description: 'NEW' },
      ]),
    ).toContain('**Fixed bugs:**\n\n- NEW')
    expect(updated).toContain('marker -->\n## Unreleased\n\n### Bugfix\n\n- NEW\n\n## 1.0.0')
    expect(addToText(updated, [{ type: 'Fixed', description: 'OTHER' }])).toContain('- NEW\n- OTHER\n')
  })

  it('has a category in bold where an underline would have the level of the title', () => {
    const text = 'Changes⏎-------⏎⏎1.1.0⏎=====⏎⏎* b, other ``x``⏎⏎1.0.0⏎=====⏎⏎* a⏎'
    expect(update(text)).toContain('Unreleased\n==========\n\n**Added**\n\n* NEW\n\n1.1.0')
  })

  it('can have versions whose dots are escaped', () => {
    const text = '### Changes in version 2\\.6-4⏎⏎#### FIXES⏎⏎* b⏎⏎### Changes in version 2\\.6-0⏎⏎* a⏎'
    expect(read(text)).toMatchObject({ version: '2.6-4', releases: ['2.6-4', '2.6-0'] })
    expect(release(update(text))).toContain('### Unreleased\n\n### Changes in version 2.7-0\n\n#### ADDED\n')
    expect(release('Unreleased⏎===⏎⏎- b⏎⏎2\\.6\\.1⏎===⏎⏎* a⏎')).toContain('2.7.0\n===\n')
  })

  it('can have plans with numbers above its versions', () => {
    const text = 'Log⏎⏎TODO: look into http 0.9⏎⏎1.1.0 2020-01-02⏎    - b⏎⏎1.0.0 2020-01-01⏎    - a⏎'
    expect(update(text)).toContain('0.9\n\nUnreleased\n    **Added**\n    - NEW\n\n1.1.0')
  })

  it.each(['Created: 2011-10-04', 'Last modified: 2020-01-02', 'Copyright 2011-2020 A. B.'])(
    'can have "%s" above its versions',
    (line) => {
      const text = `Log⏎⏎${line}⏎⏎1.1.0 2020-01-02⏎    - b⏎⏎1.0.0 2020-01-01⏎    - a⏎`
      expect(update(text)).toContain(`${line}\n\nUnreleased\n    **Added**\n    - NEW\n\n1.1.0`)
    },
  )

  it('has versions above those of a deeper level, also with other words', () => {
    const text = 'Changes for v1.1.0⏎====⏎⏎- b⏎⏎Changes for v1.0.0⏎====⏎⏎- a⏎⏎Version 0.9.0⏎----⏎⏎- a⏎'
    expect(read(text).releases).toEqual(['1.1.0', '1.0.0', '0.9.0'])
    expect(update(text)).toMatch(/^Unreleased\n=+\n\nAdded\n/)
  })

  it('has the date in the form of the newest version, when only older ones are SemVer', () => {
    const text = '2020-01-02 Version: 1.1-2⏎- c⏎⏎2020-01-01 Version: 1.1-0⏎- b⏎⏎01.02.10, 0.1.0⏎- a⏎'
    expect(release(update(text))).toContain('Unreleased\n\n2026-11-22 Version: 1.2-0\n')
  })

  it('can have text with numbers above its versions', () => {
    const text =
      '- It fails in 1 of 1000 cases.⏎⏎Changes in version 1.1.0⏎⏎- b⏎⏎Changes in version 1.0.0⏎⏎- a⏎'
    expect(update(text)).toContain('cases.\n\nUnreleased\n\n**Added**\n\n- NEW\n\nChanges in version 1.1.0')
    expect(() => update(text.replace('1000', 'v1.2'))).toThrow(refusal(1))
  })

  it('writes the name of a new category in the case of the file', () => {
    expect(update('# 1.0.0⏎⏎## ADDED⏎⏎- a⏎')).toContain('# Unreleased\n\n## ADDED\n\n- NEW\n')
  })

  it('writes the name of a new category as most of the file writes names', () => {
    const ofTwo = (one: string) => `## 1.1.0⏎⏎${one}⏎⏎- b⏎⏎## 1.0.0⏎⏎${one}⏎⏎- a⏎`
    expect(update(ofTwo('### **Changed**'))).toContain('### **Added**\n\n- NEW\n')
    expect(update(ofTwo('### __Changed:__'))).toContain('### __Added:__\n\n- NEW\n')
    expect(update(ofTwo('### Changed:'))).toContain('### Added:\n\n- NEW\n')
    expect(update(ofTwo('## CHANGES').replaceAll('## 1', '# 1'))).toContain('## ADDED\n\n- NEW\n')
    const recent = Array.from({ length: 12 }, (_, index) => `## 2.${12 - index}.0⏎⏎### Features⏎⏎- b⏎⏎`)
    const text = `${recent.join('')}## 1.0.0⏎⏎### Added⏎⏎- a⏎`
    expect(update(text)).toContain('## Unreleased\n\n### Features\n\n- NEW\n')
    expect(update(`${text.replace('2.12.0⏎⏎### Features', '2.12.0⏎⏎### Added')}`)).toContain(
      '### Added\n\n- NEW\n',
    )
  })

  it('takes a name that is a link to the branch for the section in progress', () => {
    const links = ['v1.0.0...master', 'v0.9.0...v1.0.0'].map((range) => `(https://a.b/compare/${range})`)
    const text = `### [dev]${links[0]}⏎⏎### [1.0.0]${links[1]}⏎⏎* a⏎`
    const updated = update(text)
    expect(updated).toContain('master)\n\n#### Added\n\n* NEW\n\n### [1.0.0]')
    expect(release(updated)).toContain(
      '### [dev](https://a.b/compare/v1.1.0...master)\n\n### [1.1.0](https://a.b/compare/v1.0.0...v1.1.0)\n\n#### Added',
    )
  })

  it('keeps the note that says where unreleased changes are', () => {
    const text = '## Unreleased⏎⏎___Note:__ Yet to be released changes appear here._⏎⏎- b⏎⏎## 1.0.0⏎⏎- a⏎'
    expect(release(text)).toContain('appear here._\n\n## 1.1.0\n\n- b\n')
  })

  it.each(['Introduction', 'Overview', 'About this file', 'Migrating from v1 to v2', 'Upgrading to 2.0'])(
    'may have a list below %j, above its versions',
    (name) => {
      const text = `# Log⏎⏎## ${name}⏎⏎- i⏎⏎## 2.0.1⏎⏎- b⏎⏎## 2.0.0⏎⏎- a⏎`
      expect(update(text)).toContain('- i\n\n## Unreleased\n\n### Added\n\n- NEW\n\n## 2.0.1\n')
    },
  )

  it('may end with a section of another kind, also when its newest version is the last one', () => {
    const text = '# Log⏎⏎## 1.0.0⏎⏎- a⏎⏎## 1.1.0⏎⏎- b⏎⏎## Newer versions⏎⏎See https://a.b.⏎'
    expect(update(text)).toContain('- b\n\n## Unreleased\n\n### Added\n\n- NEW\n\n## Newer versions\n')
  })

  it.each([
    ['tool', 'tool'],
    ['Fixes of', 'tool'],
  ])('may have two other names below its many newest versions: %s and %s', (one, other) => {
    const versions = Array.from({ length: 22 }, (_, index) => `Version 1.${22 - index}.0⏎  - a`)
    const named = versions.join('⏎⏎').replace('Version 1.9.0', `${one} 1.9.0`)
    const text = `${named.replace('Version 1.8.0', `${other} 1.8.0`)}⏎`
    expect(read(text)).toMatchObject({ version: '1.22.0' })
    expect(update(text)).toContain('Unreleased\n')
    // The last version can be the newest one, and those at the top show the product.
    for (const place of ['1.1.0', '1.20.0'])
      expect(() => update(text.replace(`Version ${place}`, `tool ${place}`))).toThrow(/^line \d+: expected/)
  })

  it.each([
    ['tool NEWS, 2021-02-13', 'version 1.2.0, 2021-02-13', 'version 1.1.0, 2020-02-13'],
    ['User visible changes. 2021-02-13', '1.2.0 (2021-02-13)', '1.1.0 (2020-02-13)'],
    ['    * 1.2 SERIES NEWS *', 'CHANGES IN 1.2.1', 'CHANGES IN 1.2.0'],
  ])('can be below their own date or series: %s', (above, newest, older) => {
    const text = `${above}⏎⏎${newest}⏎⏎- b⏎⏎${older}⏎⏎- a⏎`
    expect(read(text).releases).toHaveLength(2)
    expect(update(text)).toContain('NEW')
    const other = above.replace('02', '03').replace('SERIES', 'VERSION')
    expect(() => update(text.replace(above, other))).toThrow(/^line \d+/)
  })

  it.each(['2013-??-?? v1.2:', 'YYYY-MM-DD, v1.2:', 'XXXX-XX-XX v1.2:'])(
    'can start with a date that is not known yet, and is then the section in progress: %s',
    (planned) => {
      const text = `${planned}⏎  - b⏎⏎2013-05-18 v1.1:⏎  - a⏎⏎2013-04-20 v1.0:⏎  - x⏎`
      expect(read(text)).toMatchObject({ version: '1.1', releases: ['1.1', '1.0'] })
      expect(release(text)).toContain('2026-11-22 v1.2:\n')
    },
  )

  it.each(['03.21.2001', '21.3.2001', '## 03.21.2001'])('are not days such as %s', (day) => {
    const text = `${day}⏎⏎- b⏎⏎${day.replace('2001', '1999')}⏎⏎- a⏎`
    expect(read(text).releases).toEqual([])
    expect(() => update(text)).toThrow(/^line \d+: expected/)
    expect(read(text.replaceAll(/\d{4}/g, '4')).releases).toHaveLength(2)
  })

  it('can be below a note of several lines with numbers', () => {
    const old = '1.1-1⏎⏎- b⏎⏎1.1-0⏎⏎- a⏎'
    const note = 'NOTE: tool 1.1 series has new features.⏎   Use the⏎   tool 1.0 without them.⏎⏎'
    expect(read(note + old).releases).toEqual(['1.1-1', '1.1-0'])
    expect(update(note + old)).toContain('Unreleased\n')
    expect(() => update(note.replace('Use', '⏎Use') + old)).toThrow(/^line \d+: expected/)
  })

  it.each(['*1.2.0 (2021-01-02)', '*version 1.2.0', '~1.2.0'])(
    'are refused below a newest one that is no item by a typing error: %s',
    (newest) => {
      const text = `${newest}⏎-c⏎⏎* 1.1.0 (2020-01-02)⏎-b⏎⏎* 1.0.0 (2020-01-01)⏎-a⏎`
      expect(() => update(text)).toThrow(refusal(1))
      expect(update(text.replace(/^[*~]/, '* '))).toContain('* Unreleased')
    },
  )

  it('are read where two of them without entries could be rows of a table', () => {
    const empty = '1.0.1: unknown (missing entry)⏎1.0.0: unknown (missing entry)⏎\tx⏎'
    const text = `1.2.0: Jan 6, 2022⏎\tb⏎1.1.0: Jan 5, 2021⏎\tmend b⏎${empty}0.9.0: Jan 4, 2020⏎\ta⏎`
    expect(read(text)).toMatchObject({ version: '1.2.0' })
    expect(update(text)).toMatch(/^Unreleased\n/)
  })

  it('may have a paragraph above dashes among its newest versions', () => {
    const text = 'Version 1.1.0⏎- b⏎⏎text of⏎two lines⏎---------⏎⏎Version 1.0.0⏎- a⏎'
    expect(read(text).releases).toEqual(['1.1.0', '1.0.0'])
    expect(() => update(text.replace('text of⏎', ''))).toThrow(/^line \d+: expected/)
  })

  it('may have a typing error in one of its many versions', () => {
    const versions = Array.from({ length: 12 }, (_, index) => `Changes in Version 1.${12 - index}.0⏎  - a`)
    const text = `${versions.join('⏎⏎').replace('Version 1.5.0', 'Verson 1.5.0')}⏎`
    expect(read(text).releases).toHaveLength(11)
    expect(() => update(text.replace('Version 1.4.0', 'Verzion 1.4.0'))).toThrow(/^line \d+: expected/)
  })
})

it.each([
  ['## 1.1.0.2', '## 1.1.0', '## 1.2.0'],
  [
    '## Rails 1.1.0.10 (January 2, 2020)',
    '## Rails 1.1.0 (January 1, 2020)',
    '## Rails 1.2.0 (November 22, 2026)',
  ],
  [
    '2 January 2020: Overview of changes in 1.1.0⏎================================================',
    '1 January 2020: Overview of changes in 1.0.0⏎================================================',
    '22 November 2026: Overview of changes in 1.2.0⏎================================================',
  ],
  [
    'Overview of changes in Tool 1.1.0⏎===',
    'Overview of changes in Tool 1.0.0⏎===',
    'Overview of changes in Tool 1.2.0⏎===',
  ],
])('%j above %j is followed by %j', (newest, oldest, next) => {
  const unreleased = next.startsWith('##') ? '## Unreleased' : 'Unreleased⏎==='
  const text = `${unreleased}⏎⏎- n⏎⏎${newest}⏎⏎- b⏎⏎${oldest}⏎⏎- a⏎`
  expect(read(text).unreleased).toEqual(['n'])
  expect(release(text)).toBe(linesOf(text.replace('- n', `${next}⏎⏎- n`)))
})

it.each<VersionBump>(['PATCH', 'MINOR'])(
  'has no %s release after a version of four numbers alone',
  (bump) => {
    const text = '## Unreleased⏎⏎- n⏎⏎## 1.1.0.2⏎⏎- b⏎⏎## 1.1.0.1⏎⏎- a⏎'
    expect(() => release(text, bump)).toThrow(refusal(5, '"1.1.0.2"'))
    if (bump === 'PATCH') expect(() => release(text.replace('0.1', '0'), bump)).toThrow(refusal(5))
  },
)

describe('the changelogs of CPAN', () => {
  it.each([
    [
      'versions',
      '0.94      2015-07-26 15:57:21-07:00 America/Los_Angeles⏎⏎b⏎⏎0.095     2015-07-12 17:09:25-07:00 America/Los_Angeles⏎⏎a⏎',
      '0.95      2026-11-22',
      ['0.94', '0.095'],
    ],
    ['one version', '1.9.0  2019-03-30T14:13:00-06:00⏎⏎    - b⏎', '1.10.0  2026-11-22', ['1.9.0']],
    ['a time of UTC', '1.9.0 2019-03-30T14:13:00Z⏎⏎    - b⏎', '1.10.0 2026-11-22', ['1.9.0']],
    ['no version', '', '0.1.0 - 2026-11-22', []],
  ])('have {{$NEXT}} above %s: %j is followed by %j', (_about, old, next, releases) => {
    const [above, item] = ['Revision history for Tool⏎⏎{{$NEXT}}⏎⏎', old.includes('⏎⏎b') ? '- ' : '    - ']
    const text = `${above}${item}c${old && '⏎⏎'}${old}`
    expect(read(text)).toEqual({ version: releases[0] ?? '0.0.0', unreleased: ['c'], releases })
    const label = `${item.replace('- ', '')}**Added**`
    const updated = `${above}${item}c⏎⏎${label}⏎⏎${item}NEW${old && '⏎⏎'}${old}`
    expect(update(text)).toBe(linesOf(updated))
    const released = updated.replace(above, () => `${above}${next}⏎⏎`)
    expect(release(updated)).toBe(linesOf(released))
    expect(read(released).releases).toEqual([next.split(' ')[0], ...releases])
  })

  it.each([
    ['a person', '1.1.0  2020-01-02  A B <a@b.c>', '1.0.0  2020-01-01  C D <c@b.c>', '1.2.0  2026-11-22'],
    [
      'a person after one space',
      '1.1.0 2020-01-02 A B <a@b.c>',
      '1.0.0 (2020-01-01) by C <c@b.c>',
      '1.2.0 2026-11-22',
    ],
    [
      'a person before the date',
      '1.1.0 A B <a@b.c> July 12, 2020',
      '1.0.0 C <c@b.c> July 2, 2020',
      '1.2.0 - November 22, 2026',
    ],
    [
      'the person of all versions',
      '1.1.0 2020-01-02  A <a@b.c>',
      '1.0.0 2020-01-01  A <a@b.c>',
      '1.2.0 2026-11-22',
    ],
    ['the name of a person', '1.02 2022-03-03 NEILB', '1.01 2016-01-13 NEILB', '1.03 2026-11-22'],
    [
      'names below times',
      '1.1.0 2014-03-14T09:00:00+0100 XAERX',
      '1.0.0 2014-03-10T09:00:00+0100 neilb',
      '1.2.0 2026-11-22',
    ],
    [
      'an entry',
      '1.02    The first entry of\n        two lines',
      '1.01\tAn entry of many words, on one line',
      '1.03',
    ],
  ])('can have %s beside their versions', (_about, newest, oldest, next) => {
    const text = `${newest}⏎⏎${oldest}⏎`
    const versions = [newest, oldest].map((one) => one.split(/\s/)[0])
    expect(read(text)).toEqual({ version: versions[0], unreleased: [], releases: versions })
    expect(update(text)).toBe(linesOf(`Unreleased⏎⏎**Added**⏎⏎- NEW⏎⏎${text}`))
    expect(release(update(text))).toBe(linesOf(`Unreleased⏎⏎${next}⏎⏎**Added**⏎⏎- NEW⏎⏎${text}`))
  })

  it.each([
    ['a list above', '- c⏎⏎1.1.0, released 2020-01-02⏎    b⏎', 3],
    [
      'other versions in its text',
      'Log⏎⏎    c⏎1.1.0, released 2020-01-02⏎    b⏎1.0.0, released 2020-01-01⏎    a⏎',
      4,
    ],
  ])('are refused with one version and %s', (_about, text, line) => {
    for (const run of [update, release]) expect(() => run(text)).toThrow(refusal(line))
  })

  it('have categories in brackets, also directly below the version', () => {
    const old = '1.02  2020-01-01⏎  [Added]⏎  - b⏎⏎  [Bug Fixes]⏎  - c⏎⏎1.01  2019-01-01⏎  [Bug Fixes]⏎  - a⏎'
    const text = `{{$NEXT}}⏎  [Bug Fixes]⏎  - d⏎⏎${old}`
    const updated = text.replace('XT}}⏎', () => 'XT}}⏎  [Added]⏎  - NEW⏎⏎')
    expect(update(text)).toBe(linesOf(updated))
    expect(update(updated)).toBe(linesOf(updated.replace('NEW⏎', 'NEW⏎  - NEW⏎')))
    const released = (above: string) => above.replace('XT}}⏎', () => 'XT}}⏎⏎1.03  2026-11-22⏎')
    expect(release(updated)).toBe(linesOf(released(updated)))
    expect(release(text)).toBe(linesOf(released(text)))
  })

  it('have no next version after 0.99 among decimal numbers', () => {
    const text = 'Unreleased⏎⏎- c⏎⏎0.99⏎⏎- b⏎⏎0.098⏎⏎- a⏎'
    expect(read(text).version).toBe('0.99')
    expect(() => release(text)).toThrow(refusal(5, '"0.99"'))
    expect(release(text, 'MAJOR')).toContain('\n\n1.0\n\n')
  })
})

it('a version that is HTML below an anchor is refused when entries would be below it', () => {
  const old = '<a name="1.1.0"/>⏎## 1.1.0⏎⏎### Fixed⏎⏎- b⏎'
  for (const run of [update, release])
    expect(() => run(`## Unreleased⏎⏎- c⏎⏎${old}`)).toThrow(refusal(6, '1.1.0'))
  expect(update(`## Unreleased⏎⏎- c⏎⏎${old.replace('/>', '/>⏎')}`)).toContain('- c\n\n### Added\n\n- NEW\n')
})

describe('a changelog with marks of other tools', () => {
  it.each([
    ['- [1.1.0](#110)⏎⏎<!-- END doctoc -->', '<!-- START doctoc -->⏎'],
    ['[x](y)⏎<!-- END badges -->', '# Log⏎⏎<!-- BEGIN badges -->⏎'],
  ])('has Unreleased below the region that ends with %j', (end, start) => {
    const [above, below] = [`${start}${end}⏎⏎`, '## 1.1.0⏎⏎- a⏎']
    expect(update(above + below)).toBe(linesOf(`${above}## Unreleased⏎⏎### Added⏎⏎- NEW⏎⏎${below}`))
  })

  it.each(['⏎<a name="v1.1.0"></a>⏎', '⏎⏎<a id="v1.1.0"></a>⏎⏎', '⏎<!-- released -->⏎'])(
    'has nothing to release above %j',
    (mark) => {
      expect(release(`## [Unreleased]⏎${mark}## [1.1.0] - 2025-12-08⏎⏎- a⏎`)).toMatchObject({
        kind: 'nothing_to_release',
      })
    },
  )

  it.each([
    '_Not yet released._',
    '> **Note:** This version is not yet released.',
    '.. note:: Not released yet',
  ])('keeps %j under Unreleased', (note) => {
    const [above, below] = [`## Unreleased⏎⏎${note}⏎⏎`, '## 1.1.0⏎⏎- a⏎']
    expect(release(above + below)).toMatchObject({ kind: 'nothing_to_release' })
    const updated = `${above}### Added⏎⏎- NEW⏎⏎${below}`
    expect(update(above + below)).toBe(linesOf(updated))
    expect(release(updated)).toBe(linesOf(updated.replace('### Added', '## 1.2.0⏎⏎### Added')))
  })

  it.each([
    [' ([Github](https://a.b/6.1.0), [PECL](https://c.d/6.1.0))', '6.1.0', '6.2.0'],
    [' [npm](https://a.b/6.1.0) | [diff](https://a.b/compare/v6.0.0...v6.1.0)', '6.1.0', '6.2.0'],
    [
      ' ([diff](https://a.b/compare/v6.0.0...v6.1.0), [notes](https://a.b/6.1.0)) (2026-11-22)',
      '6.1.0',
      '6.2.0',
    ],
  ])('continues all links beside a version: %j', (rest, known, next) => {
    const old = rest.replaceAll(known, '6.0.0').replace('v6.0.0...', 'v5.0.0...')
    const text = `## Unreleased⏎⏎- b⏎⏎## 6.1.0${rest}⏎⏎- a⏎⏎## 6.0.0${old}⏎⏎- a⏎`
    const heading = `## 6.2.0${rest.replaceAll(known, next).replace('v6.0.0...', 'v6.1.0...')}`
    expect(release(text)).toContain(`\n\n${heading}\n\n- b\n`)
  })

  it('does not continue the words of the newest versions that others do not have', () => {
    const versions = [
      '1.1.2 - Bug fixes',
      '1.1.1 - Bug fixes',
      '1.1.0 - Bug fixes',
      '1.0.0 - New parser',
      '0.9.0',
      '0.8.0',
    ]
    const text = ['Unreleased', ...versions].map((heading) => `## ${heading}⏎⏎- a⏎`).join('⏎')
    expect(release(text)).toContain('\n## 1.2.0\n')
  })

  it.each([
    ['1.1.0 - bug fix release', '1.0.0', '0.9.0'],
    ['1.1.0, a stable one', '1.0.0 (alpha)', '0.9.0 (alpha)'],
  ])('is refused with the list item %j above versions that are list items', (newest, ...others) => {
    const text = [newest, ...others].map((version) => `* ${version}⏎⏎  - a⏎`).join('⏎')
    for (const run of [update, release]) expect(() => run(text)).toThrow(refusal(1, newest.slice(0, 8)))
  })

  it.each([
    ['a heading that is HTML', '## [Unreleased]⏎⏎- b⏎⏎<a name="v1.1.0"/>⏎## [1.1.0] - 2025-12-08⏎⏎- a⏎', 6],
    ['numbers that can be decimal', '## Unreleased⏎⏎- b⏎⏎## 3.4⏎⏎- a⏎⏎## 3.25⏎⏎- a⏎', 9],
  ])('has no release with %s', (_about, text, line) => {
    expect(() => release(text)).toThrow(refusal(line))
  })

  it.each([
    ['1.1.0 (stable)', '1.0.0 (first)', '1.2.0'],
    ['2021-02-23 Tool 1.1.0 (Bread Day)', '2021-01-23 Tool 1.0.0 (Pie Day)', '2026-11-22 Tool 1.2.0'],
    [
      '2026.03.06, Version 1.1.0 (Stable), 1cfa32ff59c076ffb6ed735bbc8c18361558661f',
      '2026.02.11, Version 1.0.0 (Stable), b556c0629d0fd250b5feefbc91b84c6f5e3dae48',
      '2026.11.22, Version 1.2.0 (Stable)',
    ],
    ['Changes on 1.1.0 since 1.0.0', 'Changes on 1.0.0 since 0.9.0', 'Changes on 1.2.0 since 1.1.0'],
    [
      '!! Changes 1.1.0 from 1.0.0: 2025-11-01',
      '!! Changes 1.0.0 from 0.9.0: 2025-10-01',
      '!! Changes 1.2.0 from 1.1.0: 2026-11-22',
    ],
    ['= 1.1.0 from v1.0.0 (2025-11-01) =', '= 1.0.0 =', '= 1.2.0 from v1.1.0 (2026-11-22) ='],
  ])('can have versions with a name or a commit: %j', (newest, oldest, next) => {
    const text = `${newest}⏎⏎* b⏎⏎${oldest}⏎⏎* a⏎`
    expect(read(text).releases).toEqual(['1.1.0', '1.0.0'])
    const [, start = '', end = ''] = /^([!=]+ )?.*?( =)?$/.exec(newest) ?? []
    const updated = `${start}Unreleased${end}⏎⏎**Added**⏎⏎* NEW⏎⏎${text}`
    expect(update(text)).toBe(linesOf(updated))
    expect(release(updated)).toBe(linesOf(updated.replace('**Added**', `${next}⏎⏎**Added**`)))
  })

  it.each([
    ['Changes in py-quota 1.3.0', 'Changes in 9.8.1'],
    ['py-quota 1.3.0 (April 2020)', 'quota 9.8.1 (April 2019)'],
    ['1.3.0', 'quota 9.8.1'],
  ])('may have older versions of another product below three newer ones: %s', (newest, other) => {
    const own = ['1.3.0', '1.2.0', '1.1.0'].map((one) => `${newest.replace('1.3.0', one)}⏎- x⏎⏎`).join('')
    const others = ['9.8.1', '9.8.0', '9.7.0'].map((one) => `${other.replace('9.8.1', one)}⏎- y⏎⏎`).join('')
    expect(read(own + others).releases).toEqual(['1.3.0', '1.2.0', '1.1.0'])
    expect(update(own + others)).toBe(linesOf(`Unreleased⏎**Added**⏎- NEW⏎⏎${own}${others}`))
    const [first, second] = [own.split('⏎⏎').slice(0, 2).join('⏎⏎'), own.replaceAll('⏎-', '⏎⏎-')]
    expect(() => update(`${first}⏎⏎${others}`)).toThrow('; the file is unchanged')
    expect(() => update(second + others)).toThrow('; the file is unchanged')
  })

  it.each([
    [
      'version 1.1 - Ada Lovelace, 2021-02-13',
      'version 1.0 - Grace Hopper, 2020-02-13',
      'version 1.2, 2026-11-22',
    ],
    ['1.1 - Ada Lovelace, 13 Feb 2021', '1.0 - Grace Hopper, 13 Feb 2020', '1.2, 22 Nov 2026'],
    ['0.10 23 Febuary 2011', '0.09 4 August 2010', '0.11 22 Nov 2026'],
    ['0.10 (Febuary 3, 2011)', '0.09 (August 4, 2010)', '0.11 (Nov 22, 2026)'],
  ])('can have a person before a comma, or a month with a typing error: %s', (newest, older, next) => {
    const text = `${newest}⏎⏎- x⏎⏎${older}⏎⏎- y⏎`
    const updated = `Unreleased⏎⏎**Added**⏎⏎- NEW⏎⏎${text}`
    expect(update(text)).toBe(linesOf(updated))
    expect(release(updated)).toBe(linesOf(updated.replace('**Added**', `${next}⏎⏎**Added**`)))
  })

  it.each([
    ['Changed in pkg 1.20.0:', 'Unreleased:'],
    ['Changes in pkg 1.20.0', 'Unreleased'],
    ['1.20.0', 'Unreleased'],
  ])(
    'can have a line of number signs above its newest versions, and categories of Markdown: %s',
    (name, above) => {
      const rule = '#'.repeat(60)
      const versions = Array.from({ length: 12 }, (_, index) => name.replace('1.20.0', `1.${20 - index}.0`))
      const ruled = (one: string) => `${rule}⏎${one}⏎⏎### New Features⏎⏎o x⏎⏎`
      const text = versions.map((one, index) => (index < 2 ? ruled(one) : `${one}⏎⏎o x⏎⏎`)).join('')
      const updated = `${rule}⏎${above}⏎⏎### New Features⏎⏎o NEW⏎⏎${text}`
      expect(read(text).releases).toHaveLength(12)
      expect(update(text)).toBe(linesOf(updated))
      const next = `⏎${above}⏎⏎${rule}⏎${name.replace('1.20.0', '1.21.0')}⏎`
      expect(release(updated)).toBe(linesOf(updated.replace(`⏎${above}⏎`, next)))
    },
  )

  it.each([
    ['Plotting⏎--------', 10, true],
    ['### Plotting', 10, true],
    ['## Plotting', 12, true],
    ['Plotting⏎--------', 9, false],
    ['### Plotting in 2.0', 10, false],
  ])(
    'can have the heading %j below the first one of its lines of text when there are %i',
    (heading, count, isRead) => {
      const versions = Array.from({ length: count }, (_, index) => `Version 1.${20 - index}⏎⏎- x⏎`)
      const text = versions.join('⏎').replace('- x⏎', `- x⏎⏎${heading}⏎⏎- y⏎`)
      if (isRead) expect(read(update(text)).unreleased).toEqual(['NEW'])
      else expect(() => update(text)).toThrow('; the file is unchanged')
    },
  )

  it.each([
    ['=', 'tool (1.2.1) - Ada Lovelace <ada@a.b> 2013-02-11', 'tool (1.3.0) - 2026-11-22'],
    ['~', 'tool (1.2) - Ada <ada@a.b> 2013-02-11', 'tool (1.3) - 2026-11-22'],
    ['#', 'tool (v1.2.1) - Ada M. Lovelace <ada@a.b> 11 Feb 2013', 'tool (v1.3.0) - 22 Nov 2026'],
  ])('can have a person behind a version in brackets, in a box of %s', (sign, newest, next) => {
    const box = (text: string) => `${sign.repeat(60)}⏎${text}⏎${sign.repeat(60)}⏎`
    const text = `${box(newest)}⏎- x⏎⏎${box(newest.replace('1.2', '1.1').replace('Ada', 'Augusta Ada'))}⏎- y⏎`
    const updated = `${box('Unreleased')}⏎**Added**⏎⏎- NEW⏎⏎${text}`
    expect(update(text)).toBe(linesOf(updated))
    expect(release(updated)).toBe(linesOf(updated.replace('**Added**', `${box(next)}⏎**Added**`)))
  })

  it('can have names beside the versions of AsciiDoc', () => {
    const text = '= Log⏎⏎== Unreleased⏎⏎Bug Fixes::⏎⏎* b⏎⏎== 1.1.0 (2025-11-15) - @x⏎⏎Bug Fixes::⏎⏎* a⏎'
    expect(release(text)).toContain('\n== 1.2.0 (2026-11-22)\n\nBug Fixes::\n\n* b\n')
  })
})

describe('entries directly below the title', () => {
  const old = '## 1.1.0⏎⏎- b⏎⏎## 1.0.0⏎⏎- a⏎'

  it.each([
    ['a list', '# Changelog⏎⏎', '- c⏎- d⏎', ''],
    ['a list below an underlined title', 'Release notes⏎=============⏎⏎', '* c⏎⏎  More.⏎', ''],
    ['categories', '# History⏎⏎', '### Fixed⏎⏎- c⏎', '### Fixed⏎⏎'],
  ])('are those of the next version: %s', (_name, title, entries, category) => {
    const text = `${title}${entries}⏎${old}`
    expect(read(text).unreleased[0]).toMatch(/^c/)
    expect(release(text)).toBe(linesOf(`${title}## 1.2.0⏎⏎${entries}⏎${old}`))
    const bullet = entries.includes('*') ? '*' : '-'
    const added = `### Added⏎⏎${bullet} NEW⏎⏎`
    const updated = category ? `${title}${added}${entries}⏎${old}` : `${title}${entries}⏎${added}${old}`
    expect(update(text)).toBe(linesOf(updated))
    expect(release(updated)).toBe(linesOf(updated.replace(title, `${title}## 1.2.0⏎⏎`)))
  })

  it('are released after an update that has put a label among them', () => {
    const text = 'Changes⏎=======⏎⏎- c⏎⏎1.0.0 (2020-01-06)⏎------------------⏎⏎- a⏎'
    const updated = update(text)
    expect(updated).toContain('**Added**')
    expect(release(updated.replaceAll('\n', '⏎'))).toBe(
      updated.replace('- c\n', '1.1.0 (2026-11-22)\n------------------\n\n- c\n'),
    )
  })

  it.each([
    ['links', '- [1.1.0](#110)⏎- [1.0.0](#100)⏎'],
    ['versions', '- 2.x is the branch of today⏎- 1.0 is old⏎'],
    ['the meanings of categories', '- `Added` for new features.⏎- `Fixed` for any bug fixes.⏎'],
    ['the meanings of signs', '- ✨ New feature⏎- 🐛 Bug fix⏎'],
    ['what follows a paragraph', 'Signs:⏎⏎- ✨ nice⏎'],
  ])('are none when they are %s', (_name, list) => {
    const text = `# Changelog⏎⏎${list}⏎${old}`
    expect(read(text).unreleased).toEqual([])
    expect(update(text)).toBe(linesOf(text.replace('## 1.1.0', '## Unreleased⏎⏎### Added⏎⏎- NEW⏎⏎## 1.1.0')))
  })

  it.each([
    ['is below', '# Changelog⏎⏎- c⏎⏎## Unreleased⏎⏎- b⏎⏎## 1.0.0⏎⏎- a⏎'],
    [
      'is at the end of versions that ascend',
      '# Log⏎⏎- c⏎⏎## 1.0.0⏎⏎- a⏎⏎## 1.1.0⏎⏎- a⏎⏎## Unreleased⏎⏎- b⏎',
    ],
  ])('are not released when Unreleased %s', (_name, text) => {
    expect(read(text).unreleased).toEqual(['b'])
  })
})

describe('lines of text that are names of categories without entries', () => {
  const old = '## 1.0.0⏎⏎New:⏎⏎- a⏎⏎Bug fixes:⏎⏎- b⏎'

  it.each([
    ['New:⏎⏎', 'New:⏎⏎- NEW⏎⏎'],
    ['New:⏎⏎Bug fixes:⏎⏎', 'New:⏎⏎- NEW⏎⏎Bug fixes:⏎⏎'],
    ['Bug fixes:⏎⏎', 'New:⏎⏎- NEW⏎⏎Bug fixes:⏎⏎'],
  ])('get entries, and are not released: %s', (empty, filled) => {
    const text = `# Log⏎⏎## Unreleased⏎⏎${empty}${old}`
    expect(update(text)).toBe(linesOf(text.replace(empty, filled)))
    expect(release(text)).toMatchObject({ kind: 'nothing_to_release' })
    expect(read(text)).toMatchObject({ unreleased: [], releases: ['1.0.0'] })
  })

  it('are categories when they are the only ones of the file', () => {
    const text = '## Unreleased⏎⏎New:⏎⏎Bug fixes:⏎⏎## 1.0.0⏎⏎- a⏎'
    expect(update(text)).toBe(linesOf(text.replace('New:⏎⏎', 'New:⏎⏎- NEW⏎⏎')))
    expect(release(text)).toMatchObject({ kind: 'nothing_to_release' })
  })
})

it.each([
  [
    'Subversion',
    '----⏎r12 | ann | 2019-03-04 10:11:12 +0100 (Mon, 04 Mar 2019) | 1 line⏎⏎Release 1.2.0⏎----⏎',
    2,
  ],
  ['git', `commit ${'0123456789'.repeat(4)}⏎Author: A <a@b.c>⏎⏎    a⏎⏎1.1.0⏎-----⏎⏎- a⏎`, 1],
  ['Mercurial', 'changeset:   12:0123456789ab⏎user:        ann⏎⏎1.1.0⏎-----⏎⏎- a⏎', 1],
])('a log of %s is no changelog', (_name, text, line) => {
  expect(() => assertReadable(parseChangelog(linesOf(text)))).toThrow(`line ${line}: `)
  expect(() => update(text)).toThrow(`line ${line}: `)
  expect(() => release(text)).toThrow(`line ${line}: `)
})

it('a log below the versions is no reason to refuse an edit', () => {
  const text = '## 1.0.0⏎⏎- a⏎⏎r12 | ann | 2019-03-04 10:11:12 +0100⏎'
  expect(update(text)).toBe(linesOf(`## Unreleased⏎⏎### Added⏎⏎- NEW⏎⏎${text}`))
})

it.each([
  '- version: 1.2.0⏎  changes: |⏎    - b⏎- version: 1.1.0⏎  changes: |⏎    - a⏎',
  '- version: 1.2.0⏎  date: 2020-01-02⏎- version: 1.1.0⏎  date: 2020-01-01⏎',
  '* version: 1.2.0⏎  changes:⏎    * b⏎* version: 1.1.0⏎  changes:⏎    * a⏎',
])('a file in YAML is not edited: %s', (text) => {
  expect(() => update(text)).toThrow('line 1: ')
})

describe('a sentence in the newest version about those to come', () => {
  const text = (sentence: string) => `# Log⏎⏎## 1.1.0⏎⏎${sentence}⏎⏎- b⏎⏎## 1.0.0⏎⏎- a⏎`

  it.each([
    'Release notes are moving to GitHub releases going forward: https://a.b/releases',
    'From now on, the changelog is available at https://a.b/releases.',
    '- Going forward, release notes are published on GitHub.',
  ])('says that the file is no longer edited: %s', (sentence) => {
    expect(() => update(text(sentence))).toThrow('line 5: ')
    expect(() => release(text(sentence))).toThrow('line 5: ')
  })

  it.each([
    'Going forward, images are published on Docker Hub.',
    'Release notes of older versions are no longer maintained.',
    'The changelog is now sorted.',
  ])('can be about something else: %s', (sentence) => {
    expect(update(text(sentence))).toContain('NEW')
  })

  it('is not decisive below Unreleased with entries, or in an older version', () => {
    const sentence = 'Release notes are moving to GitHub going forward.'
    expect(update(text(sentence).replace('## 1.1.0', '## Unreleased⏎⏎- c⏎⏎## 1.1.0'))).toContain('NEW')
    expect(update(`## 1.2.0⏎⏎- c⏎⏎${text(sentence)}`)).toContain('NEW')
  })
})

describe('changes from one version to the next', () => {
  it.each([
    [
      '## Changes from v1.0.0 to v1.1.0',
      '## Changes from v0.9.0 to v1.0.0',
      '## Changes from v1.1.0 to v1.2.0',
    ],
    ['## From 1.0.0 -> 1.1.0', '## From 0.9.0 -> 1.0.0', '## From 1.1.0 -> 1.2.0'],
    [
      '## Changes Between 1.0.0 and 1.1.0',
      '## Changes Between 0.9.0 and 1.0.0',
      '## Changes Between 1.1.0 and 1.2.0',
    ],
    [
      '## Changes between Tool 1.0.0 and 1.1.0 (Feb 2nd, 2017)',
      '## Changes between Tool 0.9.x and 1.0.0',
      '## Changes between Tool 1.1.0 and 1.2.0 (Nov 22nd, 2026)',
    ],
    ['## Between v1.0 and v1.1', '## Between v0.9 and v1.0', '## Between v1.1 and v1.2'],
    ['## CHANGES FROM 1.1 TO 1.1a', '## CHANGES FROM 1.0 TO 1.1', '## CHANGES FROM 1.1a TO 1.2'],
  ])('are those of the next version: %s', (newest, older, next) => {
    const old = `${newest}⏎⏎- b⏎⏎${older}⏎⏎- a⏎`
    const updated = `## Unreleased⏎⏎### Added⏎⏎- NEW⏎⏎${old}`
    expect(update(old)).toBe(linesOf(updated))
    expect(release(updated)).toBe(linesOf(updated.replace('### Added', `${next}⏎⏎### Added`)))
  })

  it('are no release without the next version', () => {
    expect(() => update('## Changes from v1.0.0⏎⏎- a⏎')).toThrow('line 1: ')
  })
})

it.each(['K.Smith', 'K. J. Smith', 'Ł.Ólafs'])('the initials of a person can follow a date: %s', (name) => {
  const old = `1.1.0 2020-01-02 ${name}⏎- b⏎⏎1.0.0 2020-01-01 ${name}⏎- a⏎`
  const updated = `Unreleased⏎**Added**⏎- NEW⏎⏎${old}`
  expect(update(old)).toBe(linesOf(updated))
  expect(release(updated)).toBe(linesOf(updated.replace('⏎', '⏎⏎1.2.0 2026-11-22⏎')))
})

describe('a letter after a version', () => {
  it.each([
    ['## 0.0.1⏎⏎- a⏎⏎## 0.0.1h⏎⏎- b⏎⏎## 0.0.1i⏎⏎- c⏎', '0.0.1i'],
    ['## 1.2a⏎⏎- a⏎⏎## 1.2b⏎⏎- b⏎', '1.2b'],
    ['## 1.2⏎⏎- a⏎⏎## 1.2c⏎⏎- b⏎', '1.2c'],
  ])('shows that versions ascend: %j', (text, version) => {
    expect(read(text).version).toBe(version)
    expect(update(text)).toBe(linesOf(`${text}⏎## Unreleased⏎⏎### Added⏎⏎- NEW⏎`))
    const line = text.split('⏎').indexOf(`## ${version}`) + 1
    expect(() => release(`${text}⏎## Unreleased⏎⏎- x⏎`)).toThrow(refusal(line, 'a version with a letter'))
  })

  it.each([
    '## 0.0.1i⏎⏎- c⏎⏎## 0.0.1h⏎⏎- b⏎⏎## 0.0.1⏎⏎- a⏎',
    '## 1.2b⏎⏎- b⏎⏎## 1.2a⏎⏎- a⏎',
    '## 1.3⏎⏎- c⏎⏎## 1.2c⏎⏎- b⏎⏎## 1.2⏎⏎- a⏎',
  ])('shows that versions descend: %j', (text) => {
    expect(update(text)).toBe(linesOf(`## Unreleased⏎⏎### Added⏎⏎- NEW⏎⏎${text}`))
  })
})

it.each(['Revision history for Tool::Name.', 'Revision history for Perl module Tool', 'Revision History'])(
  'versions can be lines of text directly below %j',
  (title) => {
    const versions = '1.41 Thu Oct 10 2019⏎\t- c⏎1.40a Wed Jan 28 1998⏎\t- b⏎⏎1.40 Wed Jan 21 1998⏎\t- a⏎'
    const text = `${title}⏎${versions}`
    expect(read(text)).toEqual({ version: '1.41', unreleased: [], releases: ['1.41', '1.40a', '1.40'] })
    expect(update(text)).toContain(linesOf(`${title}⏎Unreleased⏎`))
  },
)

it.each([
  ['1.0.8⏎=====⏎⏎* b⏎⏎1.0.7⏎=====⏎⏎* a⏎⏎##### old tool ---⏎# 1.4.16⏎⏎* z⏎⏎# 1.4.15⏎⏎* y⏎', '1.1.0⏎====='],
  ['# 1.1.0⏎⏎- b⏎⏎# 1.0.0⏎⏎- a⏎⏎## Before the fork⏎⏎3.2.0⏎=====⏎⏎- z⏎', '# 1.2.0'],
  ['1.0.8⏎-----⏎⏎* b⏎⏎# Tool, the first one⏎⏎## 1.4.16⏎⏎* z⏎', '1.1.0⏎-----'],
])('higher versions below another heading, in another form, do not count: %j', (text, heading) => {
  const updated = update(text)
  expect(updated.indexOf('NEW')).toBeLessThan(updated.indexOf('* b') + updated.indexOf('- b') + 1)
  expect(release(updated.replaceAll('\n', '⏎'))).toContain(linesOf(`⏎${heading}⏎`))
})

it.each([
  'Release notes are generated from Changesets during publishing.',
  'This file is generated from changelog fragments.',
  'Do not edit this file.',
])('a file that a tool writes can say so at its end: %j', (below) => {
  const text = `# Log⏎⏎## 1.1.0⏎⏎- b⏎⏎## 1.0.0⏎⏎- a⏎⏎All changes are in this file.⏎⏎${below}⏎`
  expect(() => update(text)).toThrow(refusal(13, 'edited by hand', 'edit its source'))
  // A text without lists is that of the version.
  expect(update(`## 1.1.0⏎⏎${below}⏎⏎## 1.0.0⏎⏎${below}⏎`)).toContain('NEW')
})

it.each([
  ['## 1⏎⏎- b⏎⏎## 0.1.2⏎⏎- a⏎', '1'],
  ['## v2⏎⏎- b⏎⏎## v1.9⏎⏎- a⏎', '2'],
  ['# Log⏎⏎## 3⏎⏎### Added⏎⏎- c⏎⏎## 2⏎⏎### Added⏎⏎- b⏎⏎## 1.5.0⏎⏎### Added⏎⏎- a⏎', '3'],
])('one number above a version of the number before it is a version: %j', (text, version) => {
  expect(read(text).version).toBe(version)
  expect(update(text)).toMatch(/## Unreleased\n\n### Added\n\n- NEW\n\n## v?\d\n/)
})

it.each(['## 3⏎⏎- b⏎⏎## 1.2.0⏎⏎- a⏎', '## 2⏎⏎- b⏎⏎## 1⏎⏎- a⏎'])('one number is no version in %j', (text) => {
  expect(() => update(text)).toThrow('; the file is unchanged')
})

it.each(['[2019-10] - 2019-10-31', '2019-10 - 2019-10-31', '[2019-10] (2019-11-02)'])(
  'a month with a day behind it is a version, and none that a bump increments: %j',
  (heading) => {
    const text = `# Log⏎⏎## ${heading}⏎⏎### Added⏎⏎- b⏎⏎## ${heading.replaceAll('2019', '2018')}⏎⏎### Added⏎⏎- a⏎`
    expect(read(text).releases).toEqual(['2019-10', '2018-10'])
    const updated = update(text)
    expect(updated).toMatch(/^# Log\n\n## \[?Unreleased\]?\n\n### Added\n\n- NEW\n\n## \[?2019/)
    expect(() => release(updated)).toThrow(refusal(9, 'got a date "2019-10"'))
  },
)

it.each([':star: New Features', ':sparkles: Added', '✨ New features'])(
  'entries are written below %j, as in other versions',
  (name) => {
    const text = `## 1.1.0⏎⏎### :bug: Bug Fixes⏎⏎- b⏎⏎## 1.0.0⏎⏎### ${name}⏎⏎- a⏎`
    expect(update(text)).toContain(linesOf(`## Unreleased⏎⏎### ${name}⏎⏎- NEW⏎⏎## 1.1.0⏎`))
    expect(update(`## Unreleased⏎⏎### ${name}⏎⏎- x⏎⏎${text}`)).toContain('- x\n- NEW\n')
  },
)

it.each(['v.next', 'v-next', 'V.Next', 'v next'])('a heading %j is the section in progress', (name) => {
  const text = `# Log⏎⏎## ${name}⏎⏎* x⏎⏎## 1.1.0 (2026-01-02)⏎⏎* a⏎`
  expect(read(text)).toEqual({ version: '1.1.0', unreleased: ['x'], releases: ['1.1.0'] })
  expect(release(text)).toContain(linesOf(`## ${name}⏎⏎## 1.2.0 (2026-11-22)⏎⏎* x⏎`))
})

it.each([
  "Individual gem's changelog has been deprecated. Please check the [project changelog](https://a.b/c.md).",
  'This file is deprecated, the changes are in the releases.',
  'The history was deprecated in favour of a wiki.',
])('a file is not edited below a sentence such as %j', (sentence) => {
  const text = `# Changelog⏎⏎${sentence}⏎⏎## 4.4.2⏎⏎- a⏎`
  expect(() => update(text)).toThrow(refusal(3, 'a file of the newest versions', 'leads elsewhere'))
  const other = '# Changelog⏎⏎Old versions are deprecated.⏎⏎## 4.4.2⏎⏎- a⏎'
  expect(update(other)).toContain('- NEW\n')
})

it.each(['<ada@a.b>', 'Ada <ada@a.b>', 'Ada B. Lovelace <ada@a.b>'])(
  'the versions of plain text can have a person after two spaces and the date: %s',
  (person) => {
    const text = `Revision history⏎⏎1.16  2023-02-04  ${person}⏎⏎ - b⏎⏎1.15  2023-01-12  ${person}⏎⏎ - a⏎`
    expect(read(text).releases).toEqual(['1.16', '1.15'])
    expect(release(update(text).replaceAll('\n', '⏎'))).toContain('\n1.17  2026-11-22\n')
  },
)

describe('versions of an older product, whose name the newest one starts with', () => {
  const section = (title: string) => `${title}⏎⏎  * a⏎⏎`

  it.each([
    ['mark-gfm', 'mark'],
    ['tool two', 'tool'],
    ['data.frame', 'data'],
  ])('are versions beside those of %s, but not the current one', (name, older) => {
    const versions = [`${name} 0.2.1 (2 Sep 2022)`, `${older} 0.6 (8 Apr 2019)`, `${name} 0.1.8 (1 Mar 2018)`]
    const text = [...versions, `${older} 0.5.6.3 (1 Feb 2018)`, `${older} 0.5 (1 Feb 2017)`]
      .map(section)
      .join('')
    expect(read(text)).toMatchObject({
      version: '0.2.1',
      releases: ['0.2.1', '0.6', '0.1.8', '0.5.6.3', '0.5'],
    })
    const updated = update(text)
    expect(updated).toMatch(/^Unreleased\n/)
    expect(release(updated.replaceAll('\n', '⏎'))).toContain(`\n${name} 0.3.0 (22 Nov 2026)\n`)
  })

  it('can be those of another one where they have no dates', () => {
    expect(() => update(['mark-gfm 0.2.1', 'mark 0.6', 'mark 0.5'].map(section).join(''))).toThrow('line 3: ')
  })
})

describe('a version of more digits among decimal numbers', () => {
  it.each([
    ['0.46', '0.32', '0.311', '0.31', '0.47'],
    ['1.9', '1.3', '1.25', '1.2', '1.10'],
    ['2.50', '2.41', '2.404', '2.40', '2.51'],
  ])('is not the current one: %s above %s, %s and %s', (newest, above, longer, below, next) => {
    const versions = [newest, above, longer, below]
    const text = `Unreleased⏎⏎ - x⏎⏎${versions.map((one) => `${one} 2020-01-02⏎⏎ - a⏎⏎`).join('')}`
    expect(read(text)).toMatchObject({ version: newest, releases: versions })
    for (const one of [text, text.replace(`${longer} 2020-01-02`, longer)])
      expect(release(one)).toContain(`\n${next} 2026-11-22\n`)
  })

  it('is the current one where the others are counted', () => {
    const versions = ['0.312', '0.311', '0.310'].map((one) => `## ${one}⏎⏎- a⏎⏎`).join('')
    expect(release(`## Unreleased⏎⏎- x⏎⏎${versions}`)).toContain('## 0.313\n')
  })
})

it.each([
  ['1.3.5', '7.6.7', '1.3.0', '1.4.0'],
  ['0.4.3', '4.50.1', '0.4.2', '0.5.0'],
  ['2.1.0', '9.0.1', '2.0.0', '2.2.0'],
])(
  'an older version of a major version without others does not count: %s above %s',
  (newest, wrong, oldest, next) => {
    const versions = [`${newest} (2022-08-02)`, `${wrong} (2022-01-10)`, `${oldest} (2021-05-03)`]
    const text = `## Unreleased⏎⏎- x⏎⏎${versions.map((one) => `## ${one}⏎⏎- a⏎⏎`).join('')}`
    expect(read(text)).toMatchObject({ version: newest, releases: [newest, wrong, oldest] })
    expect(release(text)).toContain(`## ${next} (2026-11-22)\n`)
    // Without dates, or with a later one, the version can be of something else.
    for (const unclear of [text.replaceAll(/ \([\d-]+\)/g, ''), text.replace('2022-01', '2026-12')])
      expect(() => release(unclear)).toThrow(refusal(9, wrong))
  },
)

it.each(['4.2.7.10.gitlab.2', '1.0.2.3.rails.1', '3.2.1.0.vendor.12'])(
  'a version of four numbers can have that of a vendor behind it: %s',
  (version) => {
    const text = `v${version}⏎  - c⏎⏎v1.0.1.9⏎  - b⏎⏎v1.0.0⏎  - a⏎`
    expect(read(text).version).toBe(version)
    expect(update(text)).toMatch(/^Unreleased\n(?:.*\n)? {2}- NEW\n\nv/)
    expect(() => release(`Unreleased⏎  - x⏎⏎${text}`)).toThrow(refusal(4, 'a version of four numbers'))
  },
)

it.each(['#version ', '#Release ', '#v'])(
  'a title such as %j1.1.6 between lines of signs is a version',
  (start) => {
    const section = (version: string) => `#-----------⏎${start}${version}⏎#-----------⏎⏎  * a⏎⏎`
    const text = `${section('1.1.6')}${section('1.1.5')}Older ones:⏎⏎30.11.10 (tool)⏎⏎  * z⏎`
    expect(read(text)).toMatchObject({ version: '1.1.6', releases: ['1.1.6', '1.1.5'] })
    const updated = update(text)
    expect(updated).toMatch(/^#-+\n#Unreleased\n#-+\n/)
    expect(release(updated.replaceAll('\n', '⏎'))).toMatch(new RegExp(`\n#-+\n${start}1.2.0\n#-+\n`))
  },
)

it('blank lines below versions without entries do not count', () => {
  const text = '0.3 2020-01-03⏎⏎0.2 2020-01-02⏎⏎0.1 2020-01-01⏎  - b⏎0.0 2019-01-01⏎  - a⏎'
  expect(update(text)).toMatch(/^Unreleased\n(?:.*\S.*\n)? {2}- NEW\n/)
})

it.each(['## v2.2 — More than four words behind a dash', '## [v2.2]: more than four words behind a colon'])(
  'a sentence can follow a version of two numbers: %s',
  (heading) => {
    const text = `${heading}⏎⏎- b⏎⏎${heading.replace('2.2', '2.1')}⏎⏎- a⏎`
    expect(read(text)).toMatchObject({ version: '2.2', releases: ['2.2', '2.1'] })
    expect(update(text)).toMatch(/^## \[?Unreleased\]?:?\n\n(?:.*\n\n)?- NEW\n\n## /)
  },
)
