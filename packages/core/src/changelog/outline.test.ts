// Tests what the headings of real changelogs mean together, and which edits follow from them. Each case has its mirror
// image: a similar file with another meaning.
import { describe, expect, it } from 'vitest'
import { parseChangelog } from './document/index.ts'
import { readHistory } from './history.ts'
import { addToText, releaseText } from './testing.ts'

const NEW = [{ type: 'Added' as const, description: 'NEW' }]
const update = (text: string) => addToText(text, NEW)
const release = (text: string, bump: 'MAJOR' | 'MINOR' | 'PATCH' = 'MINOR') => {
  const outcome = releaseText(text, { bump, date: '2026-11-22' })
  return outcome.kind === 'released' ? outcome.text : outcome
}
const historyOf = (text: string) => {
  const { version, unreleased, releases } = readHistory(parseChangelog(text))
  return {
    version,
    unreleased: unreleased.map(({ description }) => description),
    releases: releases.map((one) => [one.version, one.date, one.changes.length]),
  }
}
const refusal = (line: number) =>
  expect.objectContaining({
    code: 'changelog/edit_refused',
    message: expect.stringContaining(`line ${line}: `),
  })

describe('an Unreleased heading below a released version', () => {
  const STALE = '# 1.2.0\n\n- b\n\n# 1.1.3 (Unreleased)\n\n- never shipped\n\n# 1.1.2\n\n- a\n'

  it('is neither Unreleased nor a release', () => {
    expect(historyOf(STALE)).toEqual({
      version: '1.2.0',
      unreleased: [],
      releases: [
        ['1.2.0', null, 1],
        ['1.1.2', null, 1],
      ],
    })
    expect(update(STALE)).toBe(`# Unreleased\n\n## Added\n\n- NEW\n\n${STALE}`)
    expect(release(STALE)).toMatchObject({ kind: 'nothing_to_release' })
  })

  it('does not make the history ambiguous when there are two', () => {
    const text = `${STALE}\n# 1.0.3 (Unreleased)\n\n- no\n\n# 1.0.0\n`
    expect(historyOf(text).releases.map(([version]) => version)).toEqual(['1.2.0', '1.1.2', '1.0.0'])
  })

  it('is Unreleased when the versions ascend', () => {
    const text = '## 1.0.0\n\n- a\n\n## 1.1.0\n\n- b\n\n## Unreleased\n\n- c\n'
    expect(historyOf(text)).toMatchObject({ version: '1.1.0', unreleased: ['c'] })
    expect(update(text)).toContain('- c\n\n### Added\n\n- NEW\n')
  })
})

describe('versions that are not SemVer', () => {
  it.each([
    ['16.1', '## [16.1] - 2026-08-10'],
    ['25.07.1', '## 25.07.1 (2025-07-18)'],
    ['1.77.3.1784', '## 1.77.3.1784'],
    ['5.0.0.rc', '## 5.0.0.rc - 2025-12-31'],
    ['5.0.0.beta.1', '## v5.0.0.beta.1'],
    ['0.5.4', '## mdBook 0.5.4'],
    ['2.3', '## Version 2.3 (2026/04/01)'],
    ['1.4.0', '## @scope/tool@1.4.0'],
    ['1.4.0', '## tool-v1.4.0'],
  ])('are read: %s in %j', (version, heading) => {
    const text = `# Log\n\n${heading}\n\n- a\n\n## 0.1.0\n\n- b\n`
    expect(historyOf(text).releases.map(([name]) => name)).toEqual([version, '0.1.0'])
  })

  it.each([
    '## 3 things about 1.2',
    '## Since 1.2.3',
    '## 1.x',
    '## Node 18.0 and 20.0 are supported from now on by default',
  ])('are not read in %j', (heading) => {
    const text = `# Log\n\n${heading}\n\nText.\n\n## 0.1.0\n\n- b\n`
    expect(historyOf(text).releases.map(([name]) => name)).toEqual(['0.1.0'])
  })

  it('are not read below the level of the versions', () => {
    const text = '## 1.0.0\n\n### Python 3.12\n\n- a\n'
    expect(historyOf(text).releases).toEqual([['1.0.0', null, 1]])
  })

  it('cannot be bumped to a version with more numbers, and the line is named', () => {
    const text = '## Unreleased\n\n- x\n\n## [16.1] - 2026-08-10\n\n- b\n\n## [13.0.8] - 2024-01-01\n\n- a\n'
    expect(historyOf(text).version).toBe('16.1')
    expect(() => release(text, 'PATCH')).toThrow(refusal(5))
    expect(update(text)).toContain('- x\n\n### Added\n\n- NEW\n\n## [16.1]')
  })

  it('can be below the highest version, which is bumped', () => {
    const text = '## Unreleased\n\n- x\n\n## 2.0.0 - 2026-01-01\n\n- b\n\n## 1.9 - 2024-01-01\n\n- a\n'
    expect(release(text)).toContain('## 2.1.0 - 2026-11-22\n')
  })

  it('with the name of the project are continued with the name', () => {
    const text = '# Log\n\n## Unreleased\n\n- x\n\n## mdBook 0.5.4 - 2026-01-01\n\n- a\n'
    expect(release(text)).toContain('## mdBook 0.6.0 - 2026-11-22\n')
  })
})

