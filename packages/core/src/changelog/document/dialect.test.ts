// Tests changelogs in other syntaxes than Markdown. In the tables, ⏎ is a line ending and → a tab. An update adds `NEW` under Fixed.
import { describe, expect, it } from 'vitest'
import type { VersionBump } from '../entry.ts'
import { readHistory } from '../history.ts'
import { addToText, releaseText } from '../testing.ts'
import { parseChangelog } from './parse.ts'

const linesOf = (text: string) => text.replaceAll('⏎', '\n').replaceAll('→', '\t')
const update = (text: string, description = 'NEW') =>
  addToText(linesOf(text), [{ type: 'Fixed', description }])
const release = (text: string, bump: VersionBump = 'MINOR') => {
  const outcome = releaseText(linesOf(text), { bump, date: '2026-11-22' })
  return outcome.kind === 'released' ? outcome.text : outcome
}
const read = (text: string) => {
  const { version, unreleased, releases } = readHistory(parseChangelog(linesOf(text)))
  const entriesOf = (changes: typeof unreleased) =>
    changes.map(({ type, description }) => [type, description].filter((one) => one !== null).join(': '))
  return {
    version,
    unreleased: entriesOf(unreleased),
    releases: releases.map((one) => [one.version, ...entriesOf(one.changes)]),
  }
}

interface Row {
  readonly above?: string
  /** The versions 1.1.0 with the entry b and 1.0.0 with the entry a. */
  readonly old: string
  /** The new title of Unreleased, what an update writes below it, and the title of the new version. */
  readonly unreleased: string
  readonly added: string
  readonly next: string
  /** The lines between versions. */
  readonly between?: string
  readonly b?: string
}

