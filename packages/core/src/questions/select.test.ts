import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Dataset, readDataset } from './dataset.ts'
import { selectRows } from './select.ts'

const LEVELS = ['easy', 'medium', 'hard', '']
const TOPICS = ['stars', 'moons', 'suns']

/** A dataset of `size` rows whose difficulty and topic go round. */
function makeDataset(size: number, category = 'test'): Dataset {
  const rows = Array.from(
    { length: size },
    (_, row) => `q${row},Q?,A,${LEVELS[row % 4]},${TOPICS[row % 3]}\n`,
  )
  const bytes = Buffer.from(`id,question,correct_answer,difficulty,topic\n${rows.join('')}`)
  const { dataset } = readDataset({ category, title: category, path: `${category}.csv`, bytes })
  if (!dataset) throw new Error('the fixture is no dataset')
  return dataset
}

const dataset = makeDataset(60)
const all = { offset: 0, count: 100, difficulty: [], topic: [] }

describe('selectRows', () => {
  it('keeps dataset order without a seed', () => {
    expect(selectRows(dataset, { ...all, offset: 57 }).rows).toEqual([57, 58, 59])
  })

  it('keeps rows of any of the values of one filter, and of all filters together', () => {
    const { rows, total } = selectRows(dataset, {
      ...all,
      difficulty: ['easy', 'hard', 'easy'],
      topic: ['moons'],
    })
    expect(rows).toEqual(
      Array.from({ length: 60 }, (_, row) => row).filter((row) => row % 2 === 0 && row % 3 === 1),
    )
    expect(total).toBe(rows.length)
  })

  it('finds nothing for a value that no row has', () => {
    expect(selectRows(dataset, { ...all, topic: ['Stars'] })).toEqual({
      total: 0,
      rows: [],
      nextOffset: null,
    })
    expect(selectRows(dataset, { ...all, seed: 'x', topic: ['Stars'] }).rows).toEqual([])
  })

  it('gives what there is past the end, never an error', () => {
    for (const seed of [undefined, 'x']) {
      expect(selectRows(dataset, { ...all, seed, offset: 60 })).toEqual({
        total: 60,
        rows: [],
        nextOffset: null,
      })
      expect(selectRows(dataset, { ...all, seed, offset: Number.MAX_SAFE_INTEGER }).rows).toEqual([])
    }
  })

  it('visits every matching row exactly once by following nextOffset', () => {
    const value = (values: string[]) => fc.subarray(values.filter((text) => text !== ''))
    fc.assert(
      fc.property(
        fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
        fc.integer({ min: 1, max: 50 }),
        value(LEVELS),
        value(TOPICS),
        (seed, count, difficulty, topic) => {
          const visited: number[] = []
          for (let offset: number | null = 0; offset !== null; ) {
            const page = selectRows(dataset, { seed, offset, count, difficulty, topic })
            visited.push(...page.rows)
            offset = page.nextOffset
          }
          const everything = selectRows(dataset, { ...all, difficulty, topic })
          expect(visited.toSorted((a, b) => a - b)).toEqual(everything.rows)
          expect(everything.total).toBe(visited.length)
        },
      ),
    )
  })

  it('orders by category and seed', () => {
    const order = (of: Dataset, seed: string) => selectRows(of, { ...all, seed }).rows
    expect(order(dataset, 'x')).toEqual(order(makeDataset(60), 'x'))
    expect(order(dataset, 'x')).not.toEqual(order(dataset, 'xx'))
    expect(order(dataset, 'x')).not.toEqual(order(makeDataset(60, 'other'), 'x'))
  })
})
