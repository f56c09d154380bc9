// The first k of n in an order that a generator fixes: Fisher–Yates from the front.
// A smaller k is always the head of a larger one, so an offset continues where a page ended.
import { CoreError } from '../errors.ts'
import { drawBelow, type Generator } from './generator.ts'

/**
 * Places `offset` to `offset + count − 1` of the generator's permutation of 0 … n − 1, fewer at the end.
 * Takes O(offset + count) time and memory whatever `n` is.
 * @param n the size of the population, 0 to 2^32
 * @throws CoreError `invalid_sample` when one of the numbers is no integer or out of range
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

/** Keeps all items: where a good part of them is drawn this takes a fifth of the time, and still O(end). */
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

/** Keeps the moved items alone: the others are where they were. */
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

function assertCount(name: string, value: number, most: number): void {
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new CoreError('invalid_sample', `${name}: expected an integer from 0 to ${most}, got ${value}`)
  }
}