describe.each<[string, Row]>([
  [
    'underlines of stars',
    {
      old: '1.1.0 (2020-01-02)⏎******************⏎⏎- b⏎⏎1.0.0 (2020-01-01)⏎******************⏎⏎- a⏎',
      unreleased: 'Unreleased⏎**********',
      added: '⏎⏎**Fixed**⏎⏎- NEW⏎⏎',
      next: '1.2.0 (2026-11-22)⏎******************',
    },
  ],
  [
    'underlines of tildes',
    {
      above: 'Log⏎===⏎⏎',
      old: '1.1.0⏎~~~~~⏎⏎- b⏎⏎1.0.0⏎~~~~~⏎⏎- a⏎',
      unreleased: 'Unreleased⏎~~~~~~~~~~',
      added: '⏎⏎**Fixed**⏎⏎- NEW⏎⏎',
      next: '1.2.0⏎~~~~~',
    },
  ],
  [
    'lines above and below the titles, and categories',
    {
      above: '#####⏎ Log⏎#####⏎⏎',
      old: '*******⏎ 1.1.0⏎*******⏎⏎Added⏎~~~~~⏎⏎- b⏎⏎*******⏎ 1.0.0⏎*******⏎⏎- a⏎',
      unreleased: '************⏎ Unreleased⏎************',
      added: '⏎⏎Fixed⏎~~~~~⏎⏎- NEW⏎⏎',
      next: '*******⏎ 1.2.0⏎*******',
      b: 'Added: b',
    },
  ],
  [
    'lines that are rules and underlines in Markdown',
    {
      old: '--------------⏎Release: 1.1.0⏎--------------⏎⏎- b⏎⏎--------------⏎Release: 1.0.0⏎--------------⏎⏎- a⏎',
      unreleased: '----------⏎Unreleased⏎----------',
      added: '⏎⏎**Fixed**⏎⏎- NEW⏎⏎',
      next: '--------------⏎Release: 1.2.0⏎--------------',
    },
  ],
  [
    'targets above the titles',
    {
      above: 'Log⏎===⏎⏎',
      old: '.. _v1.1.0:⏎⏎1.1.0⏎-----⏎⏎- b⏎⏎.. _v1.0.0:⏎⏎1.0.0⏎-----⏎⏎- a⏎',
      unreleased: 'Unreleased⏎----------',
      added: '⏎⏎**Fixed**⏎⏎- NEW⏎⏎',
      next: '.. _v1.2.0:⏎⏎1.2.0⏎-----',
    },
  ],
  [
    'a role, and categories at a level that underlines of Markdown do not have',
    {
      above: 'Log⏎###⏎⏎',
      old: '1.1.0⏎=====⏎⏎Fixed⏎^^^^^⏎⏎- b⏎⏎1.0.0⏎=====⏎⏎- a :issue:`1`⏎',
      unreleased: 'Unreleased⏎==========',
      added: '⏎⏎Fixed⏎^^^^^⏎⏎- NEW⏎⏎',
      next: '1.2.0⏎=====',
      b: 'Fixed: b',
    },
  ],
  [
    'bullets and titles of R packages',
    {
      old: '→CHANGES IN pkg VERSION 1.1.0⏎⏎→o b⏎→  more⏎→⏎→CHANGES IN pkg VERSION 1.0.0⏎⏎→o a⏎',
      unreleased: '→Unreleased',
      added: '⏎⏎→**Fixed**⏎⏎→o NEW⏎⏎',
      next: '→CHANGES IN pkg VERSION 1.2.0',
      b: 'b⏎more',
    },
  ],
  [
    'bullets that are full stops',
    {
      old: '1.1.0⏎⏎  . b⏎⏎1.0.0⏎⏎  . a⏎',
      unreleased: 'Unreleased',
      added: '⏎⏎  **Fixed**⏎⏎  . NEW⏎⏎',
      next: '1.2.0',
    },
  ],
  [
    'bullets that are dots',
    {
      old: '1.1.0⏎• b⏎⏎1.0.0⏎• a⏎',
      unreleased: 'Unreleased',
      added: '⏎**Fixed**⏎• NEW⏎⏎',
      next: '1.2.0',
    },
  ],
  [
    'indented titles, which Markdown reads as parts of the item above',
    {
      old: '  CHANGES IN pkg 1.1.0⏎⏎* b⏎⏎  CHANGES IN pkg 1.0.0⏎⏎* a⏎',
      unreleased: '  Unreleased',
      added: '⏎⏎**Fixed**⏎⏎* NEW⏎⏎',
      next: '  CHANGES IN pkg 1.2.0',
    },
  ],
  [
    'a title directly below an underline, and a comment',
    {
      above: '.. :changelog:⏎⏎Release History⏎===============⏎',
      old: '1.1.0 (2020-01-02)⏎++++++++++++++++++⏎* b⏎⏎1.0.0⏎-----⏎* a⏎',
      unreleased: 'Unreleased⏎++++++++++',
      added: '⏎**Fixed**⏎⏎* NEW⏎⏎',
      next: '1.2.0 (2026-11-22)⏎++++++++++++++++++',
    },
  ],
  [
    'lists that are code in Markdown, without blank lines between the versions',
    {
      old: 'pkg 1.1.0⏎    * b⏎      more⏎pkg 1.0.0⏎    * a⏎',
      unreleased: 'Unreleased',
      added: '⏎    **Fixed**⏎    * NEW⏎⏎',
      next: 'pkg 1.2.0',
      b: 'b⏎more',
    },
  ],
  [
    'versions that are list items',
    {
      above: '# Log⏎⏎',
      old: '* 1.1.0⏎  - b⏎* 1.0.0⏎  - a⏎',
      unreleased: '* Unreleased',
      added: '⏎  - NEW⏎',
      next: '* 1.2.0',
      between: '⏎',
    },
  ],
  [
    'lists that are code below underlined versions',
    {
      old: 'Version 1.1.0:⏎---------⏎    - b⏎⏎Version 1.0.0:⏎---------⏎    - a⏎',
      unreleased: 'Unreleased:⏎---------',
      added: '⏎**Fixed**⏎⏎    - NEW⏎⏎',
      next: 'Version 1.2.0:⏎---------',
    },
  ],
  [
    'fields with the date below titles',
    {
      above: '.. changelog:⏎⏎',
      old: '1.1.0⏎=====⏎:release-date: 2 January, 2020⏎:release-by: A⏎⏎- b⏎⏎1.0.0⏎=====⏎:release-date: 1 January, 2020⏎:release-by: A⏎⏎- a⏎',
      unreleased: 'Unreleased⏎==========',
      added: '⏎⏎**Fixed**⏎⏎- NEW⏎⏎',
      next: '1.2.0⏎=====⏎:release-date: 22 November, 2026',
    },
  ],
  [
    'bullets of plain text below underlined versions',
    {
      old: 'pkg 1.1.0⏎=========⏎ o b⏎⏎pkg 1.0.0⏎=========⏎ o a⏎',
      unreleased: 'pkg (development version)⏎=========================',
      added: '⏎Fixed⏎-----⏎ o NEW⏎⏎',
      next: 'pkg 1.2.0⏎=========',
    },
  ],
  [
    'dates with a time and its zone',
    {
      old: '1.1.0 Tuesday January 07 12:21:04 PST 2020:⏎    - b⏎⏎1.0.0 Saturday January 04 23:22:34 PST 2020:⏎    - a⏎',
      unreleased: 'Unreleased:',
      added: '⏎    **Fixed**⏎    - NEW⏎⏎',
      next: '1.2.0 Sunday November 22 2026:',
    },
  ],
  [
    'dates with the name of a time zone',
    {
      old: '1.1.0     2020-01-02 09:45:56-04:00 America/New_York⏎⏎    - b⏎⏎1.0.0     2020-01-01 09:45:56-04:00 America/New_York⏎⏎    - a⏎',
      unreleased: 'Unreleased',
      added: '⏎⏎    **Fixed**⏎⏎    - NEW⏎⏎',
      next: '1.2.0     2026-11-22',
    },
  ],
  [
    'versions without blank lines between them',
    {
      above: 'Log⏎⏎',
      old: '1.1.0⏎ 2 January 2020⏎ - b⏎1.0.0⏎ 1 January 2020⏎ - a⏎',
      unreleased: 'Unreleased',
      added: '⏎⏎ **Fixed**⏎ - NEW⏎⏎',
      next: '1.2.0⏎ 22 November 2026',
    },
  ],
  [
    'versions with links of reStructuredText beside them',
    {
      old: 'Version 1.1.0 -- 2020-01-02 -- site__ -- diff__⏎ * b⏎⏎__ https://a.b/1⏎__ https://a.b/2⏎⏎Version 1.0.0 -- 2020-01-01 -- site__ -- diff__⏎ * a⏎',
      unreleased: 'Unreleased',
      added: '⏎ **Fixed**⏎ * NEW⏎⏎',
      next: 'Version 1.2.0 -- 2026-11-22',
    },
  ],
  [
    'underlined versions that are links of reStructuredText',
    {
      above: 'Log⏎===⏎⏎',
      old: '`V1.1.0 (2020-01-02) <https://a.b/compare/V1.0.0...V1.1.0>`_⏎------------------------------------------------------------⏎⏎* b⏎⏎`V1.0.0 (2020-01-01) <https://a.b/compare/V0.9.0...V1.0.0>`_⏎------------------------------------------------------------⏎⏎* a⏎',
      unreleased: 'Unreleased⏎----------',
      added: '⏎⏎**Fixed**⏎⏎* NEW⏎⏎',
      next: '`V1.2.0 (2026-11-22) <https://a.b/compare/V1.1.0...V1.2.0>`_⏎------------------------------------------------------------',
    },
  ],
  [
    'underlined versions that are links of reStructuredText, with their dates below',
    {
      above: '.. _top:⏎⏎Log⏎+++⏎⏎',
      old: '`1.1.0 <https://a.b/v1.1.0>`__ (2020-01-02)⏎~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~⏎⏎* b⏎⏎`1.0.0 <https://a.b/v1.0.0>`__ (2020-01-01)⏎~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~⏎⏎* a⏎',
      unreleased: 'Unreleased⏎~~~~~~~~~~',
      added: '⏎⏎**Fixed**⏎⏎* NEW⏎⏎',
      next: '`1.2.0 <https://a.b/v1.2.0>`__ (2026-11-22)⏎~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~',
    },
  ],
  [
    'the titles and bullets of Octave',
    {
      old: 'Summary of important user-visible changes for tool 1.1.0 (2020/01/02):⏎-----------------------⏎⏎ ** b⏎⏎Summary of important user-visible changes for tool 1.0.0 (2020/01/01):⏎-----------------------⏎⏎ ** a⏎⏎      * c⏎',
      unreleased: 'Unreleased:⏎-----------------------',
      added: '⏎⏎**Fixed**⏎⏎ ** NEW⏎⏎',
      next: 'Summary of important user-visible changes for tool 1.2.0 (2026/11/22):⏎-----------------------',
    },
  ],
  [
    'titles of plain text of Octave',
    {
      old: 'Summary of changes for tool 1.1.0:⏎⏎ ** b⏎⏎Summary of changes for tool 1.0.0:⏎⏎ ** a⏎',
      unreleased: 'Unreleased:',
      added: '⏎⏎ **Fixed**⏎⏎ ** NEW⏎⏎',
      next: 'Summary of changes for tool 1.2.0:',
    },
  ],
  [
    'versions that are list items above blank lines',
    {
      old: '- 1.1.0 (2020-01-02)⏎⏎    - b⏎⏎- 1.0.0 (2020-01-01)⏎⏎    - a⏎',
      unreleased: '- Unreleased',
      added: '⏎⏎    - NEW⏎⏎',
      next: '- 1.2.0 (2026-11-22)',
    },
  ],
])('%s', (_name, { above = '', old, unreleased, added, next, between = '⏎⏎', b = 'b' }) => {
  const updated = `${above}${unreleased}${added}${old}`
  const released = `${above}${unreleased}${between}${next}${added}${old}`

  it('are read', () => {
    expect(read(above + old)).toEqual({
      version: '1.1.0',
      unreleased: [],
      releases: [
        ['1.1.0', linesOf(b)],
        ['1.0.0', expect.stringMatching(/^a/)],
      ],
    })
  })

  it('get an Unreleased section, and a second entry in it', () => {
    expect(update(above + old)).toBe(linesOf(updated))
    expect(read(updated).unreleased).toEqual([expect.stringMatching(/^(?:Fixed: )?NEW$/)])
    expect(update(updated)).toMatch(/NEW\n[\t ]*(?:\*\*|[-*o.•])[\t ]+NEW\n/)
  })

  it('get a new version', () => {
    expect(release(updated)).toBe(linesOf(released))
    expect(read(released)).toMatchObject({ version: '1.2.0', unreleased: [] })
    expect(update(released)).toContain('NEW')
  })
})