describe('a planned version', () => {
  const PLANNED =
    '# Log\n\n## 2.4.1 - TBD\n\n### Added\n\n- Nothing.\n\n## 2.4.0 - 2020-09-02\n\n### Added\n\n- a\n'

  it('is the Unreleased section', () => {
    expect(historyOf(PLANNED)).toEqual({
      version: '2.4.0',
      unreleased: [],
      releases: [['2.4.0', '2020-09-02', 1]],
    })
    expect(update(PLANNED)).toBe(PLANNED.replace('- Nothing.', '- NEW'))
  })

  it('is released when the bump gives it, and otherwise refused with both versions', () => {
    const text = update(PLANNED)
    expect(release(text, 'PATCH')).toBe(
      text.replace('## 2.4.1 - TBD', '## Unreleased\n\n## 2.4.1 - 2026-11-22'),
    )
    expect(() => release(text, 'MINOR')).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/line 3: .*"2\.4\.1".*"2\.5\.0"/) }),
    )
  })

  it.each([
    '### 4.0.0 (Next)',
    '### 4.0.0 - upcoming',
    '### [4.0.0] - Unreleased',
    '### 4.0.0 (in progress)',
    '### 4.0.0 - YYYY-MM-DD',
    '### 4.0.0 - 2026-XX-XX',
  ])('is read in %j', (heading) => {
    const text = `# Log\n\n${heading}\n\n* x\n\n### 3.9.0 - 2020-01-01\n\n* a\n`
    expect(historyOf(text)).toMatchObject({ version: '3.9.0', unreleased: ['x'] })
  })

  it.each([
    '## 2.5.0 - Next generation',
    '## 2.5.0 - The main release (2026-01-01)',
    '## 2.5.0 - 2026-01-01 with many things that were unreleased',
    '## 2.5.0 - 2026-01-01',
  ])('is not read in %j', (heading) => {
    const text = `${heading}\n\n- x\n\n## 2.4.0 - 2020-01-01\n`
    expect(historyOf(text)).toMatchObject({ version: '2.5.0', unreleased: [] })
  })
})

describe('other names of the Unreleased section', () => {
  it.each([
    ...[
      'Master',
      'main',
      'VNext',
      'Next',
      'TBD',
      'Upcoming release',
      'HEAD',
      '[Next Version]',
      'Not yet released',
    ],
  ])('include %j', (name) => {
    const text = `# Log\n\n## ${name}\n\n- x\n\n## 1.0.0 - 2020-01-01\n\n- a\n`
    expect(historyOf(text).unreleased).toEqual(['x'])
    expect(update(text)).toContain('- x\n\n### Added\n\n- NEW\n\n## 1.0.0')
    expect(release(text)).toContain(`## ${name}\n\n## 1.1.0 - 2026-11-22\n\n- x\n`)
  })

  it('can be underlined', () => {
    const text = 'TBD\n---\n\n- x\n\n1.0.0\n-----\n\n- a\n'
    expect(release(text)).toBe('TBD\n---\n\n1.1.0\n-----\n\n- x\n\n1.0.0\n-----\n\n- a\n')
  })

  it('do not count below the first version, or at another level', () => {
    expect(historyOf('## 1.0.0\n\n- a\n\n## Next\n\n- b\n').unreleased).toEqual([])
    expect(historyOf('# Next\n\n- b\n\n## 1.0.0\n\n- a\n').unreleased).toEqual([])
  })
})

