// Draws part of a random permutation, by Fisher–Yates from the front. A smaller sample is always the start of a larger
// one, so a page with an offset continues the page before.
import { AppError } from '../errors.ts'
import { RANDOM_ERRORS } from './errors.ts'
import { drawBelow, type Generator } from './generator.ts'

/**
 * Draws the items `offset` to `offset + count − 1` of the generator's permutation of 0 … n − 1; fewer at its end.
 * Takes O(offset + count) time and memory, independent of `n`.
 * @param n the size of the population, 0 to 2^32
 * @throws AppError `random/invalid_sample` when a number is not an integer or out of range
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

/** Permutes a list of all items. For more than a quarter of them this takes a fifth of the time, and still O(end). */
function drawFromList(generator: Generator, n: number, offset: number, end: number): number[] {
  const items: number[] = []
  for (let item = 0; item < n; item++) items.push(item)
  for (let place = 0; place < end; place++) {
    const picked = place + drawBelow(generator, n - place)
    const item = items[picked] as number
    items[picked] = items[place] as number
    items[place] = item
  }
  return items.slice(offset, end)
}

/** Stores only the items that moved; every other item is at its own place. */
function drawFromMap(generator: Generator, n: number, offset: number, end: number): number[] {
  const moved = new Map<number, number>()
  const sample: number[] = []
  for (let place = 0; place < end; place++) {
    const picked = place + drawBelow(generator, n - place)
    const item = moved.get(picked) ?? picked
    moved.set(picked, moved.get(place) ?? place)
    if (place >= offset) sample.push(item)
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
