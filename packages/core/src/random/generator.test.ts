import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGenerator, drawBelow } from './generator.ts'
import { createKey, optionOrderOf, QUESTION_ORDER } from './index.ts'

/** Creates a generator that returns the given words, and throws after the last one. */
function generatorOf(...words: number[]) {
  return {
    next() {
      const word = words.shift()
      if (word === undefined) throw new Error('expected a further word, got the end of the list')
      return word
    },
  }
}

describe('createGenerator', () => {
  it('returns 32-bit words, and equal words for equal streams', () => {
    fc.assert(
      fc.property(fc.string(), (part) => {
        const key = createKey('seed', part)
        const [a, b] = [createGenerator(key, QUESTION_ORDER), createGenerator(key, QUESTION_ORDER)]
        for (let draw = 0; draw < 20; draw++) {
          const word = a.next()
          expect(Number.isInteger(word) && word >= 0 && word < 2 ** 32).toBe(true)
          expect(b.next()).toBe(word)
        }
      }),
    )
  })

  it('returns different words for different keys, and for different streams of a key', () => {
    const first = (key: string, id?: string) =>
      createGenerator(createKey('seed', key), id === undefined ? QUESTION_ORDER : optionOrderOf(id)).next()
    const words = [first('a'), first('b'), first('a', 'a'), first('a', 'b'), first('b', 'a'), first('a', '')]
    expect(new Set(words).size).toBe(words.length)
  })
})

describe('drawBelow', () => {
  it('skips the words that would make some results more likely than others', () => {
    expect(drawBelow(generatorOf(2 ** 32 - 1, 7), 3)).toBe(1)
    expect(drawBelow(generatorOf(2 ** 32 - 2), 3)).toBe(2)
    expect(drawBelow(generatorOf(2 ** 31 + 1, 2 ** 31), 2 ** 31 + 1)).toBe(2 ** 31)
  })

  it('skips no word when the bound divides 2^32', () => {
    expect(drawBelow(generatorOf(2 ** 32 - 1), 2 ** 32)).toBe(2 ** 32 - 1)
    expect(drawBelow(generatorOf(2 ** 32 - 1), 1)).toBe(0)
    expect(drawBelow(generatorOf(2 ** 32 - 1), 8)).toBe(7)
  })

  it('returns an integer below its bound', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 2 ** 32 - 1 }), (key, bound) => {
        const drawn = drawBelow(createGenerator(createKey('seed', key), QUESTION_ORDER), bound)
        expect(Number.isInteger(drawn) && drawn >= 0 && drawn < bound).toBe(true)
      }),
    )
  })
})
