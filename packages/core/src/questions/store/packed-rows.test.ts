import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packRows, rowText } from './packed-rows.ts'

describe('packed rows', () => {
  it('return every text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const packed = packRows(texts)
        expect(texts.map((_, row) => rowText(packed, row))).toEqual(texts)
        expect(packed.bytes.toString()).toBe(texts.join(''))
      }),
    )
  })
})
