// Lists numbers and computes sums, divisors and digits.

/** One degree in radians. `60 * degree` is an angle of 60°. */
export const degree = Math.PI / 180

/** Lists the numbers from `first` to `last`, both included. */
export function range(first: number, last: number, step = 1): number[] {
  return Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, index) => first + index * step,
  )
}

/** Returns the sum of `measure` of each item. By default, it is the sum of the items. */
export function sum<T>(items: readonly T[], measure: (item: T, index: number) => number = Number): number {
  return items.reduce((total, item, index) => total + measure(item, index), 0)
}

/** Returns the product of all factors. */
export function product(factors: readonly number[]): number {
  return factors.reduce((result, factor) => result * factor, 1)
}

/** Returns the greatest common divisor, by Euclid's algorithm. */
export function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b)
}

/** Lists the positive divisors of `number`, ascending. */
export function divisors(number: number): number[] {
  return range(1, number).filter((candidate) => number % candidate === 0)
}

/** Checks whether `number` is prime. */
export function isPrime(number: number): boolean {
  return number > 1 && range(2, Math.sqrt(number)).every((candidate) => number % candidate !== 0)
}

/** Returns the decimal digits. The most significant digit is the first. */
export function digits(number: number): number[] {
  return [...String(number)].map(Number)
}

/** Returns the remainder of `base ** exponent` divided by `modulus`, by repeated multiplication. */
export function powerModulo(base: number, exponent: number, modulus: number): number {
  return range(1, exponent).reduce((remainder) => (remainder * base) % modulus, 1)
}

/**
 * Checks whether two numbers differ by at most a millionth of the larger one, or of 1 if both are smaller.
 */
export function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))
}
