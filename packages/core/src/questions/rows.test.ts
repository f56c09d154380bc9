import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinRows, packRows, rowText } from './rows.ts'

describe('packed rows', () => {
  it('give back every text, and join any of them in any order', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 })
    fc.assert(
      fc.property(texts, fc.array(fc.nat()), (rows, picks) => {
        const packed = packRows(rows)
        expect(rows.map((_, row) => rowText(packed, row))).toEqual(rows)
        const picked = picks.map((pick) => pick % rows.length)
        const joined = joinRows(packed, picked, '«', '»').toString()
        expect(joined).toBe(`«${picked.map((row) => rows[row]).join(',')}»`)
      }),
    )
  })
})