describe('a heading that is not understood', () => {
  const UNKNOWN = '# Log\n\n## Bleeding edge\n\n- x\n\n## 1.0.0 - 2020-01-01\n\n- a\n'

  it('above the first version is refused, with its line', () => {
    expect(() => update(UNKNOWN)).toThrow(refusal(3))
    expect(historyOf(UNKNOWN).version).toBe('1.0.0')
  })

  it('between Unreleased and the first version makes a release refused, but not an update', () => {
    const text = UNKNOWN.replace('## Bleeding', '## Unreleased\n\n- y\n\n## Bleeding')
    expect(() => release(text)).toThrow(refusal(7))
    expect(update(text)).toContain('- y\n\n### Added\n\n- NEW\n\n## Bleeding edge')
  })

  it.each([
    ['has no entries', UNKNOWN.replace('- x', 'Text about this file.')],
    ['is at the level of the title', UNKNOWN.replace('## Bleeding edge', '# Bleeding edge')],
    ['is below the first version', '## 1.0.0\n\n- a\n\n## Older versions\n\n- See the archive.\n'],
  ])('is no reason to refuse when it %s', (_name, text) => {
    expect(update(text)).toContain('- NEW')
  })

  it.each(['**1.2.0**\n\na\n', '1.2.0\n\na\n', '# Log\n\nv1.2\n\n- a\n'])(
    'can be a paragraph: %j',
    (text) => {
      expect(() => update(text)).toThrow(expect.objectContaining({ code: 'changelog/edit_refused' }))
    },
  )
})

describe('versions at level 3', () => {
  it('get categories one level below, and end at a version that is not SemVer', () => {
    const text = '### 5.0.0 - 2026-01-23\n\n* b\n\n### 5.0.0.rc - 2025-12-31\n\n* a\n'
    expect(historyOf(text).releases).toEqual([
      ['5.0.0', '2026-01-23', 1],
      ['5.0.0.rc', '2025-12-31', 1],
    ])
    expect(historyOf(text).version).toBe('5.0.0')
    expect(update(text)).toBe(`### Unreleased\n\n#### Added\n\n* NEW\n\n${text}`)
  })
})

describe('dates', () => {
  it.each([
    ['(2026/04/01)', '2026-04-01'],
    ['- 2026 07 30', '2026-07-30'],
    ['(July 8th, 2026)', '2026-07-08'],
    ['- 8 Jul 2026', '2026-07-08'],
    ['- Sept. 30, 2026', '2026-09-30'],
    ['- 2026-02-30', null],
    ['- 03/04/2026', null],
  ])('are read in the form %j: %s', (text, date) => {
    expect(historyOf(`## 1.0.0 ${text}\n\n- a\n`).releases).toEqual([['1.0.0', date, 1]])
  })

  it('are written in the form of the file, and not in a file without dates', () => {
    const withDate = (date: string) => `## Unreleased\n\n- x\n\n## 1.0.0${date}\n\n- a\n`
    expect(release(withDate(' (2026/04/01)'))).toContain('## 1.1.0 (2026/11/22)\n')
    expect(release(withDate(' - 2026 04 01'))).toContain('## 1.1.0 - 2026 11 22\n')
    expect(release(withDate(' (July 8th, 2026)'))).toContain('## 1.1.0 (November 22nd, 2026)\n')
    expect(release(withDate(''))).toContain('## 1.1.0\n')
    expect(release('## [Unreleased]\n\n- x\n')).toContain('## [0.1.0] - 2026-11-22\n')
  })
})

