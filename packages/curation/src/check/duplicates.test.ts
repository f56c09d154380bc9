import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findSimilarTexts, trigramsOf } from './duplicates.ts'

/**
 * Reference implementation: the Dice coefficient of two sets, 0 for disjoint sets, 1 for equal sets.
 * @see https://doi.org/10.2307/1932409
 */
function diceOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const item of small) if (large.has(item)) shared++
  return a.size + b.size === 0 ? 1 : (2 * shared) / (a.size + b.size)
}

/** Reference implementation: compares every pair. */
function findByComparingAll(texts: readonly string[], threshold: number) {
  const sets = texts.map(trigramsOf)
  return sets.map((set, index) => sets.slice(0, index).findIndex((other) => diceOf(set, other) >= threshold))
}

const word = fc.constantFrom(
  'which',
  'planet',
  'has',
  'a',
  'red',
  'spot',
  'river',
  'crosses',
  'the',
  'city',
  'oldest',
  'of',
)
const sentence = fc.array(word, { minLength: 8, maxLength: 12 })
/** Sentences, some of which differ from another one by the word at one position. */
const sentences = fc
  .array(fc.record({ words: sentence, at: fc.nat({ max: 7 }), other: word }), { minLength: 2, maxLength: 30 })
  .map((all) => all.flatMap(({ words, at, other }) => [words.join(' '), words.with(at, other).join(' ')]))

it('finds the first similar text, as a comparison of every pair does', () => {
  let [expected, missed] = [0, 0]
  fc.assert(
    fc.property(sentences, (texts) => {
      const found = findSimilarTexts(texts, [], () => 0.85).map((similar) => similar?.index ?? -1)
      for (const [index, first] of findByComparingAll(texts, 0.85).entries()) {
        if (first < 0) expect(found[index]).toBe(-1)
        else {
          expected++
          if (found[index] !== first) missed++
        }
      }
    }),
    { seed: 1, numRuns: 60 },
  )
  expect(expected).toBeGreaterThan(20)
  expect(missed / expected).toBeLessThan(0.02)
})

it('compares the texts of a group in any case', () => {
  const texts = [
    'which planet has a great red spot',
    'which planet has the red spot',
    'another text entirely',
  ]
  const similarity = diceOf(trigramsOf(texts[0] as string), trigramsOf(texts[1] as string))
  const found = findSimilarTexts(texts, [[0, 1, 2]], () => 0.6)
  expect(found).toEqual([undefined, { index: 0, similarity }, undefined])
})

it('never matches a pair without a threshold', () => {
  expect(findSimilarTexts(['same text', 'same text'], [], () => undefined)).toEqual([undefined, undefined])
})

it('compares few pairs of many different texts, and of many texts from one template', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const nameOf = (index: number) =>
    [7, 11, 13, 17, 19].map((prime) => letters[(index * prime + ((index / 26) | 0)) % 26]).join('')
  const texts = Array.from({ length: 4000 }, (_, index) =>
    index % 2 === 0
      ? `who is the author of the book called ${nameOf(index)} ${nameOf(index * 31)}`
      : `${nameOf(index)} ${nameOf(index * 3)} ${nameOf(index * 5)} ${nameOf(index * 9)}`,
  )
  let compared = 0
  findSimilarTexts(texts, [], () => {
    compared++
    return 1.1
  })
  // All pairs are 8 million.
  expect(compared).toBeLessThan(4000 * 50 * 50 * 0.2)
})
