// Compares the generators of a draw. The same sample is drawn with Alea, with seedrandom's default (ARC4) and with
// its xor128, each seeded with the same hashed key. Rounds alternate. Results are ratios to Alea.
import { createGenerator, deriveKey, drawSample, type Generator } from '@qb/core/random'
import seedrandom from 'seedrandom'
import { median } from './load.ts'

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

/** Measures one seeded draw of 5 of 300 per generator, including the derivation of the key. */
export function measureGenerators(): Record<string, object> {
  const rounds: Record<string, number[]> = {}
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, create] of Object.entries(GENERATORS)) {
      const start = process.hrtime.bigint()
      for (let draw = 0; draw < DRAWS; draw++)
        drawSample(create(deriveKey('order', 'astronomy', `${draw}`)), 300, 0, 5)
      const us = Number(process.hrtime.bigint() - start) / 1000 / DRAWS
      // The first round warms up.
      if (round > 0) rounds[name] = [...(rounds[name] ?? []), us]
    }
  }
  const alea = rounds.alea ?? []
  return Object.fromEntries(
    Object.entries(rounds).map(([name, values]) => {
      const ratio = median(values.map((value, round) => value / (alea[round] ?? Number.NaN)))
      return [
        name,
        {
          'µs a draw': Math.round(median(values) * 100) / 100,
          'ratio to alea': Math.round(ratio * 100) / 100,
        },
      ]
    }),
  )
}
