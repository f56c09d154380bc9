import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKey, drawBelow, drawOrder, hashId, keyOfQuestion, openStream, type Stream } from './index.ts'

/** Creates a stream of the given words. It throws after the last one. */
function streamOf(...words: number[]): Stream {
  return () => {
    const word = words.shift()
    if (word === undefined) throw new Error('expected a further word, got the end of the list')
    return word
  }
}

const openTestStream = (seed: string) => openStream(createKey('questions', 'test', seed))

const draw = (seed: string, n: number, offset: number, count: number) =>
  drawOrder(openTestStream(seed), n, offset, count)

const seeds = fc.string({ minLength: 1, maxLength: 20 })
const sizes = fc.nat({ max: 200 })

describe('drawBelow', () => {
  it('skips the words that would make some results more likely than others', () => {
    expect(drawBelow(streamOf(2 ** 32 - 1, 7), 3)).toBe(1)
    expect(drawBelow(streamOf(2 ** 32 - 2), 3)).toBe(2)
    expect(drawBelow(streamOf(2 ** 31 + 1, 2 ** 31), 2 ** 31 + 1)).toBe(2 ** 31)
  })

  it('skips no word when the bound divides 2^32', () => {
    expect(drawBelow(streamOf(2 ** 32 - 1), 2 ** 32)).toBe(2 ** 32 - 1)
    expect(drawBelow(streamOf(2 ** 32 - 1), 1)).toBe(0)
    expect(drawBelow(streamOf(2 ** 32 - 1), 8)).toBe(7)
  })

  it('returns an integer below its bound', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 2 ** 32 - 1 }), (seed, bound) => {
        const drawn = drawBelow(openTestStream(seed), bound)
        expect(Number.isInteger(drawn) && drawn >= 0 && drawn < bound).toBe(true)
      }),
    )
  })
})

describe('drawOrder', () => {
  it('repeats no item and returns only items of the population', () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, sizes, (seed, n, offset, count) => {
        const order = draw(seed, n, offset, count)
        expect(new Set(order).size).toBe(order.length)
        expect(order.every((item) => Number.isInteger(item) && item >= 0 && item < n)).toBe(true)
      }),
    )
  })

  it('returns the available items when fewer are left than requested', () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, sizes, (seed, n, offset, count) => {
        expect(draw(seed, n, offset, count)).toHaveLength(Math.max(0, Math.min(count, n - offset)))
      }),
    )
  })

  it('returns a permutation when all items are drawn', () => {
    fc.assert(
      fc.property(seeds, sizes, (seed, n) => {
        expect(draw(seed, n, 0, n).sort((a, b) => a - b)).toEqual(
          Array.from({ length: n }, (_, item) => item),
        )
      }),
    )
  })

  it('returns the start of a larger part for a smaller count, and its continuation for an offset', () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, sizes, (seed, n, offset, count) => {
        expect(draw(seed, n, offset, count)).toEqual(draw(seed, n, 0, n).slice(offset, offset + count))
      }),
    )
  })

  it('takes time in proportion to the count, not to the population', () => {
    expect(draw('42', 2 ** 31, 0, 20)).toHaveLength(20)
  })

  it.each([499, 500, 501])(
    'returns the same items with an array and with a map, for %i of 4,000',
    (count) => {
      expect(draw('42', 4000, 0, count)).toEqual(draw('42', 4000, 0, 4000).slice(0, count))
    },
  )

  it.each([4096, 4097, 8192, 8193, 10_000, 65_537])(
    'returns a permutation of %i items, and each of its pages',
    (n) => {
      const all = draw('42', n, 0, n)
      expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, item) => item))
      for (const offset of [0, 1, n >> 1, n - 5])
        expect(draw('42', n, offset, 7)).toEqual(all.slice(offset, offset + 7))
    },
  )
})

/** Returns the chi-square statistic of counts that are expected to be equal. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** Returns the chi-square statistic of the items at each index, with 7 degrees of freedom. */
function measureBias(shuffle: (seed: string) => number[]): number[] {
  const [items, rounds] = [8, 8000]
  const counts = Array.from({ length: items }, () => new Array<number>(items).fill(0))
  for (let round = 0; round < rounds; round++) {
    for (const [index, item] of shuffle(`seed ${round}`).entries())
      (counts[index] as number[])[item] = (counts[index]?.[item] ?? 0) + 1
  }
  return counts.map(chiSquare)
}

/**
 * Without bias, a chi-square statistic with 7 degrees of freedom exceeds this value once in 100,000 times.
 */
const CRITICAL_VALUE = 35.26

