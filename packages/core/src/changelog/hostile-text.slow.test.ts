// Tests that malicious texts take linear time. Each text has a long run of characters on which a regular
// expression could take quadratic time. A text of 8 times the length would then take 64 times as long. The
// tests allow 40 times, because a busy machine makes the garbage collection of a long run several times slower.
import { describe, expect, it } from 'vitest'
import { isPlaceholder, parseChangelog } from './document/index.ts'
import { findVersion, readHistory } from './history.ts'
import { addToText as addEntries, releaseText as cutRelease, measureCpuMs } from './testing.ts'

/** Length of a run, in UTF-16 code units. */
const SIZE = 8_000
/** The factor between the shorter and the longer run. */
const GROWTH = 8
/** Maximum growth of the time. */
const MAX_TIME_GROWTH = 40
/** A slow machine collects garbage for 100 ms in a run that takes 4 ms, so shorter times say nothing. */
const MIN_MS = 5
const MAX_MS = 15_000

/** The processor time of the fastest of some calls, in milliseconds. Stops after a call over the maximum. */
function measureMs(run: () => unknown, calls = 3): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let count = 0; count < calls; count++) {
    fastest = Math.min(fastest, measureCpuMs(run))
    if (fastest > MAX_MS) break
  }
  return fastest
}

/** Expects that the time grows linearly with the size. A busy machine may disturb one of three attempts, but not all. */
function expectLinear(run: (size: number) => unknown, size = SIZE): void {
  run(100)
  const growths: number[] = []
  do {
    const smallMs = measureMs(() => run(size))
    const largeMs = measureMs(() => run(size * GROWTH))
    expect(largeMs).toBeLessThan(MAX_MS)
    growths.push(largeMs / Math.max(smallMs, MIN_MS))
  } while (growths.length < 3 && Math.min(...growths) >= MAX_TIME_GROWTH)
  expect(Math.min(...growths)).toBeLessThan(MAX_TIME_GROWTH)
}

/** Runs a function that may throw an AppError. */
function attempt(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' })
  }
}

const describedAs = (description: string) => [{ type: 'Added' as const, description }]

/** Reads a changelog, adds an entry, and creates a release. */
function readAndEdit(text: string): void {
  attempt(() => readHistory(parseChangelog(text)))
  attempt(() => findVersion(parseChangelog(text), 'latest'))
  attempt(() => addEntries(text, describedAs('b')))
  attempt(() => cutRelease(text, { bump: 'MINOR', date: '2026-11-21' }))
}

it.each([
  ['spaces inside', (size: number) => `a${' '.repeat(size)}b`],
  ['tabs inside', (size: number) => `a${'\t'.repeat(size)}b`],
  ['spaces and line endings', (size: number) => `a${' \n'.repeat(size / 2)}b`],
  ['spaces around', (size: number) => `${' '.repeat(size)}b${' '.repeat(size)}`],
])('reads a description with %s in linear time', (_name, make) => {
  expectLinear((size) => attempt(() => addEntries('', describedAs(make(size)))))
})

it.each(['*', '_', ' ', '`', ')', ']', '-', '.', '!'])(
  'checks in linear time whether a text with a run of %j is a placeholder',
  (char) => {
    expectLinear((size) => expect(isPlaceholder(`a${char.repeat(size)}b`)).toBe(false))
    expectLinear((size) => isPlaceholder(`${char.repeat(size)}b${char.repeat(size)}`))
  },
)

// Each function creates a changelog with the run at a position that the parser or the editor must examine.
const RUNS: readonly (readonly [string, (run: string) => string])[] = [
  ['a line of its own', (run) => `## Unreleased\n\n- a\n\n${run}\n`],
  ['a line with other text at its end', (run) => `## Unreleased\n\n- a\n\n${run}x\n`],
  ['a heading', (run) => `## Unreleased\n\n- a\n\n## a${run}x\n\n## ${run}\n\n# ${run}x ${run}\n`],
  ['the heading of a category', (run) => `## Unreleased\n\n### Added${run}x\n\n- a\n`],
  ['the Unreleased heading', (run) => `## Unreleased ${run}x\n\n- a\n`],
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
    'a compare link',
    (run) =>
      `## Unreleased\n\n- a\n\n## 1.0.0\n\n[unreleased]: x/${run}1.0.0${run}...HEAD${run}x\n[1.0.0]: <x/${run}y>\n`,
  ],
]

// Characters with a meaning in a changelog, characters without one, and combinations with a meaning.
const CHARACTERS = [...'#=-*_`~><[]()!:"\'&\\+./@1aé \t']
const COMBINATIONS = [
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
const LINES = ['\n', '\r\n', '\r', '-\n', '[a]: b\n']

describe.each(RUNS)('a run in %s', (_name, make) => {
  it('takes linear time', () => {
    const repeat = (unit: string) => (size: number) => readAndEdit(make(unit.repeat(size / unit.length)))
    for (const unit of [...CHARACTERS, ...COMBINATIONS, ...LINES]) {
      // Most runs take little time. Only the others are measured repeatedly.
      const size = LINES.includes(unit) ? SIZE / GROWTH : SIZE
      if (measureCpuMs(() => repeat(unit)(size * GROWTH)) > 100) expectLinear(repeat(unit), size)
    }
  })
})

it.each(CHARACTERS)(
  'reads and edits a changelog with a line of 250,000 %j in time',
  (character) => {
    const run = character.repeat(2 ** 18)
    for (const position of [
      'a line of its own',
      'a heading',
      'the heading of a version',
      'an entry',
      'a label',
    ]) {
      const make = RUNS.find(([name]) => name === position)?.[1] ?? expect.fail(`no run in ${position}`)
      expect(measureMs(() => readAndEdit(make(run)), 1)).toBeLessThan(MAX_MS)
    }
  },
  60_000,
)
