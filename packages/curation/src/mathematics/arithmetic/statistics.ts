// Shares and averages.
import { sum } from './numbers.ts'

/** The share of the items for which `passes` is true, from 0 to 1. */
export function share<T>(items: readonly T[], passes: (item: T) => boolean): number {
  return items.filter(passes).length / items.length
}

/** The arithmetic mean. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return mean(sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1))
}
