// Compares the random numbers of the seed contract with generators of seedrandom. Each of them draws the same number of
// samples in every round, so that a slowdown of the machine affects all of them.
import { hash } from 'node:crypto'
import { drawSample, nameStream } from '@qb/core/random'
import seedrandom from 'seedrandom'
import { median } from './median.ts'

const DRAWS = 20_000
const ROUNDS = 9
/** The name of the contract's own draw in the results. */
const CONTRACT = 'SHA-256 in counter mode'

const digest = (draw: number) => hash('sha256', nameStream('order', 'astronomy', `${draw}`), 'base64url')

/** Each draws 5 of 300 items, from a seed. */
const DRAWERS: Readonly<Record<string, (draw: number) => unknown>> = {
  [CONTRACT]: (draw) => drawSample(nameStream('order', 'astronomy', `${draw}`), 300, 0, 5),
  alea: (draw) => drawFive(seedrandom.alea(digest(draw))),
  'alea, short key': (draw) => drawFive(seedrandom.alea(digest(draw).slice(0, 22))),
  'tychei, short key': (draw) => drawFive(seedrandom.tychei(digest(draw).slice(0, 22))),
  arc4: (draw) => drawFive(seedrandom(digest(draw))),
  xor128: (draw) => drawFive(seedrandom.xor128(digest(draw))),
}

/** Draws 5 of 300 items as `drawSample` does, without the rejection of words, which is rare. */
function drawFive(prng: { int32(): number }): number[] {
  const swapped = new Map<number, number>()
  return [0, 1, 2, 3, 4].map((index) => {
    const picked = index + ((prng.int32() >>> 0) % (300 - index))
    const item = swapped.get(picked) ?? picked
    swapped.set(picked, swapped.get(index) ?? index)
    return item
  })
}

/** Measures the draws, from the seed on. Results are medians of the rounds. */
export function measureGenerators(): Record<string, object> {
  const timesUs: Record<string, number[]> = {}
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, draw] of Object.entries(DRAWERS)) {
      const start = process.hrtime.bigint()
      for (let count = 0; count < DRAWS; count++) draw(count)
      const timeUs = Number(process.hrtime.bigint() - start) / 1000 / DRAWS
      // The first round is a warm-up and is not counted.
      if (round > 0) timesUs[name] = [...(timesUs[name] ?? []), timeUs]
    }
  }
  const contractUs = timesUs[CONTRACT] ?? []
  return Object.fromEntries(
    Object.entries(timesUs).map(([name, values]) => {
      const ratio = median(values.map((value, round) => value / (contractUs[round] ?? Number.NaN)))
      return [
        name,
        { 'µs per draw': Math.round(median(values) * 100) / 100, ratio: Math.round(ratio * 100) / 100 },
      ]
    }),
  )
}