it.each(['* Release 1.4.next in progress', '* 1.4.next', '* Unreleased'])(
  'versions that are list items can have “on” before their date, and a slip in their indent: below %j',
  (name) => {
    const text = `# Log\n\n${name}\n  * x\n\n* Release 1.3.1 on 2025-09-28\n  * b\n * Release 1.3.0 on 2025-09-27\n  * a\n`
    const { version, releases } = readHistory(parseChangelog(text))
    expect([version, releases.map(({ date }) => date)]).toEqual(['1.3.1', ['2025-09-28', '2025-09-27']])
    expect(addToText(text, [{ type: 'Added', description: 'NEW' }])).toBe(text.replace('* x', '* x\n  * NEW'))
  },
)

describe('headlines of Org', () => {
  it.each([
    [
      '# -*- mode: org -*-⏎',
      '* v1.1.0    2022-02-16⏎⏎- b⏎  goes on⏎⏎* v1.0.0    2021-09-28⏎⏎- a⏎',
      'Fixed',
      'v1.2.0    2026-11-22',
    ],
    [
      '',
      '* Version 1.1.0⏎⏎** Bug fixes⏎⏎- b⏎⏎** Features⏎⏎- c⏎⏎* Version 1.0.0⏎⏎- a⏎',
      'Bug fixes',
      'Version 1.2.0',
    ],
  ])('are versions and categories: %j above %j', (above, old, category, next) => {
    const { version, releases } = readHistory(parseChangelog(linesOf(above + old)))
    expect([version, releases[0]?.changes[0]?.description.split('\n')[0]]).toEqual(['1.1.0', 'b'])
    const updated = linesOf(`${above}* Unreleased⏎⏎** ${category}⏎⏎- NEW⏎⏎${old}`)
    expect(update(above + old)).toBe(updated)
    expect(release(updated)).toBe(updated.replace('Unreleased\n', `Unreleased\n\n* ${next}\n`))
    expect(read(updated).unreleased).toEqual([`${category}: NEW`])
  })

  it.each([
    ['', '* 1.1.0⏎** Fix b.⏎** Fix c.⏎⏎* 1.0.0⏎** Fix a.⏎', '', '1.2.0'],
    [
      'tool NEWS                -*- outline -*-⏎⏎',
      '* Noteworthy changes in release 1.1.0 (2020-01-02) [stable]⏎⏎** Support b 2.71.⏎⏎** Fix c⏎   in two lines.⏎⏎* Changes in release 1.0.0 (2020-01-01)⏎⏎** Fix a.⏎⏎* Changes in Tool 0.9.0⏎⏎* Fix x.⏎',
      '⏎',
      'Noteworthy changes in release 1.2.0 (2026-11-22)',
    ],
    [
      '',
      '* Version 1.1.0 (2020-01-02)⏎⏎** lib: Fix b.⏎⏎** API changes:⏎none⏎⏎** Fix c.⏎⏎* Version 1.0.0 (2020-01-01)⏎⏎** Fix a.⏎',
      '⏎',
      'Version 1.2.0 (2026-11-22)',
    ],
  ])('are entries where most are sentences: %j above %j', (above, old, gap, next) => {
    const { version, releases } = read(above + old)
    expect([version, releases[0]?.length]).toEqual(['1.1.0', old.includes('API') ? 4 : 3])
    expect(releases.map(([one]) => one).join()).toMatch(/^1.1.0,1.0.0(?:,0.9.0)?$/)
    const updated = linesOf(`${above}* Unreleased⏎${gap}** NEW⏎⏎${old}`)
    expect(update(above + old)).toBe(updated)
    expect(release(updated)).toBe(updated.replace('Unreleased\n', `Unreleased\n\n* ${next}\n`))
    expect(update(updated)).toContain('** NEW')
  })

  it.each(['-', '+'])('are versions only where the other bullets are %s', (bullet) => {
    const old = `* pkg 1.1.0⏎${bullet} b⏎⏎* pkg 1.0.0⏎${bullet} a⏎`
    expect(read(old).releases).toEqual([
      ['1.1.0', 'b'],
      ['1.0.0', 'a'],
    ])
    const updated = linesOf(`* Unreleased⏎${bullet} Mend x.⏎⏎${old}`)
    expect(update(old, 'Mend x.')).toBe(updated)
    expect(release(updated)).toContain('* pkg 1.2.0\n')
  })

  it('are categories above paragraphs, and new entries are such paragraphs', () => {
    const old = '* 1.1.0⏎⏎** Bug fixes⏎⏎  Fix b.⏎⏎** Build⏎⏎  Fix c.⏎⏎* 1.0.0⏎⏎** Bug fixes⏎⏎  Fix a.⏎'
    expect(read(old).releases).toEqual([
      ['1.1.0', 'Bug fixes: Fix b.', 'Build: Fix c.'],
      ['1.0.0', 'Bug fixes: Fix a.'],
    ])
    expect(update(old, 'Mend x.')).toBe(linesOf(`* Unreleased⏎⏎** Bug fixes⏎⏎  Mend x.⏎⏎${old}`))
  })

  it('are none where the stars are nested lists', () => {
    const text = '* 1.1.0⏎** Fix b⏎** Fix c⏎⏎* 1.0.0⏎** Fix a⏎'
    expect(update(text)).not.toContain('** Fixed')
  })
})

