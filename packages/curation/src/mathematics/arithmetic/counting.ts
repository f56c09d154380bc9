// Combinatorics, by listing and by exact integers.
import { range } from './numbers.ts'

/** `number!`, exact. */
export function factorial(number: number): bigint {
  return range(2, number).reduce((result, factor) => result * BigInt(factor), 1n)
}

/** The number of ways to choose `size` of `number` items, exact. */
export function binomial(number: number, size: number): bigint {
  return factorial(number) / (factorial(size) * factorial(number - size))
}

/** Every permutation of the items. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, place) =>
    permutations(items.toSpliced(place, 1)).map((others) => [item, ...others]),
  )
}

/** Every choice of `size` items, each in the given order. */
export function combinations<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, place) =>
    combinations(items.slice(place + 1), size - 1).map((others) => [item, ...others]),
  )
}

/** Every tuple with one entry from each list. */
export function tuples<T>(...lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (heads, list) => heads.flatMap((head) => list.map((item) => [...head, item])),
    [[]],
  )
}
