// Tests that the verification rejects wrong edits, as a faulty editor would make them.
import { describe, expect, it } from 'vitest'
import { parseChangelog } from '../document/index.ts'
import type { Splice } from '../splice.ts'
import { verifyRelease, verifyUpdate, windowsOf } from './verify.ts'

const LOG = `# Log

## [Unreleased]

### Added

- a

## [1.0.0] - 2020-01-01

- old

[Unreleased]: https://example.org/compare/1.0.0...HEAD
[1.0.0]: https://example.org/1.0.0
`

/** Creates an edit that replaces the only occurrence of each string. */
function makeEdit(text: string, replacements: Readonly<Record<string, string>>) {
  const splices = Object.entries(replacements).map(([from, insert]): Splice => {
    expect(text.split(from)).toHaveLength(2)
    const start = text.indexOf(from)
    return { start, end: start + from.length, insert }
  })
  return { before: parseChangelog(text), splices }
}

const update = (replacements: Readonly<Record<string, string>>, text = LOG) => {
  verifyUpdate(makeEdit(text, replacements), ['- new'], 1)
}

describe('verifyUpdate', () => {
  it.each([
    ['the entry', { '- a\n': '- a\n- new\n' }],
    ['the entry and a heading', { '- a\n': '- a\n\n### Fixed\n\n- new\n' }],
  ])('accepts %s', (_name, replacements) => {
    expect(() => update(replacements)).not.toThrow()
  })

  it.each(['- None', '* Nothing yet.', '1. TBD', 'Nothing yet', ' - none', '-', '- ', '1)'])(
    'accepts that %j is replaced',
    (line) => {
      const text = LOG.replace('- a', line)
      expect(() => update({ [`${line}\n`]: '- new\n' }, text)).not.toThrow()
    },
  )

  it.each([
    ['removes an entry', { '- a\n': '- new\n' }, 'an existing entry'],
    ['changes an entry', { '- a\n': '- b\n- new\n' }, 'an existing entry'],
    ['removes a heading', { '### Added\n\n- a\n': '- a\n- new\n' }, 'an existing entry'],
    ['moves text into an entry', { '- a\n': '- a\n  - new\n' }, 'an existing entry'],
    ['adds nothing', { '- a\n': '- a\n\n' }, 'an entry'],
    ['adds the entry twice', { '- a\n': '- a\n- new\n- new\n' }, 'an entry'],
    ['adds a different entry', { '- a\n': '- a\n- other\n' }, 'an entry'],
    ['adds two headings', { '- a\n': '- a\n\n### Fixed\n\n### Changed\n\n- new\n' }, 'a heading'],
    ['adds a paragraph', { '- a\n': '- a\n- new\n\nA paragraph.\n' }, 'a heading'],
    ['adds a definition', { '- a\n': '- a\n- new\n\n[x]: https://x.example\n' }, 'a link definition'],
    [
      'changes a definition',
      { '- a\n': '- a\n- new\n', 'example.org/1.0.0': 'example.org/2' },
      'a link definition',
    ],
  ])('rejects an edit that %s', (_name, replacements, part) => {
    expect(() => update(replacements)).toThrow(
      expect.objectContaining({
        code: 'changelog/edit_refused',
        message: expect.stringContaining(`a change of ${part}`),
      }),
    )
  })
})

const RELEASE = { '## [Unreleased]\n': '## [Unreleased]\n\n## [1.1.0] - 2026-11-22\n' }
const UNRELEASED_LINK = '[Unreleased]: https://example.org/compare/1.0.0...HEAD\n'
const NEW_LINKS = `[Unreleased]: https://example.org/compare/1.1.0...HEAD\n[1.1.0]: https://example.org/1.1.0\n`

const release = (replacements: Readonly<Record<string, string>>, text = LOG) => {
  verifyRelease(makeEdit(text, replacements), '1.1.0')
}

describe('verifyRelease', () => {
  it.each([
    ['a heading', RELEASE],
    ['a heading and its links', { ...RELEASE, [UNRELEASED_LINK]: NEW_LINKS }],
    [
      'a heading that replaces another one',
      { '## [Unreleased]': '## Unreleased\n\n## [1.1.0] - 2026-11-22' },
    ],
    [
      'a line of 2,000 characters',
      { '## [Unreleased]\n': `## [Unreleased]\n\n## 1.1.0${'x'.repeat(1992)}\n` },
    ],
  ])('accepts %s', (_name, replacements) => {
    expect(() => release(replacements)).not.toThrow()
  })

  it.each([
    [
      'adds no heading',
      { '## [Unreleased]\n': '## [Unreleased]\n\n' },
      'expected one heading of the new version, got 0',
    ],
    [
      'adds a different version',
      { '## [Unreleased]\n': '## [Unreleased]\n\n## [1.2.0]\n' },
      'expected one heading of the new version, got 0',
    ],
    [
      'adds the version twice',
      { '## [Unreleased]\n': '## [Unreleased]\n\n## [1.1.0]\n\n## [1.1.0]\n' },
      'expected one heading of the new version, got 2',
    ],
    [
      'adds another heading',
      { '## [Unreleased]\n': '## [Unreleased]\n\n## [1.1.0]\n\n## Other\n' },
      'an existing heading',
    ],
    ['removes an entry', { ...RELEASE, '- a\n': '' }, 'an existing heading'],
    ['changes an entry', { ...RELEASE, '- a\n': '- b\n' }, 'a block that is not a heading'],
    ['adds a paragraph', { '## [Unreleased]\n': '## [Unreleased]\n\nx\n\n## [1.1.0]\n' }, 'a block'],
    ['removes a link', { ...RELEASE, '[1.0.0]: https://example.org/1.0.0\n': '' }, 'a link definition'],
    ['changes a link', { ...RELEASE, 'example.org/1.0.0': 'example.org/2' }, 'a link definition'],
    [
      'adds three links',
      { ...RELEASE, [UNRELEASED_LINK]: `${NEW_LINKS}[x]: https://x.example\n` },
      'a link definition',
    ],
    [
      'adds a longer line',
      { '## [Unreleased]\n': `## [Unreleased]\n\n## 1.1.0${'x'.repeat(1993)}\n` },
      'expected new lines of at most 2000 characters, got 2001 characters',
    ],
  ])('rejects an edit that %s', (_name, replacements, part) => {
    expect(() => release(replacements as Record<string, string>)).toThrow(
      expect.objectContaining({ code: 'changelog/edit_refused', message: expect.stringContaining(part) }),
    )
  })
})

