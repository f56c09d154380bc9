import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extendName, nameStream } from './index.ts'

describe('nameStream', () => {
  it('returns different names for different lists of parts, even if they are equal when joined', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', ':', ',', 'é') }), { maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const same = a.length === b.length && a.every((part, index) => part === b[index])
        expect(nameStream('order', ...a) === nameStream('order', ...b)).toBe(same)
      }),
    )
  })

  it('returns different names for different purposes', () => {
    const names = (['order', 'options', 'choices'] as const).map((purpose) =>
      nameStream(purpose, 'astronomy', '42'),
    )
    expect(new Set(names).size).toBe(3)
  })

  it('can be extended by a part', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ unit: 'grapheme' }), (parts, last) => {
        expect(extendName(nameStream('order', ...parts), last)).toBe(nameStream('order', ...parts, last))
      }),
    )
  })
})
