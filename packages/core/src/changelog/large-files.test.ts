// Files and updates of many parts. What is measured has eight times the parts, and a quadratic step would take
// sixty-four times as long; the bounds are wide, so that a busy machine does not decide.

import { describe, expect, it } from 'vitest'
import { parseChangelog } from './document/index.ts'
import { addToText as addEntries, releaseText as cutRelease } from './edit/testing.ts'
import { readHistory, readParts } from './history.ts'

const GROWTH = 8

const TYPES = ['Added', 'Changed', 'Removed'] as const
const entries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    type: TYPES[i % 3] ?? 'Added',
    description: `Entry ${from + i}.`,
  }))

/** Milliseconds of the fastest of three runs. */
function measure(run: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const started = performance.now()
    run()
    return performance.now() - started
  })
  return Math.min(...times)
}

function expectGrowthBelow(most: number, few: number, prepare: (count: number) => () => unknown): void {
  const fewMs = measure(prepare(few))
  const manyMs = measure(prepare(few * GROWTH))
  expect(manyMs).toBeLessThan(10_000)
  expect(manyMs / Math.max(fewMs, 1)).toBeLessThan(most)
}

describe('an update', () => {
  it('of 50,000 entries takes seconds, and all are there', () => {
    const started = performance.now()
    const text = addEntries('', entries(50_000))
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(readHistory(parseChangelog(text)).unreleased).toHaveLength(50_000)
  }, 60_000)

  it('takes time in proportion to its entries', () => {
    expectGrowthBelow(16, 5_000, (count) => () => addEntries('', entries(count)))
  }, 120_000)
})

describe.each<[string, (count: number) => string]>([
  ['entries', (count) => numbered(count, (n) => `- Entry ${n}.\n`)],
  ['versions', (count) => numbered(count, (n) => `## [1.0.${n}] - 2020-01-01\n\n- x\n\n`)],
  ['versions with links', (count) => versionsWithLinks(count)],
  ['headings of no version', (count) => numbered(count, (n) => `### Part ${n}\n\n- x\n\n`)],
  ['empty headings', (count) => numbered(count, (n) => `### Part ${n}\n\n`)],
  ['definitions above the first entry', (count) => `${numbered(count, (n) => `[a${n}]: x\n`)}\n- a\n`],
  ['placeholders', (count) => numbered(count, () => '- None\n\n')],
  ['blank lines', (count) => numbered(count, () => '\n')],
  ['open fences', (count) => `## 1.0.0\n\n${numbered(count, () => '```\n')}`],
])('a file of many %s', (_about, make) => {
  it('takes time in proportion to them', () => {
    expectGrowthBelow(30, 1_500, (count) => {
      const text = `## [Unreleased]\n\n${make(count)}`
      return () => {
        readHistory(parseChangelog(text))
        readParts(parseChangelog(text)).unreleased()
        attempt(() => addEntries(text, entries(3)))
        attempt(() => cutRelease(text, { bump: 'PATCH', date: '2026-11-21' }))
      }
    })
  }, 120_000)
})

function numbered(count: number, make: (number: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i + 1)).join('')
}

function versionsWithLinks(count: number): string {
  const links = numbered(count, (n) => `[1.0.${n}]: https://example.org/compare/1.0.${n - 1}...1.0.${n}\n`)
  return `- x\n\n${numbered(count, (n) => `## [1.0.${n}]\n\n- x\n\n`)}${links}`
}

/** Runs what may be refused; a refusal costs time as well. */
function attempt(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' })
  }
}
