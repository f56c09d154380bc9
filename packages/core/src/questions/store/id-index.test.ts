import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIdIndex, findRow } from './id-index.ts'

/** Indexes ids. */
function indexIds(ids: readonly string[]) {
  const readId = (row: number) => ids[row] as string
  const index = createIdIndex(readId)
  for (const id of ids) index.add(id)
  const slots = index.finish()
  return { find: (id: string) => findRow(slots, id, readId), slots }
}

describe('an index of ids', () => {
  it('finds the row of each id, and no row for other strings', () => {
    const ids = fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 300 })
    fc.assert(
      fc.property(ids, fc.string(), (known, other) => {
        const { find } = indexIds(known)
        expect(known.map(find)).toEqual(known.map((_, row) => row))
        if (!known.includes(other)) expect(find(other)).toBeUndefined()
      }),
    )
  })

  it('finds ids before all of them are added', () => {
    const ids = ['a', 'b']
    const index = createIdIndex((row) => ids[row] as string)
    expect(index.find('a')).toBeUndefined()
    index.add('a')
    expect([index.find('a'), index.find('b')]).toEqual([0, undefined])
  })

  it('is at most half full, with similar ids and many of them', () => {
    const ids = Array.from({ length: 20_000 }, (_, row) => `Q-${row}`)
    const { find, slots } = indexIds(ids)
    expect(slots.length).toBeGreaterThanOrEqual(2 * ids.length)
    expect(slots.length).toBeLessThan(8 * ids.length)
    expect(ids.every((id, row) => find(id) === row)).toBe(true)
    expect(find('Q-20000')).toBeUndefined()
  })
})
