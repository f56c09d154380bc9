// Counts and lists permutations, combinations and tuples, with exact integers.
import { range } from './numbers.ts'

/** Returns the factorial of `number`. */
export function factorial(number: number): bigint {
  return range(2, number).reduce((result, factor) => result * BigInt(factor), 1n)
}

/** Returns the number of ways to choose `size` of `number` items. */
export function binomial(number: number, size: number): bigint {
  return factorial(number) / (factorial(size) * factorial(number - size))
}

/** Lists every permutation of the items. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((others) => [item, ...others]),
  )
}

/** Lists every combination of `size` items. The items of a combination keep their order. */
export function combinations<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, index) =>
    combinations(items.slice(index + 1), size - 1).map((others) => [item, ...others]),
  )
}

/** Lists every tuple with one item from each list. */
export function tuples<T>(...lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (prefixes, list) => prefixes.flatMap((prefix) => list.map((item) => [...prefix, item])),
    [[]],
  )
}
