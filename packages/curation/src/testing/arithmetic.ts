// The functions that the expressions in mathematics/checks.json can call by name. They count, list and approximate instead of using
// closed formulas, so that a check does not repeat the mistake of an answer.

/** Lists the numbers from `first` to `last`, both included. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Returns the sum of `measure` of each item. By default, it is the sum of the items. */
export function sum<T>(items: readonly T[], measure: (item: T, index: number) => number = Number): number {
  return items.reduce((total, item, index) => total + measure(item, index), 0)
}

/** Returns the product of all factors. */
export function product(factors: readonly number[]): number {
  return factors.reduce((result, factor) => result * factor, 1)
}

/** Returns the decimal digits. The most significant digit is the first. */
export function digits(number: number): number[] {
  return [...String(number)].map(Number)
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

/** Returns the share of the items for which `matches` is true, from 0 to 1. */
export function share<T>(items: readonly T[], matches: (item: T) => boolean): number {
  return items.filter(matches).length / items.length
}

/** Approximates a root of `f` between `low` and `high` by bisection. `f(low)` and `f(high)` must have opposite signs. */
export function root(f: (x: number) => number, low: number, high: number): number {
  const sign = Math.sign(f(low))
  let [left, right] = [low, high]
  for (const _ of range(1, 200)) {
    const middle = (left + right) / 2
    if (Math.sign(f(middle)) === sign) left = middle
    else right = middle
  }
  return (left + right) / 2
}

/** Checks whether two numbers differ by at most a millionth of the larger one, or of 1 if both are smaller. */
export function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))
}

/** A number with its unit. */
export interface AnswerNumber {
  readonly value: number
  /** The unit, or an empty string. */
  readonly unit: string
}

/** A number such as `−7`, `1,729` or `2.5`, or a fraction such as `7/36`, with a unit such as `kg` or `per cent`. */
const NUMBER = /^(−?\d+(?:,\d{3})*(?:\.\d+)?)(?:\/(\d+))?(?: ?(%|°|[a-z][a-z /²³]*))?$/

/** Returns undefined when the text is not a number. */
export function readAnswerNumber(text: string): AnswerNumber | undefined {
  const [, numerator, denominator = '1', unit = ''] = NUMBER.exec(text) ?? []
  if (numerator === undefined) return undefined
  const value = Number(numerator.replaceAll(',', '').replace('−', '-')) / Number(denominator)
  return { value, unit }
}