it.each(['* Tool XXX-dev', '* Tool xxx-dev', '* Tool Unreleased'])(
  'versions that are list items beside their entries can have %s above them, and a few other items',
  (name) => {
    const versions = Array.from({ length: 20 }, (_, index) => `* Tool 0.${20 - index}\n- x\n\n`)
    const other = versions.with(9, '* Tool 0.11.1 & 2 - Summer\n- x\n\n').join('')
    const updated = `${name}\n- NEW\n\n${other}`
    expect(addToText(`${name}\n\n${other}`, [{ type: 'Added', description: 'NEW' }])).toBe(updated)
    expect(releaseText(updated, { bump: 'MINOR', date: '2026-11-22' })).toMatchObject({
      text: `${name}\n\n* Tool 0.21\n- NEW\n\n${other}`,
    })
    const mixed = `${name}\n\n${versions.slice(0, 4).join('')}* Other\n\n`
    expect(() => addToText(mixed, [{ type: 'Added', description: 'NEW' }])).toThrow('; the file is unchanged')
  },
)

it('versions that are list items can have text below them', () => {
  const text = '* 1.1.0 [2020-01-02]⏎⏎b⏎⏎* 1.0.0 [2020-01-01]⏎⏎a⏎'
  expect(read(text).version).toBe('1.1.0')
  expect(release(update(text))).toBe(linesOf(`* Unreleased⏎⏎* 1.2.0 [2026-11-22]⏎⏎  - NEW⏎⏎${text}`))
})

it('the link of reStructuredText of Unreleased starts from the new version', () => {
  const text =
    '`Unreleased <https://a.b/compare/v1.0.0...main>`_⏎-------------------------------------------------⏎⏎* c⏎⏎1.0.0⏎-----⏎⏎* a⏎'
  const title = '1.1.0⏎-----⏎⏎'
  expect(release(text)).toBe(linesOf(text.replace('v1.0.0', 'v1.1.0').replace('* c', `${title}* c`)))
})

describe('versions that are links to targets of reStructuredText', () => {
  const title = (name: string) => `${name}⏎${'-'.repeat(name.length)}⏎⏎`
  const section = (name: string, entry: string) => `${title(name)}* ${entry}⏎⏎`
  const target = (base: string, version: string) =>
    `.. _Release ${version}: https://a.b/compare/${base}...${version}⏎`
  const [newest, oldest] = ['`Release 1.1`_ (2020-01-02)', '`Release 1.0`_ (2020-01-01)']

  it.each([
    ['at the end', '', '', target('1.1', '1.2') + target('1.0', '1.1') + target('0.9', '1.0')],
    ['in their sections', `${target('1.1', '1.2')}⏎`, `${target('1.0', '1.1')}⏎`, target('0.9', '1.0')],
  ])('have targets %s', (_name, next, own, end) => {
    const log = `Log⏎===⏎⏎`
    const old = `${section(newest, 'b')}${own}${section(oldest, 'a')}`
    const released = update(log + old + end.replace(target('1.1', '1.2'), ''))
    expect(read(released)).toMatchObject({ version: '1.1', unreleased: ['Fixed: NEW'] })
    const written = section('`Release 1.2`_ (2026-11-22)', 'NEW').replace('* ', '**Fixed**⏎⏎* ')
    const added = `Unreleased⏎----------⏎⏎${written}`
    expect(release(released)).toBe(linesOf(log + added + next + old + end))
  })

  it('move the target of Unreleased on', () => {
    const text = `${section('`Unreleased`_', 'c')}${section('`1.0.0`_', 'a')}.. _Unreleased: https://a.b/compare/v1.0.0...HEAD⏎.. _1.0.0: https://a.b/v1.0.0⏎`
    const released = text
      .replace('* c', `${title('`1.1.0`_')}* c`)
      .replace('v1.0.0...HEAD⏎', 'v1.1.0...HEAD⏎.. _1.1.0: https://a.b/compare/v1.0.0...v1.1.0⏎')
    expect(release(text)).toBe(linesOf(released))
  })

  it('are no versions with a target without a name, whose order counts', () => {
    const text = `${section('`1.0.0`__', 'a')}__ https://a.b/v1.0.0⏎`
    expect(() => update(text)).toThrow('line 1')
  })
})

it('targets of reStructuredText are versions', () => {
  const text = '_`1.0.0` (2020-01-01)⏎---------------------⏎⏎* a⏎'
  expect(release(update(text))).toMatch(/^Unreleased\n-+\n\n_`1\.1\.0` \(2026-11-22\)\n-{21}\n/)
})

it('a link of reStructuredText that does not depend on the version is not copied', () => {
  const text = '`1.0.0 <https://a.b>`_⏎----------------------⏎⏎* a⏎'
  const outcome = releaseText(update(text), { bump: 'MINOR', date: '2026-11-22' })
  const warnings = ['1.1.0 has no link, because the link of 1.0.0 cannot be continued: "https://a.b"']
  expect(outcome).toMatchObject({
    text: expect.stringMatching(/^Unreleased\n-+\n\n1\.1\.0\n-+\n/),
    warnings,
  })
})

it('the line below a title is not shorter than the title', () => {
  expect(update('.. :changelog:⏎⏎1.1.0⏎++++++⏎⏎- a⏎')).toContain('Unreleased\n++++++++++\n')
})

