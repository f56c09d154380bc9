// Approximates roots, derivatives and integrals of functions.
import { range, sum } from './numbers.ts'

/**
 * Approximates a root of `f` between `low` and `high` by bisection. `f(low)` and `f(high)` must have opposite
 * signs.
 */
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

/** Approximates the derivative of `f` at `x` by central differences with two Richardson extrapolations. */
export function derivative(f: (x: number) => number, x: number): number {
  const slope = (step: number) => (f(x + step) - f(x - step)) / (2 * step)
  const [coarse, middle, fine] = [slope(1e-3), slope(5e-4), slope(2.5e-4)]
  return (16 * ((4 * fine - middle) / 3) - (4 * middle - coarse) / 3) / 15
}

/**
 * Approximates the integral of `f` from `low` to `high` by Gauss–Legendre quadrature with two nodes per
 * panel.
 */
export function integrate(f: (x: number) => number, low: number, high: number, panels = 4000): number {
  const width = (high - low) / panels
  const offset = width / Math.sqrt(12)
  return sum(range(1, panels), (panel) => {
    const middle = low + (panel - 0.5) * width
    return (width / 2) * (f(middle - offset) + f(middle + offset))
  })
}
