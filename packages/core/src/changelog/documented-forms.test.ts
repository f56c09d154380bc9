// Tests each example in the first table of docs/changelog-format.md.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findDate, parseChangelog } from './document/index.ts'
import { PLACEHOLDERS, trimPlaceholder } from './document/placeholders.ts'
import { readHistory } from './testing.ts'

const text = readFileSync(new URL('../../../../docs/changelog-format.md', import.meta.url), 'utf8')
const rows = [...text.slice(0, text.indexOf('\n## What an update')).matchAll(/^\| (`.*) \| (.*) \|$/gm)].map(
  ([, examples = '', meaning = '']) => ({
    examples: [...examples.matchAll(/`([^`]+)`/g)].map(([, example = '']) => example),
    meaning,
  }),
)

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

/** Whether an example has the meaning of its row, by the start of the description. */
const CHECKS: readonly [start: string, check: (example: string) => void][] = [
  [
    'the Unreleased section, with',
    (one) =>
      expect(meaningOf(one)).toMatchObject({ kind: 'unreleased', planned: /\d+\.\d+\.\d+/.exec(one)?.[0] }),
  ],
  ['the Unreleased section', (one) => expect(meaningOf(one)).toEqual({ kind: 'unreleased' })],
  [
    'the section of a release that is not SemVer',
    (one) =>
      expect(meaningOf(one)).toMatchObject({ kind: 'release', isSemVer: false, version: one.slice(3) }),
  ],
  [
    'the section of a release',
    (one) =>
      expect(meaningOf(one)).toMatchObject({
        kind: 'release',
        isSemVer: true,
        version: /\d+\.\d+\.\d+/.exec(one)?.[0],
      }),
  ],
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

it('finds all rows of the table', () => {
  const documented = rows.map(({ meaning }) => CHECKS.find(([start]) => meaning.startsWith(start))?.[0])
  expect(documented).not.toContain(undefined)
  expect(new Set(documented)).toEqual(new Set(CHECKS.map(([start]) => start)))
})

it.each(PLACEHOLDERS)('has an example of each row of placeholders: %s, %s', (kind, pattern) => {
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
