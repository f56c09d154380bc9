import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGenerator, deriveKey, drawSample } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const draw = (seed: string, n: number, offset: number, count: number) =>
  drawSample(createGenerator(deriveKey('order', 'test', seed)), n, offset, count)

const seeds = fc.string({ minLength: 1, maxLength: 20 })
const sizes = fc.nat({ max: 200 })

describe('drawSample', () => {
  it('repeats no item and stays inside the population', () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, sizes, (seed, n, offset, count) => {
        const sample = draw(seed, n, offset, count)
        expect(new Set(sample).size).toBe(sample.length)
        expect(sample.every((item) => Number.isInteger(item) && item >= 0 && item < n)).toBe(true)
      }),
    )
  })

  it('gives as many as there are, never an error', () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, sizes, (seed, n, offset, count) => {
        expect(draw(seed, n, offset, count)).toHaveLength(Math.max(0, Math.min(count, n - offset)))
      }),
    )
  })

  it('gives a permutation when asked for all', () => {
    fc.assert(
      fc.property(seeds, sizes, (seed, n) => {
        expect(draw(seed, n, 0, n).sort((a, b) => a - b)).toEqual(
          Array.from({ length: n }, (_, item) => item),
        )
      }),
    )
  })

  it('makes a smaller count the head of a larger one, and an offset its continuation', () => {
    fc.assert(
      fc.property(seeds, sizes, sizes, sizes, (seed, n, offset, count) => {
        expect(draw(seed, n, offset, count)).toEqual(draw(seed, n, 0, n).slice(offset, offset + count))
      }),
    )
  })

  it('takes time by the count and not by the population', () => {
    expect(draw('42', 2 ** 32, 0, 20)).toHaveLength(20)
  })

  it('keeps no map of what moved when a good part is drawn: that takes five times as long as a list', () => {
    const set = vi.spyOn(Map.prototype, 'set')
    const page = draw('42', 20_000, 19_990, 20)
    expect(set).not.toHaveBeenCalled()
    expect(page).toEqual(draw('42', 20_000, 0, 20_000).slice(-10))
  })

  it.each([4999, 5000, 5001])('gives the same by list and by map, at %i of 20,000', (count) => {
    expect(draw('42', 20_000, 0, count)).toEqual(draw('42', 20_000, 0, 20_000).slice(0, count))
  })

  it.each([
    ['n', [1.5, 0, 1]],
    ['n', [2 ** 32 + 1, 0, 1]],
    ['offset', [5, -1, 1]],
    ['count', [5, 0, Number.NaN]],
    ['count', [5, 0, Number.POSITIVE_INFINITY]],
  ] as const)('refuses an impossible %s', (name, [n, offset, count]) => {
    const refusal = expect.objectContaining({
      code: 'invalid_sample',
      message: expect.stringContaining(name),
    })
    expect(() => draw('42', n, offset, count)).toThrow(refusal)
  })
})

/** How far the places of items are from even, as chi-square per place; 7 degrees of freedom each. */
function measureUnevenness(shuffle: (seed: string) => number[]): number[] {
  const [items, rounds] = [8, 8000]
  const counts = Array.from({ length: items }, () => new Array<number>(items).fill(0))
  for (let round = 0; round < rounds; round++) {
    for (const [place, item] of shuffle(`seed ${round}`).entries())
      (counts[place] as number[])[item] = (counts[place]?.[item] ?? 0) + 1
  }
  const expected = rounds / items
  return counts.map((row) => row.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0))
}

/** The chi-square that 7 degrees of freedom pass once in 100,000 times. */
const BOUND = 35.26

describe('the order over many seeds', () => {
  it('puts every item at every place equally often', () => {
    for (const unevenness of measureUnevenness((seed) => draw(seed, 8, 0, 8)))
      expect(unevenness).toBeLessThan(BOUND)
  })

  it('would not pass if it were sort(() => random() - 0.5)', () => {
    const biased = (seed: string) => {
      const generator = createGenerator(deriveKey('order', 'test', seed))
      return [0, 1, 2, 3, 4, 5, 6, 7].sort(() => generator.next() / 2 ** 32 - 0.5)
    }
    expect(Math.max(...measureUnevenness(biased))).toBeGreaterThan(BOUND)
  })

  it('would not pass if bounds were met by remainder alone on few bits', () => {
    const biased = (seed: string) => {
      const generator = createGenerator(deriveKey('order', 'test', seed))
      const items = [0, 1, 2, 3, 4, 5, 6, 7]
      for (let place = 0; place < 8; place++) {
        const other = place + ((generator.next() & 15) % (8 - place))
        ;[items[place], items[other]] = [items[other] as number, items[place] as number]
      }
      return items
    }
    expect(Math.max(...measureUnevenness(biased))).toBeGreaterThan(BOUND)
  })
})
