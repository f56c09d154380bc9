// The functions an expression of checks.json may call; each of its exports is in scope there under its own name.
// They count, list and approximate instead of using a closed formula, so that a check is no echo of its answer.

/** One degree in radians: `60 * degree`. */
export const degree = Math.PI / 180

/** The numbers from `first` to `last`, both included. */
export function range(first: number, last: number, step = 1): number[] {
  return Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, i) => first + i * step,
  )
}

/** The total of what `measure` gives for each item, of the items themselves by default. */
export function sum<T>(items: readonly T[], measure: (item: T, index: number) => number = Number): number {
  return items.reduce((total, item, index) => total + measure(item, index), 0)
}

/** All the factors multiplied. */
export function product(factors: readonly number[]): number {
  return factors.reduce((result, factor) => result * factor, 1)
}

/** The greatest common divisor, by Euclid. */
export function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b)
}

/** All positive divisors of `number`, ascending. */
export function divisors(number: number): number[] {
  return range(1, number).filter((candidate) => number % candidate === 0)
}

/** Whether `number` has no divisors but 1 and itself. */
export function isPrime(number: number): boolean {
  return number > 1 && range(2, Math.sqrt(number)).every((candidate) => number % candidate !== 0)
}

/** The decimal digits, highest first. */
export function digits(number: number): number[] {
  return [...String(number)].map(Number)
}

/** The remainder of `base ** exponent` on division by `modulus`, multiplying step by step. */
export function powerModulo(base: number, exponent: number, modulus: number): number {
  return range(1, exponent).reduce((remainder) => (remainder * base) % modulus, 1)
}

/** `number!`, exact. */
export function factorial(number: number): bigint {
  return range(2, number).reduce((result, factor) => result * BigInt(factor), 1n)
}

/** In how many ways `size` of `number` things can be chosen, exact. */
export function binomial(number: number, size: number): bigint {
  return factorial(number) / (factorial(size) * factorial(number - size))
}

/** Every order of the items. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, place) =>
    permutations(items.toSpliced(place, 1)).map((others) => [item, ...others]),
  )
}

/** Every choice of `size` items in their given order. */
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

/** The share of the items that pass, from 0 to 1. */
export function share<T>(items: readonly T[], passes: (item: T) => boolean): number {
  return items.filter(passes).length / items.length
}

/** The arithmetic mean. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return mean(sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1))
}

/** The dot product of two vectors of one length. */
export function dotProduct(a: readonly number[], b: readonly number[]): number {
  return sum(a, (value, place) => value * (b[place] ?? Number.NaN))
}

/** The product of two matrices, given by rows. */
export function matrixProduct(a: readonly number[][], b: readonly number[][]): number[][] {
  const columns = (b[0] ?? []).map((_, place) => b.map((row) => row[place] ?? Number.NaN))
  return a.map((row) => columns.map((column) => dotProduct(row, column)))
}

/** The determinant of a square matrix, expanded along its first row. */
export function determinant([first, ...others]: readonly number[][]): number {
  if (first === undefined) return 1
  return sum(first, (value, column) => {
    const minor = others.map((row) => row.toSpliced(column, 1))
    return (-1) ** column * value * determinant(minor)
  })
}

/** Whether two numbers differ by no more than the millionth part of the larger, or of 1. */
export function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))
}

/** The zero between `low` and `high`, at which `f` has opposite signs; by bisection. */
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

/** The derivative of `f` at `x`: central differences, extrapolated twice (Richardson). */
export function derivative(f: (x: number) => number, x: number): number {
  const slope = (step: number) => (f(x + step) - f(x - step)) / (2 * step)
  const [coarse, middle, fine] = [slope(1e-3), slope(5e-4), slope(2.5e-4)]
  return (16 * ((4 * fine - middle) / 3) - (4 * middle - coarse) / 3) / 15
}

/** The integral of `f` from `low` to `high`, by Gauss and Legendre's two nodes in each panel. */
export function integrate(f: (x: number) => number, low: number, high: number, panels = 4000): number {
  const width = (high - low) / panels
  const offset = width / Math.sqrt(12)
  return sum(range(1, panels), (panel) => {
    const middle = low + (panel - 0.5) * width
    return (width / 2) * (f(middle - offset) + f(middle + offset))
  })
}