it.each([
  ['reStructuredText', 'Log⏎===⏎⏎Text.⏎⏎1.2.0 (unreleased)⏎------------------⏎⏎', 'Fixed⏎=====⏎⏎- a⏎⏎'],
  ['Markdown', '# Log⏎⏎## Unreleased⏎⏎', '# Fixed⏎⏎- a⏎⏎'],
  ['Markdown with underlines', 'Log⏎===⏎⏎Unreleased⏎----------⏎⏎', 'Fixed⏎=====⏎⏎- a⏎⏎'],
])('categories of a higher level than their version are categories in %s', (_name, above, fixed) => {
  const version = above.includes('##') ? '## 1.1.0⏎⏎' : '1.1.0⏎-----⏎⏎'
  const other = fixed.replace('Fixed', 'Other').replace('- a', '- b')
  const text = `${above}${other}${fixed}${version}${other}${fixed}`
  expect(read(text).unreleased).toEqual(['Other: b', 'Fixed: a'])
  expect(update(text)).toBe(linesOf(text.replace('- a⏎', '- a⏎- NEW⏎')))
  const old = `${version}${fixed}${version.replace('1.1', '1.0')}- c⏎`
  expect(update(above + old)).toBe(linesOf(above + fixed.replace('a⏎', 'NEW⏎') + old))
})

it.each(['^', '~', '"', '+', '*'])(
  'categories above lines of %s are titles, also below versions above dashes',
  (sign) => {
    const line = sign.repeat(5)
    const section = `Added⏎${line}⏎⏎* a⏎⏎Fixed⏎${line}⏎⏎* b⏎⏎`
    const text = `Log⏎===⏎⏎Unreleased⏎----------⏎⏎${section}1.0.0⏎-----⏎⏎${section}`
    expect(update(text)).toBe(linesOf(text.replace('* b⏎', '* b⏎* NEW⏎')))
    expect(read(text).unreleased).toEqual(['Added: a', 'Fixed: b'])
  },
)

describe('lines such as #---- around a heading', () => {
  it.each([
    ['#----------', '## ', ''],
    ['#==========', '# ', ''],
    ['#----------#', '## ', ' ##'],
  ])('belong to it: %s', (line, hashes, end) => {
    const title = (name: string) => `${line}⏎${hashes}${name}${end}⏎${line}⏎⏎`
    const old = `${title('1.1.0')}- b⏎⏎${title('1.0.0')}- a⏎`
    expect(read(old).releases).toEqual([
      ['1.1.0', 'b'],
      ['1.0.0', 'a'],
    ])
    const updated = `${title('Unreleased')}**Fixed**⏎⏎- NEW⏎⏎${old}`
    expect(update(old)).toBe(linesOf(updated))
    expect(release(updated)).toBe(linesOf(updated.replace('**F', `${title('1.2.0')}**F`)))
  })

  it('are text when one of them is missing', () => {
    const text = '# Log⏎⏎## 1.1.0⏎#-----⏎⏎- b⏎⏎## 1.0.0⏎⏎- a⏎'
    expect(read(text).releases.map(([version]) => version)).toEqual(['1.1.0', '1.0.0'])
    expect(update(text)).toContain('## Unreleased\n\n### Fixed')
  })
})

describe('titles above lines that would start a code block', () => {
  it.each([
    ['General', '~', '', '## '],
    ['Bugs fixed', '~', '~~~', '## '],
    ['General', '`', '```', '### '],
  ])(
    'are categories below versions of Markdown: %s above %s, beside code %j',
    (name, sign, fence, hashes) => {
      const title = `${name}⏎${sign.repeat(name.length)}⏎⏎`
      const code = fence && `⏎  ${fence}⏎  x⏎  ${fence}⏎`
      const old = `${hashes}1.1.0⏎⏎${title}- b⏎${code}⏎${hashes}1.0.0⏎${title}- a⏎`
      expect(
        read(old).releases.map(([version, entry]) => [version, entry?.slice(0, name.length + 3)]),
      ).toEqual([
        ['1.1.0', `${name}: b`],
        ['1.0.0', `${name}: a`],
      ])
      const text = `# Log⏎⏎${hashes}Unreleased⏎⏎${title}- c⏎⏎${old}`
      expect(release(text)).toBe(linesOf(text.replace('Unreleased⏎', `Unreleased⏎⏎${hashes}1.2.0⏎`)))
      const added = name === 'General' ? `- c⏎⏎Fixed⏎${sign.repeat(5)}⏎⏎- NEW⏎` : '- c⏎- NEW⏎'
      expect(update(text)).toBe(linesOf(text.replace('- c⏎', added)))
    },
  )

  it('are categories below versions above dashes, which the code would hide', () => {
    const section = (version: string) => `${version}⏎-----⏎⏎General⏎~~~~~~~⏎⏎- x⏎⏎`
    const text = `Log⏎===⏎⏎${section('1.2.0')}${section('1.1.0')}${section('1.0.0')}`
    expect(read(text).releases.map(([version]) => version)).toEqual(['1.2.0', '1.1.0', '1.0.0'])
  })

  it.each([
    ['a line of code ends with the block', 'Run⏎~~~⏎npm i⏎~~~⏎'],
    ['the line is longer than the text', 'Run this:⏎~~~⏎## 2.0.0⏎~~~⏎'],
    ['the code has no end below a title', 'Run this:⏎⏎~~~⏎## 2.0.0⏎~~~⏎⏎Word⏎~~~~⏎## 3.0.0⏎~~~~⏎'],
  ])('are lines of text above code when %s', (_name, code) => {
    const text = `## 1.1.0⏎⏎- b⏎⏎${code}⏎## 1.0.0⏎⏎- a⏎`
    expect(read(text).releases.map(([version]) => version)).toEqual(['1.1.0', '1.0.0'])
    expect(update(text)).toBe(linesOf(`## Unreleased⏎⏎### Fixed⏎⏎- NEW⏎⏎${text}`))
  })
})

it('a list of plain text can have items that start with a sign of headings', () => {
  const text = '2017-02-07 v1.1.0⏎→* b⏎→# Layout⏎2017-02-06 v1.0.0⏎→* a⏎'
  expect(read(text).releases.map(([version]) => version)).toEqual(['1.1.0', '1.0.0'])
  expect(update(text)).toBe(linesOf(`Unreleased⏎→**Fixed**⏎→* NEW⏎⏎${text}`))
})

