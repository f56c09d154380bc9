import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveKey } from './index.ts'

describe('deriveKey', () => {
  it('gives different keys to different lists of parts, wherever they are cut', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', ':', ',', 'é') }), { maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const same = a.length === b.length && a.every((part, index) => part === b[index])
        expect(deriveKey('order', ...a) === deriveKey('order', ...b)).toBe(same)
      }),
    )
  })

  it('gives each purpose a stream of its own', () => {
    const keys = (['order', 'options', 'choices'] as const).map((purpose) =>
      deriveKey(purpose, 'astronomy', '42'),
    )
    expect(new Set(keys).size).toBe(3)
  })
})
