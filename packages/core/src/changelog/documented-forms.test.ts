// Tests each example in the tables of two columns of docs/changelog-format.md.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FORMS, findDate, PLACEHOLDERS, parseChangelog, trimPlaceholder } from './document/index.ts'
import { VERSION_BUMPS } from './entry.ts'
import { readHistory } from './history.ts'
import { bumpVersion, SCHEMES, schemeOf } from './version.ts'

const text = readFileSync(new URL('../../../../docs/changelog-format.md', import.meta.url), 'utf8')
const rows = [...text.matchAll(/^ *\| (`[^|]*) \| ([^|]*) \|$/gm)].map(([, examples = '', meaning = '']) => ({
  examples: [...examples.matchAll(/`([^`]+)`/g)].map(([, example = '']) => example),
  meaning,
}))

/** The meaning of a heading above a release, at the level of the versions. */
function meaningOf(heading: string) {
  const level = /^#+/.exec(heading)?.[0] ?? ''
  const document = parseChangelog(`${heading}\n\n- x\n\n${level} 0.1.0\n\n- y\n`)
  const section = document.sections[0]
  return section?.heading.firstLine === 0 ? section.meaning : undefined
}

const entriesBelow = (lines: string) =>
  readHistory(parseChangelog(`## Unreleased\n\n${lines}\n\n## 0.1.0\n`)).unreleased
const datesBelow = (heading: string, lines = '') =>
  readHistory(parseChangelog(`## 1.2.0${heading}\n${lines}\n- x\n`)).releases.map(({ date }) => date)

/** The numbers that the next versions have. 0 when there is none. */
const nextVersions = (version: string) =>
  VERSION_BUMPS.map((bump) => bumpVersion(version, bump)?.split('.').length ?? 0)

/** Whether an example has the meaning of its row, by the start of the description. */
const CHECKS: readonly [start: string, check: (example: string) => void][] = [
  [
    'the Unreleased section, with',
    (one) =>
      expect(meaningOf(one)).toMatchObject({ kind: 'unreleased', planned: /\d+\.\d+\.\d+/.exec(one)?.[0] }),
  ],
  [
    'the Unreleased section, whose',
    (one) => expect(meaningOf(one)).toEqual({ kind: 'unreleased', planned: null }),
  ],
  ['the Unreleased section', (one) => expect(meaningOf(one)).toEqual({ kind: 'unreleased' })],
  [
    'the section of a release of one number',
    (one) => expect(meaningOf(one)).toMatchObject({ kind: 'release', version: '21' }),
  ],
  [
    'the section of a release that is not SemVer',
    (one) => expect(meaningOf(one)).toMatchObject({ kind: 'release', version: one.slice(3) }),
  ],
  [
    'the section of a release, of the last version',
    (one) =>
      expect(meaningOf(one)).toMatchObject({
        kind: 'release',
        version: expect.stringMatching(/^1\.4(?:\.0)?$/),
      }),
  ],
  [
    'the section of a release',
    (one) =>
      expect(meaningOf(one)).toMatchObject({
        kind: 'release',
        version: /\d+\.\d+\.\d+/.exec(one)?.[0],
      }),
  ],
  ['SemVer', (one) => expect(nextVersions(one)).toEqual([3, 3, 3])],
  [
    'has as many',
    (one) => expect(nextVersions(one)[0]).toBe((/^[\d.]*\d/.exec(one)?.[0] ?? '').split('.').length),
  ],
  ['none', (one) => expect(nextVersions(one)).toEqual([0, 0, 0])],
  ['a yanked release', (one) => expect(meaningOf(one)).toMatchObject({ kind: 'release', yanked: true })],
  ['neither', (one) => expect(meaningOf(one)).toBeUndefined()],
  [
    'the date of a release',
    (one) =>
      expect([datesBelow(` - ${one}`), datesBelow('', `\n_Released ${one}_\n`)]).toEqual([
        ['2026-11-21'],
        ['2026-11-21'],
      ]),
  ],
  [
    'a date that is not read',
    (one) => expect([datesBelow(` - ${one}`), findDate(one)?.iso]).toEqual([[null], null]),
  ],
  [
    'a category',
    (one) =>
      expect(entriesBelow(`${one}\n\n- x`)).toEqual([
        { type: one.replaceAll(/[#*_:]+/g, '').trim(), description: 'x' },
      ]),
  ],
  ['an entry', (one) => expect(entriesBelow(one)).toEqual([{ type: null, description: 'a' }])],
  ['a placeholder', (one) => expect(entriesBelow(one)).toEqual([])],
]

it('has an example of each form of the section in progress, and of each scheme of versions', () => {
  const examples = rows.flatMap((row) => row.examples)
  const formsWithout = Object.values(FORMS)
    .flat()
    .filter((words) => !examples.some((one) => new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, 'i').test(one)))
  const schemes = examples.map((one) => schemeOf(one.replace(/^#+ (?:v|Version )?/, ''))?.name)
  expect([formsWithout, SCHEMES.filter(({ name }) => !schemes.includes(name))]).toEqual([[], []])
})

it('finds all rows of the table', () => {
  const documented = rows.map(({ meaning }) => CHECKS.find(([start]) => meaning.startsWith(start))?.[0])
  expect(documented).not.toContain(undefined)
  expect(new Set(documented)).toEqual(new Set(CHECKS.map(([start]) => start)))
})

it.each(
  Object.entries(PLACEHOLDERS).flatMap(([kind, patterns]) =>
    patterns.map((pattern) => [kind, pattern] as const),
  ),
)('has an example of each row of placeholders: %s, %s', (kind, pattern) => {
  const texts = rows.flatMap(({ examples, meaning }) =>
    meaning.startsWith('a placeholder') && meaning.endsWith(kind) ? examples : [],
  )
  expect(
    texts.map((text) => trimPlaceholder(text.replace(/^-(?: |$)/, ''))).filter((one) => pattern.test(one)),
  ).not.toEqual([])
})

describe.each(rows)('$meaning', ({ examples, meaning }) => {
  it.each(examples)('%s', (example) => {
    CHECKS.find(([start]) => meaning.startsWith(start))?.[1](example)
  })
})

it('reads the other places of dates', () => {
  expect([datesBelow('', '> 2026-11-21\n'), datesBelow('', '### 2026-11-21\n')]).toEqual([
    ['2026-11-21'],
    ['2026-11-21'],
  ])
})