it.each([
  'Changes in pkg Version 0.x⏎⏎  o a⏎  o b⏎',
  'Changes in pkg Version 0.x⏎⏎  o a⏎⏎Changes in pkg Version 0.2⏎⏎  o b⏎',
  'Some notes⏎⏎  o a⏎⏎Other notes⏎⏎  o b⏎',
  '.. include:: ../HISTORY.rst⏎',
  '=======⏎Changes⏎=======⏎⏎.. include:: ../HISTORY.rst⏎',
  '# Log⏎⏎```{include} ../CHANGELOG.md⏎```⏎',
  'include::../CHANGELOG.adoc[]⏎',
  '--8<-- "CHANGELOG.md"⏎',
  '{% include "../CHANGELOG.md" %}⏎',
  '\\name{NEWS}⏎\\title{News}⏎\\section{Changes in version 0.1}{⏎text⏎}⏎',
])('plain text without a version that is understood is refused: %s', (text) => {
  expect(() => update(text)).toThrow('line ')
})

it('versions that are list items can have an underline, which the next one has, too', () => {
  const title = (from: string, to: string) => `* Changes from version ${from} to ${to}⏎  ------⏎`
  const text = `${title('1.0.1', '1.1.0')}  + works with tool 5.2⏎⏎${title('1.0.0', '1.0.1')}  + a⏎`
  expect(read(text).releases).toEqual([
    ['1.1.0', 'works with tool 5.2'],
    ['1.0.1', 'a'],
  ])
  const updated = `* Unreleased⏎  ------⏎  + NEW⏎⏎${text}`
  expect(update(text)).toBe(linesOf(updated))
  const next = `* Unreleased⏎  ------⏎⏎${title('1.1.0', '1.2.0')}`
  expect(release(updated)).toBe(linesOf(updated.replace('* Unreleased⏎  ------⏎', next)))
})

describe('categories that are list items', () => {
  const old = '## 1.1.0⏎⏎* New features⏎  - b⏎* Bug fixes⏎  - c⏎⏎## 1.0.0⏎⏎* Bug fixes⏎  - a⏎'

  it('are read, and get entries in their lists', () => {
    expect(read(old).releases[0]).toEqual(['1.1.0', 'New features: b', 'Bug fixes: c'])
    const updated = `## Unreleased⏎⏎* Bug fixes⏎  - NEW⏎⏎${old}`
    expect(update(old)).toBe(linesOf(updated))
    expect(update(updated)).toBe(linesOf(updated.replace('NEW', 'NEW⏎  - NEW')))
    expect(release(updated)).toBe(linesOf(updated.replace('⏎⏎', '⏎⏎## 1.2.0⏎⏎')))
  })

  it('can have other names beside known ones, and marks of emphasis', () => {
    const text = '## 1.1.0⏎⏎* Bugfixes⏎  * b⏎⏎* Performance⏎  * c⏎⏎## 1.0.0⏎⏎* Features⏎  * a⏎'
    expect(read(text).releases[0]).toEqual(['1.1.0', 'Bugfixes: b', 'Performance: c'])
    expect(update(text)).toBe(linesOf(`## Unreleased⏎⏎* Bugfixes⏎  * NEW⏎⏎${text}`))
    const bold = text
      .replaceAll(/\* (Bugfixes|Performance|Features)/g, '* **$1**')
      .replace('Bugfixes', 'Changes')
    expect(update(bold)).toBe(linesOf(`## Unreleased⏎⏎* **Bug Fixes**⏎  * NEW⏎⏎${bold}`))
  })

  it('are not copied above a flat list with an indent', () => {
    const text = '## 1.2.0⏎⏎ - c⏎⏎## 1.1.0⏎⏎ - Enhancements⏎   - b⏎⏎## 1.0.0⏎⏎ - Enhancements⏎   - a⏎'
    const updated = addToText(linesOf(text), [{ type: 'Fixed', description: 'The end' }])
    expect(updated).toBe(linesOf(`## Unreleased⏎⏎### Fixed⏎ - The end⏎⏎${text}`))
  })

  it('are not copied above the flat list of the newest version', () => {
    const text = `## 2.0.0⏎⏎- d⏎⏎${old.replaceAll('*', '-')}`
    const updated = addToText(linesOf(text), [{ type: 'Fixed', description: 'The end' }])
    expect(updated).toBe(linesOf(`## Unreleased⏎⏎### Bug fixes⏎- The end⏎⏎${text}`))
    expect(read(updated).unreleased).toEqual(['Bug fixes: The end'])
  })

  it.each([
    ['an item without a list is among them', old.replace('## 1.0.0', '* d⏎⏎## 1.0.0')],
    ['one has no list', old.replace('  - c⏎', '')],
    ['there is one', '## 1.0.0⏎⏎* Bug fixes⏎  - a⏎'],
  ])('are entries when %s', (_name, text) => {
    expect(read(text).releases[0]?.[1]).toMatch(/^(?:New features|Bug fixes)\n- /)
  })
})

it.each([
  ['a fence below a line of text', '# Log⏎⏎Example⏎~~~~~~~⏎## 9.9.9⏎~~~~~~~⏎⏎## 1.0.0⏎⏎- a⏎'],
  ['code that looks like a title', '# Log⏎⏎    2.0.0⏎⏎## 1.0.0⏎⏎- a⏎'],
  ['a list of versions', '# Log⏎⏎## 1.0.0⏎⏎- 2.0.0⏎  - b⏎- 3.0.0⏎  - c⏎'],
  ['a word that is a bullet of plain text', '# Log⏎⏎## 1.0.0⏎⏎- a⏎⏎  o b⏎'],
])('Markdown is read as Markdown, also with %s', (_name, text) => {
  expect(read(text).releases.map(([version]) => version)).toEqual(['1.0.0'])
})

it('has no next version after that of an R package with a revision', () => {
  const text = '→CHANGES IN pkg VERSION 1.1-7⏎⏎FIXES⏎⏎→CHANGES IN pkg VERSION 1.1-5⏎'
  expect(read(text)).toMatchObject({ version: '1.1-7' })
  expect(() => release(update(text))).toThrow('"1.1-7"')
  const long = text.replaceAll('1.1-', '0.9.12-4.')
  expect(() => release(update(long))).toThrow('"0.9.12-4.7"')
})

