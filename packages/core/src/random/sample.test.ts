import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createGenerator,
  createKey,
  drawSample,
  MAX_SHUFFLED,
  QUESTION_ORDER,
  RANDOM_ERRORS,
} from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const generatorOf = (seed: string) => createGenerator(createKey('seed', 'test', seed), QUESTION_ORDER)

const draw = (seed: string, n: number, offset: number, count: number) =>
  drawSample(generatorOf(seed), n, offset, count)

const seeds = fc.string({ minLength: 1, maxLength: 20 })
const sizes = fc.nat({ max: 200 })

describe('drawSample', () => {
  it('repeats no item and returns only items of the population', () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, sizes, (seed, n, offset, count) => {
        const sample = draw(seed, n, offset, count)
        expect(new Set(sample).size).toBe(sample.length)
        expect(sample.every((item) => Number.isInteger(item) && item >= 0 && item < n)).toBe(true)
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

  it('returns the start of a larger sample for a smaller count, and its continuation for an offset', () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, sizes, (seed, n, offset, count) => {
        expect(draw(seed, n, offset, count)).toEqual(draw(seed, n, 0, n).slice(offset, offset + count))
      }),
    )
  })

  it('takes time in proportion to the count, not to the population', () => {
    expect(draw('42', 2 ** 32, 0, 20)).toHaveLength(20)
  })

  it('uses no map when more than a quarter of the items are drawn', () => {
    const set = vi.spyOn(Map.prototype, 'set')
    const page = draw('42', 4000, 3990, 20)
    expect(set).not.toHaveBeenCalled()
    expect(page).toEqual(draw('42', 4000, 0, 4000).slice(-10))
  })

  it.each([999, 1000, 1001])(
    'returns the same sample with a list and with a map, for %i of 4,000 items',
    (count) => {
      expect(draw('42', 4000, 0, count)).toEqual(draw('42', 4000, 0, 4000).slice(0, count))
    },
  )

  it.each([MAX_SHUFFLED, MAX_SHUFFLED + 1, 8192, 8193, 10_000, 65_537])(
    'returns a permutation of %i items, and each of its pages',
    (n) => {
      const all = draw('42', n, 0, n)
      expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, item) => item))
      for (const offset of [0, 1, n >> 1, n - 5])
        expect(draw('42', n, offset, 7)).toEqual(all.slice(offset, offset + 7))
    },
  )

  it('takes no time for the items before the offset of a large population', () => {
    expect(draw('42', 2 ** 32, 2 ** 32 - 3, 20)).toHaveLength(3)
  })

  it.each([
    ['n', [1.5, 0, 1]],
    ['n', [2 ** 32 + 1, 0, 1]],
    ['offset', [5, -1, 1]],
    ['count', [5, 0, Number.NaN]],
    ['count', [5, 0, Number.POSITIVE_INFINITY]],
  ] as const)('rejects an invalid %s', (name, [n, offset, count]) => {
    const rejection = expect.objectContaining({
      code: RANDOM_ERRORS.invalid_sample.code,
      message: expect.stringContaining(name),
    })
    expect(() => draw('42', n, offset, count)).toThrow(rejection)
  })
})

/** Returns the chi-square statistic of the items at each index, with 7 degrees of freedom. */
function measureBias(shuffle: (seed: string) => number[]): number[] {
  const [items, rounds] = [8, 8000]
  const counts = Array.from({ length: items }, () => new Array<number>(items).fill(0))
  for (let round = 0; round < rounds; round++) {
    for (const [index, item] of shuffle(`seed ${round}`).entries())
      (counts[index] as number[])[item] = (counts[index]?.[item] ?? 0) + 1
  }
  const expected = rounds / items
  return counts.map((row) => row.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0))
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
    const [n, parts, rounds, indexes] = [5000, 8, 8000, [0, 1, 2500, 4999]]
    for (const index of indexes) {
      const counts = new Array<number>(parts).fill(0)
      for (let round = 0; round < rounds; round++) {
        const [item = 0] = draw(`seed ${round}`, n, index, 1)
        const part = Math.floor((item * parts) / n)
        counts[part] = (counts[part] as number) + 1
      }
      const expected = rounds / parts
      const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
      expect(statistic, `index ${index}`).toBeLessThan(CRITICAL_VALUE)
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
    const expected = order.length / parts
    const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(statistic).toBeLessThan(CRITICAL_VALUE)
  })

  it('would reveal the bias of sort(() => random() - 0.5)', () => {
    const biased = (seed: string) => {
      const generator = generatorOf(seed)
      return [0, 1, 2, 3, 4, 5, 6, 7].sort(() => generator.next() / 2 ** 32 - 0.5)
    }
    expect(Math.max(...measureBias(biased))).toBeGreaterThan(CRITICAL_VALUE)
  })

  it('would reveal the bias of a remainder of four bits without rejection sampling', () => {
    const biased = (seed: string) => {
      const generator = generatorOf(seed)
      const items = [0, 1, 2, 3, 4, 5, 6, 7]
      for (let index = 0; index < 8; index++) {
        const other = index + ((generator.next() & 15) % (8 - index))
        ;[items[index], items[other]] = [items[other] as number, items[index] as number]
      }
      return items
    }
    expect(Math.max(...measureBias(biased))).toBeGreaterThan(CRITICAL_VALUE)
  })
})
