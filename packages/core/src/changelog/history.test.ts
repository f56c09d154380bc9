import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { parseChangelog } from './document/index.ts'
import { findVersion, readHistory } from './history.ts'

const parse = (...lines: string[]) => parseChangelog(lines.join('\n'))

/** The error that a call throws. */
function errorOf(call: () => unknown): { code: string; message: string } {
  try {
    call()
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('expected an error')
}

const TWO_UNRELEASED = ['## Unreleased', '', '- a', '', '## Unreleased', '', '## 1.0.0']
const AMBIGUOUS = {
  code: 'changelog/ambiguous',
  message: 'expected one Unreleased heading, got a second one at line 5',
}

describe('readHistory', () => {
  it('reads the versions in the order of the file', () => {
    expect(
      readHistory(
        parse(
          ...['# Log', '', '## [Unreleased]', '', '- a', '', '### Added', '', '- b', '  c', '- None', ''],
          ...['## [1.0.0] - 2026-11-21', '', '### Fixed', '- d', '', '## 2.0.0-rc.1 (May 2026) [yanked]', ''],
          ...['## v0.1.0', '- e'],
        ),
      ),
    ).toEqual({
      version: '2.0.0-rc.1',
      unreleased: [
        { type: null, description: 'a' },
        { type: 'Added', description: 'b\nc' },
      ],
      releases: [
        {
          version: '1.0.0',
          date: '2026-11-21',
          yanked: false,
          changes: [{ type: 'Fixed', description: 'd' }],
        },
        { version: '2.0.0-rc.1', date: null, yanked: true, changes: [] },
        { version: '0.1.0', date: null, yanked: false, changes: [{ type: null, description: 'e' }] },
      ],
      total: 3,
    })
  })

  it.each(['', '# Log\n\n- a\n', '## Unreleased\n'])('reads no versions in %j', (text) => {
    expect(readHistory(parseChangelog(text))).toEqual({
      ...{ version: '0.0.0', unreleased: [], releases: [], total: 0 },
    })
  })

  it('rejects two Unreleased headings', () => {
    expect(errorOf(() => readHistory(parse(...TWO_UNRELEASED)))).toEqual(AMBIGUOUS)
  })

  it.each([
    ['[1.2.0] - 2026-11-21', '1.2.0', '2026-11-21', false],
    ['[1.2.0](https://example.org/2020-01-02) - 2020-01-02', '1.2.0', '2020-01-02', false],
    ['v1.2.0', '1.2.0', null, false],
    ['Version 1.2.0 (2026-11-21)', '1.2.0', '2026-11-21', false],
    ['Release v1.2.0 / 2026-11-21', '1.2.0', '2026-11-21', false],
    ['1.2.0-rc.1 - 2026-11-21', '1.2.0-rc.1', '2026-11-21', false],
    ['1.2.0+build.5', '1.2.0+build.5', null, false],
    ['1.2.0 - 21.11.2026', '1.2.0', '2026-11-21', false],
    ['1.2.0 - 2026-13-01', '1.2.0', null, false],
    ['1.2.0 - 2026-11-32', '1.2.0', null, false],
    ['1.2.0 - 2026-11-211', '1.2.0', null, false],
    ['1.2.0 - 2026-11-21 [YANKED]', '1.2.0', '2026-11-21', true],
    ['1.2.0 [yanked]', '1.2.0', null, true],
    ['1.2.0 yanked', '1.2.0', null, false],
    ['<a id="1.2.0"></a> 1.2.0', '1.2.0', null, false],
  ])('reads the release heading %j', (heading, version, date, yanked) => {
    expect(readHistory(parse(`## ${heading}`)).releases).toEqual([{ version, date, yanked, changes: [] }])
  })

  it.each(['1.2.3_1', 'vv1.2.3', 'Since 1.2.3', '1.2.x'])('reads no release in the heading %j', (heading) => {
    expect(readHistory(parse(`## ${heading}`, '- a')).releases).toEqual([])
  })

  it.each([
    ...['[Unreleased]', 'UNRELEASED', 'Unreleased - TBD', 'main / (unreleased)', '1.2.3 (unreleased)'],
    ...['One two three four five unreleased', 'Unreleased   a   b', '<b>Unreleased</b>'],
  ])('reads the Unreleased heading %j', (heading) => {
    expect(readHistory(parse(`## ${heading}`, '- a')).unreleased).toEqual([{ type: null, description: 'a' }])
  })

  it.each(['All of the unreleased changes here today', 'Unreleased-notes', 'Not_unreleased'])(
    'reads no Unreleased heading in %j',
    (heading) => {
      expect(readHistory(parse(`## ${heading}`, '- a')).unreleased).toEqual([])
    },
  )
})

describe('findVersion', () => {
  it.each([
    [
      'without blank lines at both ends',
      ['## 1.0.0', '', ' \t', '### Added', '', '- a', '', ''],
      '### Added\n\n- a',
    ],
    ['up to the next version', ['## 1.0.0', '- a', '- b', '## 0.1.0', '- c'], '- a\n- b'],
    ['below a setext heading', ['1.0.0', '=====', '- a'], '- a'],
    ['with the indent of their first line', ['## 1.0.0', '', '  - a'], '  - a'],
    ['of a version without lines', ['## 1.0.0', '## 0.1.0', '- a'], ''],
    ['of a version with only blank lines', ['## 1.0.0', '', '## 0.1.0', '- a'], ''],
    ['of a version at the end of the file', ['## 1.0.0', ''], ''],
    ['with a byte order mark', ['\uFEFF## 1.0.0', '', '- a', ''], '- a'],
  ])('locates the notes %s', (_name, lines, expected) => {
    for (const eol of ['\n', '\r\n']) {
      const text = lines.join(eol)
      const [first] = parseChangelog(text).releases
      const { notes } = findVersion(parseChangelog(text), first?.meaning.version ?? '')
      expect(notes).toBe(expected.replaceAll('\n', eol))
    }
  })

  it('reads the Unreleased section in the form of a release', () => {
    expect(findVersion(parse('## Unreleased', '', '- a', '', '## 1.0.0'), 'unreleased')).toEqual({
      release: {
        version: 'unreleased',
        date: null,
        yanked: false,
        changes: [{ type: null, description: 'a' }],
      },
      notes: '- a',
    })
  })

  it('reads no entries and empty notes without an Unreleased section', () => {
    const { release, notes } = findVersion(parse('## 1.0.0', '- a'), 'unreleased')
    expect(release).toEqual({ version: 'unreleased', date: null, yanked: false, changes: [] })
    expect(notes).toBe('')
  })

  it('finds the releases of a file with two Unreleased headings', () => {
    const document = parse(...TWO_UNRELEASED)
    expect(findVersion(document, '1.0.0').release.version).toBe('1.0.0')
    expect(errorOf(() => findVersion(document, 'unreleased'))).toEqual(AMBIGUOUS)
  })

  const versions = parse('## Unreleased', '- a', '## 1.0.0', '## 2.0.0', '## 1.5.0-dev.1')

  it.each([
    ['1.0.0', '1.0.0'],
    ['v2.0.0', '2.0.0'],
    ['1.5.0-dev.1', '1.5.0-dev.1'],
    ['v1.5.0-dev.1', '1.5.0-dev.1'],
    ['latest', '2.0.0'],
    ['unreleased', 'unreleased'],
  ])('finds %s', (name, version) => {
    expect(findVersion(versions, name).release.version).toBe(version)
  })

  it.each(['3.0.0', 'vv1.0.0', '1.0.0v', '1.5.0-de.1', 'LATEST', ''])('rejects %j', (name) => {
    expect(errorOf(() => findVersion(versions, name))).toEqual({
      code: 'changelog/unknown_version',
      message: `expected a version of the changelog, unreleased or latest; got ${JSON.stringify(name)}`,
    })
  })

  it('finds no latest release when there are none', () => {
    expect(errorOf(() => findVersion(parse(''), 'latest'))).toEqual({
      code: 'changelog/unknown_version',
      message: 'expected a changelog with a release, got one without',
    })
  })
})