describe('the windows of an edit', () => {
  const items = (count: number, line = (n: number) => `- item ${n}\n`) =>
    Array.from({ length: count }, (_, n) => line(n + 100)).join('')
  const beforeOf = (text: string, replacements: Readonly<Record<string, string>>) =>
    windowsOf(makeEdit(text, replacements)).map(({ before }) => before)

  it.each(['-', '*', '+', '1.', '2)', ' -', '  -', '   -'])(
    'begin two blocks above the change, and end two blocks below it, in a list of %j',
    (bullet) => {
      const text = items(20, (n) => `${bullet} item ${n}\n`)
      const line = (n: number) => `${bullet} item ${n}\n`
      expect(beforeOf(text, { [line(110)]: line(0) })).toEqual([
        line(108) + line(109) + line(110) + line(111) + line(112),
      ])
    },
  )

  it('begin at the start and end at the end when there are fewer blocks', () => {
    expect(beforeOf('intro\n\n- a\n- b\n', { '- a': '- c' })).toEqual(['intro\n\n- a\n- b\n'])
  })

  it('count headings, of both kinds, as blocks', () => {
    const text = 'x\n\n# A\n\nB\n---\n\nC\n===\n\ny\n\n# D\n\n# E\n\n# F\n'
    expect(beforeOf(text, { y: 'z' })).toEqual(['B\n---\n\nC\n===\n\ny\n\n# D\n\n# E\n\n'])
  })

  it('do not count nested items as blocks', () => {
    const text = '- a\n- b\n- c\n    - nested\n    - nested too\n- d\n- e\n- f\n- g\n'
    expect(beforeOf(text, { '- d': '- x' })).toEqual([
      '- b\n- c\n    - nested\n    - nested too\n- d\n- e\n- f\n',
    ])
  })

  it('are joined when they touch or overlap, and contain all changes', () => {
    const text = items(40)
    const countLines = (replacements: Readonly<Record<string, string>>) =>
      beforeOf(text, replacements).map((before) => before.split('\n').length - 1)
    expect(countLines({ 'item 110': 'x', 'item 130': 'z' })).toEqual([4, 4])
    expect(countLines({ 'item 110': 'x', 'item 113': 'y', 'item 130': 'z' })).toEqual([7, 4])
    expect(countLines({ 'item 110': 'x', 'item 114': 'y' })).toEqual([8])
    expect(countLines({ 'item 110': 'x', 'item 115': 'y' })).toEqual([4, 4])
    const [window] = windowsOf(makeEdit(text, { 'item 110': 'x', 'item 114': 'y' }))
    expect(window?.after.match(/[xy]/g)).toEqual(['x', 'y'])
  })

  it.each([
    ['150 lines on a side', 'x\n'.repeat(140), 'x\n'.repeat(298)],
    ['lines of 2,000 characters', `${'x'.repeat(2000)}\n`, `${'x'.repeat(2001)}\n`],
    ['16,384 characters on a side', `${'x'.repeat(1999)}\n`.repeat(7), `${'x'.repeat(1999)}\n`.repeat(17)],
  ])('have fewer blocks around the change when they would exceed %s', (_name, fitting, exceeding) => {
    const text = (filler: string) => `# A\n\n${filler}\n# B\n\n# C\n\nchange\n\n# D\n\n# E\n\n# F\n`
    expect(beforeOf(text(fitting), { change: 'x' })[0]).toContain('# B\n')
    const long = `# A\n\n# B\n\n${exceeding}\n# C\n\nchange\n\n# D\n\n# E\n\n# F\n`
    expect(beforeOf(long, { change: 'x' })).toEqual(['# C\n\nchange\n\n# D\n\n# E\n\n'])
    const above = `# A\n\n# B\n\n# C\n\n${exceeding}\nchange\n\n# D\n\n# E\n\n# F\n`
    expect(beforeOf(above, { change: 'x' })).toEqual(['change\n\n# D\n\n# E\n\n'])
    const below = `# A\n\n# B\n\n# C\n\nchange\n\n${exceeding}\n# D\n`
    expect(beforeOf(below, { change: 'x' })[0]).toMatch(/^# B\n\n# C\n\nchange\n\nx+$/)
  })

  it.each([
    ['the next line with text', `\n \n  # D\n${'y'.repeat(2001)}\n`, '\n \n  # D'],
    ['the start of a long line', `\n\n  ${'y'.repeat(3000)}\n`, `\n\n  ${'y'.repeat(2000)}`],
    ['the change before many blank lines', `${'\n'.repeat(40_000)}# D\n`, ''],
  ])('end with %s when no blocks fit', (_name, rest, context) => {
    const text = `${'x'.repeat(2001)}\nchange${rest}`
    expect(beforeOf(text, { change: 'x' })).toEqual([`change${context}`])
  })
})