describe('lines with a colon above the lists of plain text', () => {
  const old = '1.1.0⏎    General:⏎    * b⏎⏎    Examples:⏎    * c⏎⏎1.0.0⏎    General:⏎    * a⏎'

  it('are categories, and a new one is like them', () => {
    expect(read(old).releases[0]).toEqual(['1.1.0', 'General: b', 'Examples: c'])
    const updated = `Unreleased⏎    Fixed:⏎    * NEW⏎⏎${old}`
    expect(update(old)).toBe(linesOf(updated))
    expect(update(updated)).toBe(linesOf(updated.replace('NEW', 'NEW⏎    * NEW')))
    expect(release(updated)).toBe(linesOf(updated.replace('⏎', '⏎⏎1.2.0⏎')))
  })

  it.each([
    ['one has no colon', old.replace('Examples:', 'Examples')],
    ['there is one', old.replaceAll('General:⏎    *', '*')],
  ])('are none when %s', (_name, text) => {
    expect(read(text).releases[0]?.join()).not.toContain('Examples')
    expect(update(text)).toContain('**Fixed**')
  })
})

it('a new category has an underline where older ones are list items above nested lists', () => {
  const old =
    '1.2.0⏎=====⏎⏎* b⏎⏎1.1.0⏎=====⏎⏎* Bug fixes⏎⏎  * c⏎⏎* Features⏎⏎  * d⏎⏎1.0.0⏎=====⏎⏎* Bug fixes⏎⏎  * a⏎'
  expect(update(old, 'Mend x.')).toContain('==========\n\nBug fixes\n---------\n\n* Mend x.\n\n1.2.0\n')
})

describe('one line above the lists of plain text', () => {
  it.each([
    ['BUG FIXES', 'BUG FIXES'],
    ['Bug fixes:', 'Bug fixes:'],
    ['[ Bug fixes ]', '[ Bug fixes ]'],
  ])('is a category with capitals, a colon or brackets: %s', (line, own) => {
    const old = `1.1.0⏎⏎${line}⏎⏎    o b⏎⏎1.0.0⏎⏎    o a⏎`
    expect(read(old).releases[0]).toEqual(['1.1.0', expect.stringMatching(/^bug fixes: b$/i)])
    expect(update(old)).toBe(linesOf(`Unreleased⏎⏎${own}⏎⏎    o NEW⏎⏎${old}`))
  })

  it('is text without them', () => {
    const old = '1.1.0⏎⏎Bug fixes⏎⏎    o b⏎⏎1.0.0⏎⏎    o a⏎'
    expect(update(old)).toContain('**Fixed**')
  })

  it('can have signs of RDoc', () => {
    const old = '=== 1.1.0⏎⏎==== Bug fixes⏎⏎* b⏎⏎=== 1.0.0⏎⏎==== Enhancements⏎⏎* a⏎'
    expect(read(old).releases).toEqual([
      ['1.1.0', 'Bug fixes: b'],
      ['1.0.0', 'Enhancements: a'],
    ])
    expect(update(old)).toBe(linesOf(`=== Unreleased⏎⏎==== Bug fixes⏎⏎* NEW⏎⏎${old}`))
  })
})

describe('paragraphs in place of lists', () => {
  it('can be beside an entry of two paragraphs, which is a list item', () => {
    const fixed = (version: string, entry: string) => `## ${version}\n\n### Fixed\n\n${entry}.\n\n`
    const text = fixed('Unreleased', 'Mend x') + fixed('1.1.0', 'Fix b') + fixed('1.0.0', 'Fix a')
    const entries = [{ type: 'Added', description: 'a\n\nb' }] as const
    expect(addToText(text, entries)).toBe(text.replace('### Fixed', '### Added\n\n- a\n\n  b\n\n### Fixed'))
  })

  const MARKDOWN = '## 1.1.0⏎⏎### Bug fixes⏎⏎Fix b.⏎⏎Fix c⏎twice.⏎⏎## 1.0.0⏎⏎### Bug fixes⏎⏎Fix a.⏎'

  it('are entries, and so are new ones', () => {
    expect(read(MARKDOWN).releases).toEqual([
      ['1.1.0', 'Bug fixes: Fix b.', 'Bug fixes: Fix c\ntwice.'],
      ['1.0.0', 'Bug fixes: Fix a.'],
    ])
    const once = '## Unreleased⏎⏎### Bug fixes⏎⏎Mend x.⏎⏎'
    expect(update(MARKDOWN, 'Mend x.')).toBe(linesOf(once + MARKDOWN))
    const twice = `${once}Mend y.⏎⏎${MARKDOWN}`
    expect(update(once + MARKDOWN, 'Mend y.')).toBe(linesOf(twice))
    expect(release(twice)).toBe(linesOf(twice).replace('Unreleased\n', 'Unreleased\n\n## 1.2.0\n'))
    expect(read(twice).unreleased).toEqual(['Bug fixes: Mend x.', 'Bug fixes: Mend y.'])
  })

  it.each([
    ['an indent', 'version 1.1⏎⏎        fixed b⏎⏎version 1.0⏎⏎        fixed a⏎', '        '],
    ['a tab', '1.1  2020-01-02⏎→Fixed b.⏎→Fixed c.⏎⏎1.0  2020-01-01⏎→Fixed a.⏎', '→'],
    ['no indent', 'Version 1.1 (2020-01-02)⏎Fixed b.⏎⏎Version 1.0 (2020-01-01)⏎Fixed a.⏎', ''],
    [
      'a bullet that is code, below versions that are lines of text',
      `${['1.4', '1.3', '1.2', '1.1', '1.0'].map((one) => `Tool ${one}⏎    - b⏎    - c⏎⏎`).join('')}Tool 0.9⏎⏎  * z⏎`,
      '    - ',
    ],
  ])('with %s below lines of text are entries, and a category has their place', (_about, text, bullet) => {
    const gap = text.startsWith('version') ? '⏎⏎' : '⏎'
    const label = `${bullet.replace('- ', '')}**Fixed**`
    const updated = linesOf(`Unreleased${gap}${label}${gap}${bullet}Mend x.⏎⏎${text}`)
    expect(update(text, 'Mend x.')).toBe(updated)
    expect(release(updated)).toContain('**Fixed**')
    expect(read(updated).unreleased).toEqual(['Fixed: Mend x.'])
  })

  it.each([
    ['two paragraphs', 'Mend x.\n\nMend y.', '- Mend x.\n\n  Mend y.'],
    ['a list', 'Mend:\n- x', '- Mend:\n  - x'],
    ['the name of a category', 'New', '- New'],
    ['a quote', '> Mend x.', '- > Mend x.'],
  ])('are no form for a new entry of %s', (_about, description, item) => {
    expect(update(MARKDOWN, description)).toContain(`### Bug fixes\n\n${item}\n\n`)
  })

  it.each([
    ['beside lists', '## 1.1.0⏎⏎Fix b.⏎⏎## 1.0.0⏎⏎- a⏎'],
    ['of one version', '## 1.1.0⏎⏎Fix b.⏎'],
    ['that are dates', '## 1.1.0⏎⏎_Released 2020-01-02_⏎⏎## 1.0.0⏎⏎_Released 2020-01-01_⏎'],
    ['that consist of links', '## 1.1.0⏎⏎[Notes](https://a.b/1.1)⏎⏎## 1.0.0⏎⏎https://a.b/1.0⏎'],
    ['that say that there is nothing', '## 1.1.0⏎⏎_No user-visible changes._⏎⏎## 1.0.0⏎⏎Nothing new.⏎'],
    ['of tools without changes', '## 1.1.0⏎⏎Version bump only for a.⏎⏎## 1.0.0⏎⏎Version bump only for a.⏎'],
  ])('are none %s', (_about, text) => {
    expect(
      read(text)
        .releases.flatMap(([, ...entries]) => entries)
        .filter((one) => one !== 'a'),
    ).toEqual([])
    expect(update(text, 'Mend x.')).toContain('\n- Mend x.\n')
  })

  it('are none above the versions', () => {
    const text = `# Changelog⏎⏎All changes of the tool.⏎⏎${MARKDOWN}`
    expect(read(text).unreleased).toEqual([])
    expect(update(text, 'Mend x.')).toBe(
      linesOf(text.replace('## 1.1', '## Unreleased⏎⏎### Bug fixes⏎⏎Mend x.⏎⏎## 1.1')),
    )
  })
})

