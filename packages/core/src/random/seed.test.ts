import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKey, hashId, keyOfQuestion, openStream } from './index.ts'

describe('createKey', () => {
  it('returns different keys for different lists of parts, even if they are equal when joined', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', ':', ',', 'é') }), { maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const same = a.length === b.length && a.every((part, index) => part === b[index])
        expect(createKey('questions', ...a).join() === createKey('questions', ...b).join()).toBe(same)
      }),
    )
  })

  it('returns different keys for different purposes', () => {
    const keys = (['questions', 'options', 'choices'] as const).map((purpose) => createKey(purpose, 'stars'))
    expect(new Set(keys.map(String)).size).toBe(keys.length)
  })
})

describe('keyOfQuestion', () => {
  it('returns different keys for different ids', () => {
    const key = createKey('options', 'astronomy', '42')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const keys = [a, b].map((id) => keyOfQuestion(key, hashId(id)).join())
        expect(keys[0] === keys[1]).toBe(a === b)
      }),
    )
  })
})

describe('openStream', () => {
  it('returns 32-bit words, and equal words for equal keys', () => {
    fc.assert(
      fc.property(fc.string(), (part) => {
        const key = createKey('questions', part)
        const [a, b] = [openStream(key), openStream(key)]
        for (let draw = 0; draw < 20; draw++) {
          const word = a()
          expect(Number.isInteger(word) && word >= 0 && word < 2 ** 32).toBe(true)
          expect(b()).toBe(word)
        }
      }),
    )
  })

  it('returns different words for different keys', () => {
    const words = ['a', 'b', 'aa', ''].map((part) => openStream(createKey('questions', part))())
    expect(new Set(words).size).toBe(words.length)
  })
})