describe('the order over many seeds', () => {
  it('has every item at every index equally often', () => {
    for (const statistic of measureBias((seed) => draw(seed, 8, 0, 8)))
      expect(statistic).toBeLessThan(CRITICAL_VALUE)
  })

  it('has every part of a large population at every index equally often', () => {
    const [n, parts, rounds, indexes] = [5000, 8, 8000, [0, 1, 100]]
    for (const index of indexes) {
      const counts = new Array<number>(parts).fill(0)
      for (let round = 0; round < rounds; round++) {
        const [item = 0] = draw(`seed ${round}`, n, index, 1)
        const part = Math.floor((item * parts) / n)
        counts[part] = (counts[part] as number) + 1
      }
      expect(chiSquare(counts), `index ${index}`).toBeLessThan(CRITICAL_VALUE)
    }
  })

  it('has neighbours of a large population that are unrelated', () => {
    // The differences of neighbours modulo n are uniform when they are unrelated.
    const [n, parts] = [100_000, 8]
    const order = draw('42', n, 0, 80_000)
    const counts = new Array<number>(parts).fill(0)
    for (const [index, item] of order.entries()) {
      const difference = (item - (order[index - 1] ?? 0) + n) % n
      const part = Math.floor((difference * parts) / n)
      counts[part] = (counts[part] as number) + 1
    }
    expect(chiSquare(counts)).toBeLessThan(CRITICAL_VALUE)
  })

  it('would reveal the bias of sort(() => random() - 0.5)', () => {
    const biased = (seed: string) => {
      const stream = openTestStream(seed)
      return [0, 1, 2, 3, 4, 5, 6, 7].sort(() => stream() / 2 ** 32 - 0.5)
    }
    expect(Math.max(...measureBias(biased))).toBeGreaterThan(CRITICAL_VALUE)
  })

  it('would reveal the bias of a remainder of four bits without rejection sampling', () => {
    const biased = (seed: string) => {
      const stream = openTestStream(seed)
      const items = [0, 1, 2, 3, 4, 5, 6, 7]
      for (let index = 0; index < 8; index++) {
        const other = index + ((stream() & 15) % (8 - index))
        ;[items[index], items[other]] = [items[other] as number, items[index] as number]
      }
      return items
    }
    expect(Math.max(...measureBias(biased))).toBeGreaterThan(CRITICAL_VALUE)
  })
})

// Alea has no warm-up. Without the words that each stream discards, the options of all questions of a seed have one of a few
// common orders.
describe('the orders of one seed', () => {
  const SEEDS = 20_000
  const IDS = ['AST-0001', 'AST-0002', 'AST-0003', 'S-1']
  const HASHES = IDS.map(hashId)

  /** By number of options: the orders of n options, and a chi-square value that is exceeded once in 100,000 times. */
  const CASES = [
    { options: 2, orders: 2 },
    { options: 3, orders: 6 },
    { options: 4, orders: 24 },
  ]

  /** Approximates the value that chi-square exceeds once in 100,000 times. @see Wilson and Hilferty, 1931 */
  const criticalValue = (degrees: number) =>
    degrees * (1 - 2 / (9 * degrees) + 4.2649 * Math.sqrt(2 / (9 * degrees))) ** 3

  /** Numbers an order: the place of its first item, then that of the second one among the others, … */
  const numberOf = (order: readonly number[]): number =>
    order.reduce((sum, item, index) => {
      const smaller = order.slice(index + 1).filter((other) => other < item).length
      return sum * (order.length - index) + smaller
    }, 0)

  const ordersOfOptions = (seed: string, options: number) => {
    const key = createKey('options', 'astronomy', seed)
    return HASHES.map((hash) =>
      numberOf(drawOrder(openStream(keyOfQuestion(key, hash)), options, 0, options)),
    )
  }

  it.each(CASES)(
    'are independent for each pair of questions with $options options',
    ({ options, orders }) => {
      const all = Array.from({ length: SEEDS }, (_, seed) => ordersOfOptions(`${seed}`, options))
      for (const first of IDS.keys()) {
        for (let second = first + 1; second < IDS.length; second++) {
          const counts = new Array<number>(orders ** 2).fill(0)
          for (const one of all) {
            const cell = (one[first] as number) * orders + (one[second] as number)
            counts[cell] = (counts[cell] as number) + 1
          }
          expect(chiSquare(counts), `${IDS[first]} and ${IDS[second]}`).toBeLessThan(
            criticalValue(orders ** 2 - 1),
          )
        }
      }
    },
  )

  it.each(CASES)('are independent of the first question, with $options options', ({ options, orders }) => {
    const questions = 5
    const tables = IDS.map(() => new Array<number>(questions * orders).fill(0))
    for (let seed = 0; seed < SEEDS; seed++) {
      const [question = 0] = drawOrder(
        openStream(createKey('questions', 'astronomy', `${seed}`)),
        questions,
        0,
        1,
      )
      for (const [index, order] of ordersOfOptions(`${seed}`, options).entries()) {
        const counts = tables[index] as number[]
        counts[question * orders + order] = (counts[question * orders + order] as number) + 1
      }
    }
    for (const [index, counts] of tables.entries())
      expect(chiSquare(counts), IDS[index]).toBeLessThan(criticalValue(questions * orders - 1))
  })
})
