import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveKey } from './index.ts'

describe('deriveKey', () => {
  it('returns different keys for different lists of parts, even if they are equal when joined', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', ':', ',', 'é') }), { maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const same = a.length === b.length && a.every((part, index) => part === b[index])
        expect(deriveKey('order', ...a) === deriveKey('order', ...b)).toBe(same)
      }),
    )
  })

  it('returns different keys for different purposes', () => {
    const keys = (['order', 'options', 'choices'] as const).map((purpose) =>
      deriveKey(purpose, 'astronomy', '42'),
    )
    expect(new Set(keys).size).toBe(3)
  })
})
