import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RANDOM_ERRORS } from '../../random/index.ts'
import { perFacet } from '../facets.ts'
import type { Filters, Order } from '../selection.ts'
import { keyOf, type RowSource, selectRows as selectByKey } from './select-rows.ts'
import { indexFacet } from './testing.ts'

const LEVELS = ['easy', 'medium', 'hard', undefined]
const TOPICS = ['stars', 'moons', 'suns']
const NO_FILTERS: Filters = perFacet(() => [])

/** Creates a source with `size` rows and alternating difficulties and topics. */
function makeSource(size: number): RowSource {
  const rows = Array.from({ length: size }, (_, row) => row)
  const facets = {
    ...perFacet(() => indexFacet([])),
    difficulty: indexFacet(rows.map((row) => LEVELS[row % 4])),
    topic: indexFacet(rows.map((row) => TOPICS[row % 3])),
  }
  return { size, facets }
}

interface TestSelection {
  readonly order: Order
  readonly filters: Filters
  readonly offset: number
  readonly count: number
}

const selectRows = (from: RowSource, { order, ...selection }: TestSelection, category = 'test') =>
  selectByKey(from, keyOf([category], order), selection)

const source = makeSource(60)
const inOrder: Order = { kind: 'dataset' }
const seeded = (seed: string): Order => ({ kind: 'seeded', seed })
const all = { order: inOrder, filters: NO_FILTERS, offset: 0, count: 100 }

describe('selectRows', () => {
  it('keeps the order of the dataset without a seed', () => {
    expect(selectRows(source, { ...all, offset: 57 }).rows).toEqual([57, 58, 59])
  })

  it('returns the rows that match all filters, each with any of its values', () => {
    const filters = { ...NO_FILTERS, difficulty: ['easy', 'hard', 'easy'], topic: ['moons'] }
    const { rows, total } = selectRows(source, { ...all, filters })
    const expected = Array.from({ length: 60 }, (_, row) => row).filter(
      (row) => row % 2 === 0 && row % 3 === 1,
    )
    expect(rows).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  it.each([inOrder, seeded('x')])('returns no rows for an unknown value, in the order %j', (order) => {
    const filters = { ...NO_FILTERS, topic: ['Stars'] }
    const expected = { total: 0, rows: [], nextOffset: null }
    expect(selectRows(source, { ...all, order, filters })).toEqual(expected)
  })

  it.each([inOrder, seeded('x')])('returns no rows past the end, in the order %j', (order) => {
    for (const offset of [60, Number.MAX_SAFE_INTEGER]) {
      const expected = { total: 60, rows: [], nextOffset: null }
      expect(selectRows(source, { ...all, order, offset })).toEqual(expected)
    }
  })

  it.each([inOrder, seeded('x')])(
    'has no next page after a page that ends at the total, in the order %j',
    (order) => {
      expect(selectRows(source, { ...all, order, offset: 50, count: 10 }).nextOffset).toBeNull()
      expect(selectRows(source, { ...all, order, offset: 49, count: 10 }).nextOffset).toBe(59)
    },
  )

  it('returns every matching row exactly once over all pages', () => {
    const order = fc.oneof(fc.constant(inOrder), fc.string({ minLength: 1, unit: 'grapheme' }).map(seeded))
    const filters = fc.record({
      difficulty: fc.subarray(['easy', 'medium', 'hard']),
      topic: fc.subarray(TOPICS),
    })
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 50 }), filters, (order, count, filters) => {
        const visited: number[] = []
        for (let offset: number | null = 0; offset !== null; ) {
          const page = selectRows(source, { order, offset, count, filters: { ...NO_FILTERS, ...filters } })
          visited.push(...page.rows)
          offset = page.nextOffset
        }
        const everything = selectRows(source, { ...all, filters: { ...NO_FILTERS, ...filters } })
        expect(visited.toSorted((a, b) => a - b)).toEqual(everything.rows)
        expect(everything.total).toBe(visited.length)
      }),
    )
  })

  it('orders by category and seed', () => {
    const rowsOf = (category: string, seed: string) =>
      selectRows(source, { ...all, order: seeded(seed) }, category).rows
    expect(rowsOf('test', 'x')).toEqual(rowsOf('test', 'x'))
    expect(rowsOf('test', 'x')).not.toEqual(rowsOf('test', 'xx'))
    expect(rowsOf('test', 'x')).not.toEqual(rowsOf('other', 'x'))
  })

  it.each(['', 'x'.repeat(129), '\ud800'])('rejects the seed %j', (seed) => {
    const rejection = expect.objectContaining({ code: RANDOM_ERRORS.invalid_seed.code })
    expect(() => selectRows(source, { ...all, order: seeded(seed) })).toThrow(rejection)
  })
})