it.each(['stable', 'beta', 'alpha'])('the NEWS of GNU can have [%s] after the date of a version', (word) => {
  const rest = '** Bug Fixes⏎⏎- a⏎⏎'
  const old = `* Major changes in release 1.0.0, 2020-01-01⏎⏎${rest}* Major changes in release 0.9.0, 2019-01-01⏎⏎${rest}`
  const text = `* Noteworthy changes in release 1.1.0 (2021-01-01) [${word}]⏎⏎${rest}${old}`
  expect(read(text).version).toBe('1.1.0')
  expect(update(text, 'Mend x.')).toBe(linesOf(`* Unreleased⏎⏎** Bug Fixes⏎⏎- Mend x.⏎⏎${text}`))
})

it.each([
  ['Docs', 'Documentation'],
  ['Fixes', 'Bug fixes'],
])('list items such as %s are entries where headings are categories', (first, second) => {
  const text = `## 1.0.0⏎⏎### Fixed⏎⏎- ${first}⏎  - a⏎- ${second}⏎  - b⏎⏎## 0.9.0⏎⏎### Added⏎⏎- ${first}⏎  - c⏎`
  expect(read(text).releases[0]?.[1]).toMatch(new RegExp(`^Fixed: ${first}\n- a`))
})

it.each([
  ['Version 0.2-2:, Version 0.2-1:, Version 0.2:, Version 0.1-4:', 'Version 0.3:'],
  ['1.4-1, 1.4, 1.3-2, 1.3', '1.5'],
  ['1.4.0-2, 1.4.0-1, 1.3.0', undefined],
  ['1.4-1, 1.3-2, 1.2-1', undefined],
  ['1.4-1, 1.4-0, 1.3-2', '1.5-0'],
])('the minor version after %s has a revision only where minor versions have one', (versions, next) => {
  const text = versions.replaceAll(/([^,]+)(?:, |$)/g, '$1⏎⏎  - a⏎⏎')
  if (next) expect(release(update(text))).toContain(`\n${next}\n`)
  else expect(() => release(update(text))).toThrow('a version with a revision')
})

it.each([
  ['a name after a spaced colon', '0.2⏎ - a⏎⏎0.1 : First version⏎ - b⏎', '0.3'],
  ['a name after a bracket', '0.2⏎ - a⏎⏎0.1 (First one)⏎ - b⏎', '0.3'],
  ['its date and version above', ':Date: 2018-08-28⏎:Version: 0.3.0⏎⏎0.3.0⏎    * a⏎⏎0.2.1⏎    * b⏎', '0.4.0'],
  [
    'a person after its date',
    'Ver 0.3 2019-01-07 Ada Lovelace⏎   a⏎Ver 0.2 2018-01-07 Bob Ross⏎   b⏎',
    'Ver 0.4 2026-11-22',
  ],
  [
    'a person after its name and date',
    'v0.3 (2019-01-07) Ada Lovelace⏎- a⏎⏎v0.2 (2018-01-07) Bob Ross⏎- b⏎',
    'v0.4 (2026-11-22)',
  ],
  ['its version above', 'Log⏎:Version: 0.3.0⏎⏎0.3.0⏎    * a⏎⏎0.2.1⏎    * b⏎', '0.4.0'],
])('a version that is a line of text can have %s', (_name, text, next) => {
  expect(release(update(text))).toContain(`\n${next}\n`)
})

it.each([
  ['another version', ':Version: 0.4.0⏎⏎0.3.0⏎    * a⏎⏎0.2.1⏎    * b⏎', 'line 3'],
  ['a longer version', ':Version: 0.3.0.1⏎⏎0.3.0⏎    * a⏎⏎0.2.1⏎    * b⏎', 'line 3'],
  ['a version with words', '0.3 - Ada Lovelace⏎   a⏎⏎0.2.2⏎   b⏎⏎0.2.1⏎   c⏎', 'line 1'],
  ['a series', 'version 1.25.xx (2019)⏎+ a⏎⏎version 1.0.0: (2013-03-29)⏎+ b⏎', 'line 1'],
  ['another series', '1.25.x⏎+ a⏎⏎1.0.0⏎+ b⏎⏎## c⏎', 'line 1'],
])('%s above versions that are lines of text is not understood', (_name, text, line) => {
  expect(() => update(text)).toThrow(`${line}: expected`)
})
