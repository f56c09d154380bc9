// Draws a part of the random order of a stream. A smaller part is always the beginning of a larger one, so a page with an
// offset continues the previous page.
import type { Stream } from './seed.ts'

/** The number of different 32-bit words. */
const WORD_COUNT = 2 ** 32

/**
 * Draws an integer from 0 to `bound` − 1 without bias, by rejection sampling: it skips words that are not below the largest
 * multiple of `bound`.
 * @param bound an integer from 1 to 2^32
 */
export function drawBelow(stream: Stream, bound: number): number {
  for (;;) {
    const word = stream()
    const rest = word % bound
    // Otherwise `word` is among the last words, which are fewer than `bound`.
    if (word - rest <= WORD_COUNT - bound) return rest
  }
}

/** When more than this share of the items is drawn, an array is faster than a Map. */
const DENSE_SHARE = 1 / 8

/**
 * Draws a slice of the permutation of the integers from 0 to `n − 1` that a new stream determines: `count` items from the
 * index `offset` on. It shuffles with the algorithm of Fisher and Yates from the front, in O(offset + count) time.
 * @param n the number of items, from 0 to 2^31
 * @returns at most `count` items; fewer where the permutation ends
 * @see https://doi.org/10.1145/364520.364540 (Durstenfeld, Algorithm 235)
 */
export function drawOrder(stream: Stream, n: number, offset: number, count: number): number[] {
  if (offset >= n) return []
  const end = Math.min(n, offset + count)
  const order: number[] = []
  if (end > n * DENSE_SHARE) {
    const items = new Uint32Array(n)
    for (let item = 0; item < n; item++) items[item] = item
    for (let index = 0; index < end; index++) {
      const picked = index + drawBelow(stream, n - index)
      if (index >= offset) order.push(items[picked] as number)
      items[picked] = items[index] as number
    }
    return order
  }
  const moved = new Map<number, number>()
  for (let index = 0; index < end; index++) {
    const picked = index + drawBelow(stream, n - index)
    if (index >= offset) order.push(moved.get(picked) ?? picked)
    moved.set(picked, moved.get(index) ?? index)
  }
  return order
}
