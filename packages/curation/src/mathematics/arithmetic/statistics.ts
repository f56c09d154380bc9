// Computes shares and averages.
import { sum } from './numbers.ts'

/** Returns the share of the items for which `matches` is true, from 0 to 1. */
export function share<T>(items: readonly T[], matches: (item: T) => boolean): number {
  return items.filter(matches).length / items.length
}

/** Returns the arithmetic mean. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

/** Returns the middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return mean(sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1))
}
