// Tests that changelogs and updates with many parts take linear time. With 8 times the parts, a quadratic
// step would take 64 times as long. The limits are lower than that, and high enough for a busy machine.
import { describe, expect, it } from 'vitest'
import { parseChangelog } from './document/index.ts'
import { findVersion, readHistory } from './history.ts'
import { addToText as addEntries, releaseText as cutRelease, measureCpuMs } from './testing.ts'

const GROWTH = 8

const TYPES = ['Added', 'Changed', 'Removed'] as const
const entries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    type: TYPES[i % 3] ?? 'Added',
    description: `Entry ${from + i}.`,
  }))

/** The processor time of the faster of two calls, in milliseconds. */
function measureMs(run: () => unknown): number {
  return Math.min(measureCpuMs(run), measureCpuMs(run))
}

/**
 * Expects that the time grows less than `maxGrowth` times when the number of parts grows {@link GROWTH}
 * times.
 * @param few the smaller number of parts
 * @param prepare returns the function that is measured
 */
function expectGrowthBelow(maxGrowth: number, few: number, prepare: (count: number) => () => unknown): void {
  const fewMs = measureMs(prepare(few))
  const manyMs = measureMs(prepare(few * GROWTH))
  expect(manyMs).toBeLessThan(10_000)
  expect(manyMs / Math.max(fewMs, 1)).toBeLessThan(maxGrowth)
}

describe('an update', () => {
  it('adds 50,000 entries within 10 seconds of processor time', () => {
    let text = ''
    expect(
      measureCpuMs(() => {
        text = addEntries('', entries(50_000))
      }),
    ).toBeLessThan(10_000)
    expect(readHistory(parseChangelog(text)).unreleased).toHaveLength(50_000)
  })

  it('takes linear time in the number of entries', () => {
    expectGrowthBelow(16, 1_000, (count) => () => addEntries('', entries(count)))
  })
})

it('adds an entry to a file with 40,000 versions', () => {
  const count = 40_000
  const body = (n: number) => (n > 40 ? '- x' : '### Added\n\n- One.\n- Two.\n\n### Fixed\n\n- Three.')
  for (const heading of [(n: number) => `[1.0.${n}] - 2020-01-01`, (n: number) => `Release ${n}.1`]) {
    const versions = numbered(count, (n) => `## ${heading(count - n)}\n\n${body(n)}\n\n`)
    const text = `# Log\n\n## [Unreleased]\n\n### Added\n\n- a\n\n${versions}`
    const edited = addEntries(text, [{ type: 'Added', description: 'b' }])
    expect(edited).toBe(text.replace('- a\n', '- a\n- b\n'))
  }
})

describe.each<[string, (count: number) => string]>([
  ['entries', (count) => numbered(count, (n) => `- Entry ${n}.\n`)],
  ['versions', (count) => numbered(count, (n) => `## [1.0.${n}] - 2020-01-01\n\n- x\n\n`)],
  ['versions with links', (count) => versionsWithLinks(count)],
  ['headings without a version', (count) => numbered(count, (n) => `### Part ${n}\n\n- x\n\n`)],
  ['empty headings', (count) => numbered(count, (n) => `### Part ${n}\n\n`)],
  ['definitions above the first entry', (count) => `${numbered(count, (n) => `[a${n}]: x\n`)}\n- a\n`],
  ['placeholders', (count) => numbered(count, () => '- None\n\n')],
  ['blank lines', (count) => numbered(count, () => '\n')],
  ['open fences', (count) => `## 1.0.0\n\n${numbered(count, () => '```\n')}`],
])('a changelog with many %s', (_name, make) => {
  it('takes linear time', () => {
    expectGrowthBelow(30, 700, (count) => {
      const text = `## [Unreleased]\n\n${make(count)}`
      return () => {
        readHistory(parseChangelog(text))
        findVersion(parseChangelog(text), 'unreleased')
        attempt(() => addEntries(text, entries(3)))
        attempt(() => cutRelease(text, { bump: 'PATCH', date: '2026-11-21' }))
      }
    })
  })
})

function numbered(count: number, make: (number: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i + 1)).join('')
}

function versionsWithLinks(count: number): string {
  const links = numbered(count, (n) => `[1.0.${n}]: https://example.org/compare/1.0.${n - 1}...1.0.${n}\n`)
  return `- x\n\n${numbered(count, (n) => `## [1.0.${n}]\n\n- x\n\n`)}${links}`
}

/** Runs a function that may throw an AppError. */
function attempt(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' })
  }
}

it('parses headings that are no versions between versions in linear time', () => {
  expectGrowthBelow(30, 1000, (count) => {
    const text = Array.from(
      { length: count },
      (_, n) => `## 1.${count - n}.0\n\n- a\n\n## Part ${n}\n\n- b\n`,
    ).join('')
    return () => parseChangelog(`${text}\n## 0.1.0\n`)
  })
})
