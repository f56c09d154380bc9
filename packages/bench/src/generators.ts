// Compares random number generators: Alea, which the seed contract uses, with ARC4 and xor128 of seedrandom.
// Each of them draws the same number of samples in every round, so that a slowdown of the machine affects all
// of them.
import { createGenerator, deriveKey, drawSample, type Generator } from '@qb/core/random'
import seedrandom from 'seedrandom'
import { median } from './median.ts'

const DRAWS = 20_000
const ROUNDS = 9

const GENERATORS: Readonly<Record<string, (key: string) => Generator>> = {
  alea: createGenerator,
  arc4: (key) => wrap(seedrandom(key)),
  xor128: (key) => wrap(seedrandom.xor128(key)),
}

function wrap(prng: { int32(): number }): Generator {
  return { next: () => prng.int32() >>> 0 }
}

/**
 * Measures a seeded draw of 5 of 300 items, including the derivation of the key. Results are medians of the
 * rounds.
 */
export function measureGenerators(): Record<string, object> {
  const timesUs: Record<string, number[]> = {}
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, create] of Object.entries(GENERATORS)) {
      const start = process.hrtime.bigint()
      for (let draw = 0; draw < DRAWS; draw++)
        drawSample(create(deriveKey('order', 'astronomy', `${draw}`)), 300, 0, 5)
      const timeUs = Number(process.hrtime.bigint() - start) / 1000 / DRAWS
      // The first round is a warm-up and is not counted.
      if (round > 0) timesUs[name] = [...(timesUs[name] ?? []), timeUs]
    }
  }
  const aleaUs = timesUs.alea ?? []
  return Object.fromEntries(
    Object.entries(timesUs).map(([name, values]) => {
      const ratio = median(values.map((value, round) => value / (aleaUs[round] ?? Number.NaN)))
      return [
        name,
        {
          'µs per draw': Math.round(median(values) * 100) / 100,
          'ratio to alea': Math.round(ratio * 100) / 100,
        },
      ]
    }),
  )
}
