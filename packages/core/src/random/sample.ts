// Draws a part of a random permutation with a Fisher–Yates shuffle that starts at the first index. A smaller
// sample is always the beginning of a larger sample, so a page with an offset continues the previous page.
import { AppError } from '../errors.ts'
import { RANDOM_ERRORS } from './errors.ts'
import { drawBelow, type Generator } from './generator.ts'

/**
 * Draws a slice of the generator's permutation of the integers from 0 to `n − 1`: `count` items from the
 * index `offset` on. Takes O(offset + count) time and memory, independent of `n`.
 * @param n the size of the population, an integer from 0 to 2^32
 * @param offset an integer of at least 0
 * @param count an integer of at least 0
 * @returns at most `count` items; fewer where the permutation ends
 * @throws AppError `random/invalid_sample` when a number is not an integer or is out of range
 * @see https://doi.org/10.1145/364520.364540 (Durstenfeld, Algorithm 235)
 */
export function drawSample(generator: Generator, n: number, offset: number, count: number): number[] {
  assertCount('n', n, 0x1_0000_0000)
  assertCount('offset', offset, Number.MAX_SAFE_INTEGER)
  assertCount('count', count, Number.MAX_SAFE_INTEGER)
  if (offset >= n) return []
  const end = Math.min(n, offset + count)
  return end > n / 4 ? drawFromList(generator, n, offset, end) : drawFromMap(generator, n, offset, end)
}

/**
 * Permutes a list of all items. When more than a quarter of the items are drawn, the list takes a fifth of
 * the time of the map. The time is still O(end).
 */
function drawFromList(generator: Generator, n: number, offset: number, end: number): number[] {
  const items: number[] = []
  for (let item = 0; item < n; item++) items.push(item)
  for (let index = 0; index < end; index++) {
    const picked = index + drawBelow(generator, n - index)
    const item = items[picked] as number
    items[picked] = items[index] as number
    items[index] = item
  }
  return items.slice(offset, end)
}

/** Stores only the items that were swapped. Every other item is equal to its index. */
function drawFromMap(generator: Generator, n: number, offset: number, end: number): number[] {
  const swapped = new Map<number, number>()
  const sample: number[] = []
  for (let index = 0; index < end; index++) {
    const picked = index + drawBelow(generator, n - index)
    const item = swapped.get(picked) ?? picked
    swapped.set(picked, swapped.get(index) ?? index)
    if (index >= offset) sample.push(item)
  }
  return sample
}

function assertCount(name: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new AppError(
      RANDOM_ERRORS.invalid_sample,
      `${name}: expected an integer from 0 to ${max}, got ${value}`,
    )
  }
}
