// Draws a part of a random permutation. A smaller sample is always the beginning of a larger sample, so a page with an
// offset continues the previous page.
import { AppError } from '../errors.ts'
import { RANDOM_ERRORS } from './errors.ts'
import { drawBelow, type Generator } from './generator.ts'
import { createPermutation } from './permutation.ts'

/**
 * The size of the largest population that is shuffled. Every permutation of it is equally likely. The time for a shuffle
 * is proportional to `offset`, so a larger population has a keyed permutation instead.
 */
export const MAX_SHUFFLED = 4096

/**
 * Draws a slice of the permutation of the integers from 0 to `n − 1` that a new generator determines: `count` items from
 * the index `offset` on. Takes O(offset + count) time up to {@link MAX_SHUFFLED} items, and O(count) time from there on.
 * @param n the size of the population, an integer from 0 to 2^32
 * @param offset an integer of at least 0
 * @param count an integer of at least 0
 * @returns at most `count` items; fewer where the permutation ends
 * @throws AppError `random/invalid_sample` when a number is not an integer or is out of range
 */
export function drawSample(generator: Generator, n: number, offset: number, count: number): number[] {
  assertCount('n', n, 0x1_0000_0000)
  assertCount('offset', offset, Number.MAX_SAFE_INTEGER)
  assertCount('count', count, Number.MAX_SAFE_INTEGER)
  if (offset >= n) return []
  const end = Math.min(n, offset + count)
  if (n > MAX_SHUFFLED) {
    const itemAt = createPermutation(generator, n)
    const sample: number[] = []
    for (let index = offset; index < end; index++) sample.push(itemAt(index))
    return sample
  }
  return end > n / 4 ? shuffleList(generator, n, offset, end) : shuffleSparsely(generator, n, offset, end)
}

/**
 * Shuffles a list of all items from its start, with the algorithm of Fisher and Yates.
 * @see https://doi.org/10.1145/364520.364540 (Durstenfeld, Algorithm 235)
 */
function shuffleList(generator: Generator, n: number, offset: number, end: number): number[] {
  const items: number[] = []
  for (let item = 0; item < n; item++) items.push(item)
  for (let index = 0; index < end; index++) {
    const picked = index + drawBelow(generator, n - index)
    const item = items[picked] as number
    items[picked] = items[index] as number
    items[index] = item
  }
  return offset === 0 && end === n ? items : items.slice(offset, end)
}

/** Does the same, but stores only the items that were swapped. Every other item is equal to its index. */
function shuffleSparsely(generator: Generator, n: number, offset: number, end: number): number[] {
  const swapped = end <= MAX_SEARCHED ? createSearchedSwaps() : new Map<number, number>()
  const sample: number[] = []
  for (let index = 0; index < end; index++) {
    const picked = index + drawBelow(generator, n - index)
    const item = swapped.get(picked) ?? picked
    swapped.set(picked, swapped.get(index) ?? index)
    if (index >= offset) sample.push(item)
  }
  return sample
}

/** Up to this many items, a search in a list is faster than a Map. */
const MAX_SEARCHED = 32

/** The swapped items in two lists. */
function createSearchedSwaps(): Pick<Map<number, number>, 'get' | 'set'> {
  const keys: number[] = []
  const values: number[] = []
  return {
    get(key) {
      const index = keys.indexOf(key)
      return index === -1 ? undefined : values[index]
    },
    set(key, value) {
      const index = keys.indexOf(key)
      values[index === -1 ? keys.push(key) - 1 : index] = value
      return this as Map<number, number>
    },
  }
}

function assertCount(name: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new AppError(
      RANDOM_ERRORS.invalid_sample,
      `${name}: expected an integer from 0 to ${max}, got ${value}`,
    )
  }
}
