import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packRows, readRow } from './packed-rows.ts'

describe('packRows', () => {
  it('packs rows from which each row can be read', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (rows) => {
        const packed = packRows(rows)
        expect(rows.map((_, row) => readRow(packed, row))).toEqual(rows)
        expect(packed.bytes.toString()).toBe(rows.join(''))
      }),
    )
  })
})