describe('the form of a version heading', () => {
  it.each([
    ['## **6.15.0**', '6.15.0', null, '## **6.16.0**'],
    ['## **6.15.0** (2026-01-02)', '6.15.0', '2026-01-02', '## **6.16.0** (2026-11-22)'],
    ['## **6.15.0 / 2026-01-02**', '6.15.0', '2026-01-02', '## **6.16.0 / 2026-11-22**'],
    ['## `6.15.0`', '6.15.0', null, '## `6.16.0`'],
    ['## [**6.15.0**](https://a.b/v6.15.0)', '6.15.0', null, '## [**6.16.0**](https://a.b/v6.16.0)'],
    ['## v6.15.0. / 2026-01-02', '6.15.0', '2026-01-02', '## v6.16.0 / 2026-11-22'],
    ['## 2026-01-02 / 6.15.0', '6.15.0', '2026-01-02', '## 2026-11-22 / 6.16.0'],
    ['## 2026-01-02, Version 6.15.0', '6.15.0', '2026-01-02', '## 2026-11-22, Version 6.16.0'],
  ])('%j is read and continued', (heading, version, date, next) => {
    const text = `# Log\n\n## Unreleased\n\n- x\n\n${heading}\n\n- a\n`
    expect(historyOf(text).releases).toEqual([[version, date, 1]])
    expect(release(text)).toContain(`## Unreleased\n\n${next}\n\n- x\n`)
  })

  it('is not a title at the level of some versions', () => {
    const text = '# Change Log\n\nText.\n\n## 1.1.0\n\n- b\n\n# 1.0.0\n\n- a\n'
    expect(update(text)).toContain('Text.\n\n## Unreleased\n\n### Added\n\n- NEW\n\n## 1.1.0')
  })
})

describe('blank lines', () => {
  const both = [...NEW, { type: 'Changed' as const, description: 'OTHER' }]

  it('are those between categories, and not those below the heading of a version', () => {
    const text =
      '## [Unreleased]\n\n## [1.1.0] - 2026-05-09\n### Added\n- b\n\n### Fixed\n- a\n\n## [1.0.0] - 2026-01-01\n### Added\n- c\n'
    expect(addToText(text, both)).toBe(
      text.replace('[Unreleased]\n', '[Unreleased]\n### Added\n- NEW\n\n### Changed\n- OTHER\n'),
    )
  })

  it('are not doubled in the reverse case', () => {
    const text =
      '## [Unreleased]\n\n## [1.1.0] - 2026-05-09\n\n### Added\n- b\n### Fixed\n- a\n\n## [1.0.0] - 2026-01-01\n\n### Added\n- c\n'
    expect(addToText(text, both)).toBe(
      text.replace('[Unreleased]\n', '[Unreleased]\n\n### Added\n- NEW\n### Changed\n- OTHER\n'),
    )
  })

  it('between versions stay two', () => {
    const text = '# Log\n\n## 1.1.0\n\n- b\n\n\n## 1.0.0\n\n- a\n\n\n## 0.9.0\n'
    const updated = update(text)
    expect(updated).toBe(text.replace('## 1.1.0', '## Unreleased\n\n### Added\n\n- NEW\n\n\n## 1.1.0'))
    expect(release(updated)).toContain('## Unreleased\n\n\n## 1.2.0\n\n### Added\n\n- NEW\n\n\n## 1.1.0')
  })

  it('separate a first release from Unreleased', () => {
    expect(release('# Log\n\n## [Unreleased]\n### Added\n- x\n')).toBe(
      '# Log\n\n## [Unreleased]\n\n## [0.1.0] - 2026-11-22\n### Added\n- x\n',
    )
  })

  it('stay around a category that is inserted above the first one', () => {
    const text = '## [Unreleased]\n### Fixed\n- a\n\n### Security\n- b\n'
    expect(update(text)).toBe(text.replace('### Fixed', '### Added\n- NEW\n\n### Fixed'))
  })
})

it('refuses an update of a file whose headings have numbers that are not versions', () => {
  const text = '# Log\n\n## The 2.0.x line\n\n- a\n'
  expect(() => update(text)).toThrow(refusal(3))
  expect(historyOf('# Log\n\n## v.2.0.0\n\n- a\n').version).toBe('2.0.0')
})

