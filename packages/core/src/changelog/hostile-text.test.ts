// Texts that make a careless regex quadratic. Eight times the text may take about eight times as long: the bound is
// thirty, so that a busy machine does not decide; a quadratic step would take sixty-four times as long.
import { expect, it } from 'vitest'
import { isPlaceholder } from './parse.ts'
import { addEntries } from './update.ts'

const SIZE = 20_000
const GROWTH = 8

const MOST_MS = 5_000

/** Milliseconds of the fastest of three runs; of one run when that takes too long anyway. */
function measure(run: () => unknown): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let count = 0; count < 3; count++) {
    const start = performance.now()
    run()
    fastest = Math.min(fastest, performance.now() - start)
    if (fastest > MOST_MS) break
  }
  return fastest
}

function expectLinear(run: (size: number) => unknown): void {
  run(100)
  const small = measure(() => run(SIZE))
  expect(small).toBeLessThan(MOST_MS / GROWTH)
  const large = measure(() => run(SIZE * GROWTH))
  expect(large).toBeLessThan(MOST_MS)
  expect(large / Math.max(small, 1)).toBeLessThan(30)
}

/** What an attempt at an update ends in; a refusal costs time as well. */
function attempt(text: string, description: string): string {
  try {
    return addEntries(text, [{ type: 'Added', description }])
  } catch (error) {
    return String(error)
  }
}

it.each([
  ['spaces inside', (size: number) => `a${' '.repeat(size)}b`],
  ['tabs inside', (size: number) => `a${'\t'.repeat(size)}b`],
  ['spaces and line ends', (size: number) => `a${' \n'.repeat(size / 2)}b`],
  ['spaces around', (size: number) => `${' '.repeat(size)}b${' '.repeat(size)}`],
])('reads a description with %s in linear time', (_about, make) => {
  expectLinear((size) => attempt('', make(size)))
})

it.each(['*', '_', ' ', '`', ')', ']', '-', '.', '!'])(
  'tells in linear time that a text with a run of %j is no placeholder',
  (char) => {
    expectLinear((size) => expect(isPlaceholder(`a${char.repeat(size)}b`)).toBe(false))
    expectLinear((size) => isPlaceholder(`${char.repeat(size)}b${char.repeat(size)}`))
  },
)

it.each(['-', '✨'])('reads a type with a run of %j in its name in linear time', (char) => {
  expectLinear((size) => attempt(`## Unreleased\n\n### Added${char.repeat(size)}x\n\n- a\n`, 'b'))
})
