import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { threefry, type Words } from './threefry.ts'

const anyWord = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const anyWords = fc.tuple(anyWord, anyWord, anyWord, anyWord) as fc.Arbitrary<Words>

const signed = (...words: number[]) => words.map((word) => word | 0) as unknown as Words
const toHex = (words: Words) => words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join(' ')

/** Returns the number of bits that differ. */
function countDifferences(a: Words, b: Words): number {
  return a.reduce((sum, word, index) => {
    const bits = ((word ^ (b[index] as number)) >>> 0).toString(2)
    return sum + bits.replaceAll('0', '').length
  }, 0)
}

describe('threefry', () => {
  // The known answers of the authors' library Random123, for Threefry-4x32 with 20 rounds.
  it.each([
    ['zeros', signed(0, 0, 0, 0), signed(0, 0, 0, 0), '9c6ca96a e17eae66 fc10ecd4 5256a7d8'],
    ['ones', signed(-1, -1, -1, -1), signed(-1, -1, -1, -1), '2a881696 57012287 f6c7446e a16a6732'],
    [
      'the digits of pi',
      signed(0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89),
      signed(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344),
      '59cd1dbb b8879579 86b5d00c ac8b6d84',
    ],
  ])('returns the known answer for %s', (_about, key, counter, words) => {
    expect(toHex(threefry(key, counter))).toBe(words)
  })

  it('changes about half of the bits when one bit of the key or of the counter changes', () => {
    fc.assert(
      fc.property(anyWords, anyWords, fc.nat({ max: 3 }), fc.nat({ max: 31 }), (key, counter, word, bit) => {
        const flip = (words: Words) =>
          words.map((value, index) => (index === word ? value ^ (1 << bit) : value)) as unknown as Words
        const before = threefry(key, counter)
        for (const after of [threefry(flip(key), counter), threefry(key, flip(counter))]) {
          // 128 fair coins show fewer than 24 or more than 104 heads once in 10^12 times.
          const differences = countDifferences(before, after)
          expect(differences).toBeGreaterThan(24)
          expect(differences).toBeLessThan(104)
        }
      }),
    )
  })
})
