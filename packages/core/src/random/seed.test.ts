import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKey, optionOrderOf, QUESTION_ORDER } from './index.ts'

describe('createKey', () => {
  it('returns different keys for different lists of parts, even if they are equal when joined', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', ':', ',', 'é') }), { maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const same = a.length === b.length && a.every((part, index) => part === b[index])
        expect(createKey('seed', ...a).join() === createKey('seed', ...b).join()).toBe(same)
      }),
    )
  })

  it('returns different keys for different purposes', () => {
    expect(createKey('seed', 'astronomy')).not.toEqual(createKey('choices', 'astronomy'))
  })
})

describe('optionOrderOf', () => {
  it('returns different numbers for different ids, and none is that of the order of questions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(optionOrderOf(a).join() === optionOrderOf(b).join()).toBe(a === b)
        expect(optionOrderOf(a)).not.toEqual(QUESTION_ORDER)
      }),
    )
  })
})
