import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsInBoth, rowsWithAny } from './facet-index.ts'
import { indexFacet } from './testing.ts'

const value = fc.constantFrom('a', 'b', 'c', '__proto__')
const column = fc.array(fc.option(value, { nil: undefined }))

describe('a facet index', () => {
  it('has the rows of each value, in the order of first occurrence', () => {
    const index = indexFacet(['b', undefined, 'a', 'b'])
    expect([...index.counts]).toEqual([
      ['b', 2],
      ['a', 1],
    ])
    expect(['b', 'a', 'c', '__proto__'].map((name) => [...index.rowsOf(name)])).toEqual([[0, 3], [2], [], []])
  })

  it('returns each row with any of the values once, ascending', () => {
    fc.assert(
      fc.property(column, fc.array(value), (values, wanted) => {
        const expected = values.flatMap((text, row) => (text && wanted.includes(text) ? [row] : []))
        expect([...rowsWithAny(indexFacet(values), wanted, values.length)]).toEqual(expected)
      }),
    )
  })
})

describe('rowsInBoth', () => {
  it('returns the rows of both lists, ascending', () => {
    const rows = fc.uniqueArray(fc.nat({ max: 30 })).map((list) => Uint32Array.from(list).sort())
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        expect([...rowsInBoth(a, b)]).toEqual([...a].filter((row) => b.includes(row)))
      }),
    )
  })
})
