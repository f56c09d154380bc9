// Arbitraries that several generators of requests use.
import fc from 'fast-check'
import { HOSTILE_STRINGS } from './hostile.ts'

/** A string that programs often handle wrongly, or a random one. */
export const anyString = fc.oneof(
  fc.constantFrom(...HOSTILE_STRINGS),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

/** Generates one of the first values most of the time. A failing request shrinks to them. */
export function mostly<T>(likely: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 9): fc.Arbitrary<T> {
  return fc.oneof({ withCrossShrink: true }, { arbitrary: likely, weight }, { arbitrary: rare, weight: 1 })
}