describe('lines in bold in place of the headings of categories', () => {
  const LABELS =
    '## [Unreleased]\n\n**New**\n\n - Nothing yet!\n\n**Changed**\n\n - Nothing yet!\n\n## [1.0.0] - 2020-01-01\n\n**New**\n\n - a\n'

  it('are categories', () => {
    const history = readHistory(parseChangelog(LABELS))
    expect(history.releases[0]?.changes).toEqual([{ type: 'New', description: 'a' }])
    expect(update(LABELS)).toBe(LABELS.replace(' - Nothing yet!', ' - NEW'))
    expect(addToText(LABELS, [{ type: 'Removed', description: 'GONE' }])).toBe(
      LABELS.replace('\n\n## [1', '\n\n**Removed**\n\n - GONE\n\n## [1'),
    )
  })

  it('are not content, so that nothing is released', () => {
    expect(release(LABELS)).toMatchObject({ kind: 'nothing_to_release' })
    expect(release(update(LABELS))).toContain('## [1.1.0] - 2026-11-22\n\n**New**\n\n - NEW\n')
  })

  it('are text in a section with headings', () => {
    const text = '## Unreleased\n\n### Added\n\n- a\n\n**Note**\n\n## 1.0.0\n'
    expect(readHistory(parseChangelog(text)).unreleased).toEqual([{ type: 'Added', description: 'a' }])
  })
})

describe('markers', () => {
  it.each([
    ['<!-- towncrier release notes start -->', 'above'],
    ['<!-- insert new versions below -->', 'above'],
    ['<!-- Released section -->', 'below'],
  ])('%s stays %s the Unreleased section', (marker, position) => {
    for (const [before, after] of [
      ['\n', '\n'],
      ['\n\n', '\n\n'],
    ] as const) {
      const updated = update(`# Log${before}${marker}${after}## 1.0.0\n\n- a\n`)
      expect(updated.indexOf(marker) < updated.indexOf('## Unreleased')).toBe(position === 'above')
      expect(updated.indexOf('## Unreleased')).toBeLessThan(updated.indexOf('## 1.0.0'))
    }
  })

  it('in HTML directly above a version stay with it', () => {
    expect(update('# Log\n\n<a name="1.0.0"></a>\n## 1.0.0\n\n- a\n')).toContain(
      '- NEW\n\n<a name="1.0.0"></a>\n## 1.0.0',
    )
  })
})

describe('links', () => {
  const BASE = 'https://a.b/c'
  const withLinks = (links: string) =>
    release(`## [Unreleased]\n\n- x\n\n## [2.1.2] - 2020-01-01\n\n- a\n\n${links}`)

  it('in headings to a branch of the minor version lead to the new one', () => {
    const text = `## Unreleased\n\n- x\n\n## [v0.42.4](${BASE}/tree/release-0.42)\n\n- a\n`
    expect(release(text)).toContain(`## [v0.43.0](${BASE}/tree/release-0.43)\n`)
    expect(release(text, 'PATCH')).toContain(`## [v0.42.5](${BASE}/tree/release-0.42)\n`)
  })

  it('to tags stay links to tags, also when Unreleased compares', () => {
    const links = `[unreleased]: ${BASE}/compare/v2.1.2...HEAD\n[2.1.2]: ${BASE}/releases/tag/v2.1.2\n[2.1.1]: ${BASE}/releases/tag/v2.1.1\n`
    expect(withLinks(links)).toContain(
      `[unreleased]: ${BASE}/compare/v2.2.0...HEAD\n[2.2.0]: ${BASE}/releases/tag/v2.2.0\n[2.1.2]: `,
    )
  })

  it('of Unreleased that are out of date start from the current version', () => {
    const links = `[Unreleased]: ${BASE}/compare/v2.1.0...HEAD\n[2.1.2]: ${BASE}/compare/v2.1.1...v2.1.2\n`
    expect(withLinks(links)).toContain(
      `[Unreleased]: ${BASE}/compare/v2.2.0...HEAD\n[2.2.0]: ${BASE}/compare/v2.1.2...v2.2.0\n[2.1.2]: `,
    )
  })
})

describe('entries', () => {
  it('are spaced like those of other versions', () => {
    const text = '## Unreleased\n\n### Added\n\n- x\n\n## 1.0.0\n\n### Added\n\n- a\n\n- b\n'
    expect(update(text)).toContain('- x\n\n- NEW\n\n## 1.0.0')
    expect(update(text.replace('- a\n\n', '- a\n'))).toContain('- x\n- NEW\n\n## 1.0.0')
  })
})

it('refuses an update of a file with one version that is a list item', () => {
  expect(() => update('# Log\n\n - 0.0.1 (2012/02/12)\n   - a\n')).toThrow(refusal(3))
})
