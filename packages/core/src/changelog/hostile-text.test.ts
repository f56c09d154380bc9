// Texts that make a careless regex quadratic. Eight times the text may take about eight times as long: the bound is
// thirty, so that a busy machine does not decide; a quadratic step would take sixty-four times as long.

import { describe, expect, it } from 'vitest'
import { isPlaceholder } from './document/entries.ts'
import { parseChangelog } from './document/index.ts'
import { addToText as addEntries, releaseText as cutRelease } from './edit/testing.ts'
import { readHistory, readParts } from './history.ts'

const SIZE = 20_000
const GROWTH = 8

const MOST_MS = 15_000

/** Milliseconds of the fastest of some runs; of one run when that takes too long anyway. */
function measure(run: () => unknown, runs = 3): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let count = 0; count < runs; count++) {
    const start = performance.now()
    run()
    fastest = Math.min(fastest, performance.now() - start)
    if (fastest > MOST_MS) break
  }
  return fastest
}

function expectLinear(run: (size: number) => unknown, size = SIZE): void {
  run(100)
  const small = measure(() => run(size))
  expect(small).toBeLessThan(MOST_MS)
  const large = measure(() => run(size * GROWTH))
  expect(large).toBeLessThan(MOST_MS)
  expect(large / Math.max(small, 1)).toBeLessThan(30)
}

/** Runs what may be refused; a refusal costs time as well. */
function attempt(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' })
  }
}

const describedAs = (description: string) => [{ type: 'Added' as const, description }]

/** Reads a changelog, adds to it and releases it. */
function useAll(text: string): void {
  attempt(() => readHistory(parseChangelog(text)))
  attempt(() => readParts(parseChangelog(text)))
  attempt(() => addEntries(text, describedAs('b')))
  attempt(() => cutRelease(text, { bump: 'MINOR', date: '2026-11-21' }))
}

it.each([
  ['spaces inside', (size: number) => `a${' '.repeat(size)}b`],
  ['tabs inside', (size: number) => `a${'\t'.repeat(size)}b`],
  ['spaces and line ends', (size: number) => `a${' \n'.repeat(size / 2)}b`],
  ['spaces around', (size: number) => `${' '.repeat(size)}b${' '.repeat(size)}`],
])('reads a description with %s in linear time', (_about, make) => {
  expectLinear((size) => attempt(() => addEntries('', describedAs(make(size)))))
})

it.each(['*', '_', ' ', '`', ')', ']', '-', '.', '!'])(
  'tells in linear time that a text with a run of %j is no placeholder',
  (char) => {
    expectLinear((size) => expect(isPlaceholder(`a${char.repeat(size)}b`)).toBe(false))
    expectLinear((size) => isPlaceholder(`${char.repeat(size)}b${char.repeat(size)}`))
  },
)

// Each makes a file of one long line, or of few, with a run where a reader of lines has to decide something.
const RUNS: readonly (readonly [string, (run: string) => string])[] = [
  ['a line of its own', (run) => `## Unreleased\n\n- a\n\n${run}\n`],
  ['a line that it does not end', (run) => `## Unreleased\n\n- a\n\n${run}x\n`],
  ['a heading', (run) => `## Unreleased\n\n- a\n\n## a${run}x\n\n## ${run}\n\n# ${run}x ${run}\n`],
  ['the heading of a type', (run) => `## Unreleased\n\n### Added${run}x\n\n- a\n`],
  ['the heading of unreleased work', (run) => `## Unreleased ${run}x\n\n- a\n`],
  ['the heading of a version', (run) => `## Unreleased\n\n- a\n\n## [1.0.0] - 2020-01-01${run}x\n`],
  ['the heading of a yanked version', (run) => `## Unreleased\n\n- a\n\n## 1.0.0${run}[YANKED${run}\n`],
  ['a pre-release', (run) => `## Unreleased\n\n- a\n\n## 1.0.0-${run}_\n\n## 1.0.0-a+b${run}_\n`],
  ['a version with a link', (run) => `## Unreleased\n\n- a\n\n## [1.0.0](x${run}y) (2020-01-01)\n`],
  ['a heading over two lines', (run) => `Unreleased\n---\n\n- a\n\na${run}x\n=${run}=\n`],
  ['an entry', (run) => `## Unreleased\n\n- ${run}x\n-${run}x\n  y\n- a${run}x${run}\n`],
  ['an entry of a version', (run) => `## Unreleased\n\n- a\n\n## 1.0.0\n\n*${run}x\n  y\n1.${run}x\n  y\n`],
  ['the line above an entry', (run) => `## Unreleased\n\n${run}\n- a\n`],
  ['a quote', (run) => `## Unreleased\n\n- a\n\n> ${run}x\n>${run}\n`],
  ['a fence', (run) => `## Unreleased\n\n- a\n\n~~~${run}x\n${run}x\n~~~\n`],
  [
    'an HTML block',
    (run) => `## Unreleased\n\n- a\n\n<a ${run}x\n\n<a b${run}x\n\n<a b="${run}x\n\n<div${run}x\n`,
  ],
  ['a comment', (run) => `## Unreleased\n\n- a\n\n<!-- ${run}x\n-->\n`],
  ['a label', (run) => `## Unreleased\n\n- a\n\n[${run}x\n\n[${run}]: x\n`],
  ['a link to a version', (run) => `## Unreleased\n\n- a\n\n## 1.0.0\n\n[1.0.0]: x${run}y\n`],
  ['the title of a link', (run) => `## Unreleased\n\n- a\n\n## 1.0.0\n\n[1.0.0]: x "${run}y\n`],
  [
    'a link that compares',
    (run) =>
      `## Unreleased\n\n- a\n\n## 1.0.0\n\n[unreleased]: x/${run}1.0.0${run}...HEAD${run}x\n[1.0.0]: <x/${run}y>\n`,
  ],
]

// Every sign that means something in a changelog, signs that mean nothing, and signs that mean something together.
const SIGNS = [...'#=-*_`~><[]()!:"\'&\\+./@1aé \t']
const PAIRS = [
  ' #',
  '# ',
  '- ',
  '> ',
  '1.',
  '1.1.1',
  '.1',
  '<a ',
  'a=',
  ' a="" ',
  '](',
  '\\]',
  '\u2028',
  '\ud800',
]
const LINE_ENDS = ['\n', '\r\n', '\r', '-\n', '[a]: b\n']

describe.each(RUNS)('a run in %s', (_about, make) => {
  it('costs linear time', () => {
    const repeat = (unit: string) => (size: number) => useAll(make(unit.repeat(size / unit.length)))
    for (const unit of [...SIGNS, ...PAIRS, ...LINE_ENDS]) {
      // Most runs cost nothing; only the others are measured with care.
      const size = LINE_ENDS.includes(unit) ? SIZE / GROWTH : SIZE
      const started = performance.now()
      repeat(unit)(size * GROWTH)
      if (performance.now() - started > 300) expectLinear(repeat(unit), size)
    }
  }, 120_000)
})

it.each(SIGNS)(
  'a line of a million %j is read, added to and released in time',
  (sign) => {
    const run = sign.repeat(2 ** 20)
    for (const place of [
      'a line of its own',
      'a heading',
      'the heading of a version',
      'an entry',
      'a label',
    ]) {
      const make = RUNS.find(([name]) => name === place)?.[1] ?? expect.fail(`no run in ${place}`)
      expect(measure(() => useAll(make(run)), 1)).toBeLessThan(MOST_MS)
    }
  },
  60_000,
)
