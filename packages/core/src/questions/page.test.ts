import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKey, drawOrder, openStream, RANDOM_ERRORS } from '../random/index.ts'
import type { Filters } from './dataset.ts'
import { perFacet } from './facets.ts'
import { mixDatasets, type Selection, sourceOf } from './page.ts'
import { makeDataset, parseList } from './testing.ts'

const LEVELS = ['easy', 'medium', 'hard', undefined]
const TOPICS = ['stars', 'moons', 'suns']
const NO_FILTERS: Filters = perFacet(() => [])
const VIEW = { hideAnswers: false, shuffleOptions: false, includeSource: false }

/** Makes a dataset of 60 questions with alternating difficulties and topics. The id of each is its row. */
const makeSource = (category: string) =>
  makeDataset(
    category,
    Array.from({ length: 60 }, (_, row) => {
      const difficulty = LEVELS[row % 4]
      const topic = TOPICS[row % 3] as string
      return { id: `${row}`, question: 'Q?', correct_answer: 'A', topic, ...(difficulty && { difficulty }) }
    }),
  )

/** Returns a page with rows in place of questions. */
function selectRows(selection: Omit<Selection, 'view'>, category = 'test') {
  const { json, ...page } = sourceOf(makeSource(category)).page({ ...selection, view: VIEW })
  return { ...page, rows: (parseList(json) as { id: string }[]).map(({ id }) => Number(id)) }
}

const inOrder = undefined
const all = { seed: inOrder, filters: NO_FILTERS, offset: 0, count: 100 }

describe('a page', () => {
  it('keeps the order of the dataset without a seed', () => {
    expect(selectRows({ ...all, offset: 57 }).rows).toEqual([57, 58, 59])
  })

  it('returns the rows that match all filters, each with any of its values', () => {
    const filters = { ...NO_FILTERS, difficulty: ['easy', 'hard', 'easy'], topic: ['moons'] }
    const { rows, total } = selectRows({ ...all, filters })
    const expected = Array.from({ length: 60 }, (_, row) => row).filter(
      (row) => row % 2 === 0 && row % 3 === 1,
    )
    expect(rows).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  it.each([inOrder, 'x'])('returns no rows for an unknown value, with the seed %j', (seed) => {
    const filters = { ...NO_FILTERS, topic: ['Stars'] }
    const expected = { total: 0, rows: [], nextOffset: null }
    expect(selectRows({ ...all, seed, filters })).toEqual(expected)
  })

  it.each([inOrder, 'x'])('returns no rows past the end, with the seed %j', (seed) => {
    for (const offset of [60, Number.MAX_SAFE_INTEGER]) {
      const expected = { total: 60, rows: [], nextOffset: null }
      expect(selectRows({ ...all, seed, offset })).toEqual(expected)
    }
  })

  it.each([inOrder, 'x'])(
    'has no next page after a page that ends at the total, with the seed %j',
    (seed) => {
      expect(selectRows({ ...all, seed, offset: 50, count: 10 }).nextOffset).toBeNull()
      expect(selectRows({ ...all, seed, offset: 49, count: 10 }).nextOffset).toBe(59)
    },
  )

  it('returns every matching row exactly once over all pages', () => {
    const seed = fc.oneof(fc.constant(inOrder), fc.string({ minLength: 1, unit: 'grapheme' }))
    const filters = fc.record({
      difficulty: fc.subarray(['easy', 'medium', 'hard']),
      topic: fc.subarray(TOPICS),
    })
    fc.assert(
      fc.property(seed, fc.integer({ min: 1, max: 50 }), filters, (seed, count, filters) => {
        const visited: number[] = []
        for (let offset: number | null = 0; offset !== null; ) {
          const page = selectRows({ seed, offset, count, filters: { ...NO_FILTERS, ...filters } })
          visited.push(...page.rows)
          offset = page.nextOffset
        }
        const everything = selectRows({ ...all, filters: { ...NO_FILTERS, ...filters } })
        expect(visited.toSorted((a, b) => a - b)).toEqual(everything.rows)
        expect(everything.total).toBe(visited.length)
      }),
    )
  })

  it('orders by category and seed', () => {
    const rowsOf = (category: string, seed: string) => selectRows({ ...all, seed }, category).rows
    expect(rowsOf('test', 'x')).toEqual(rowsOf('test', 'x'))
    expect(rowsOf('test', 'x')).not.toEqual(rowsOf('test', 'xx'))
    expect(rowsOf('test', 'x')).not.toEqual(rowsOf('other', 'x'))
  })

  it.each(['', 'x'.repeat(129), '\ud800'])('rejects the seed %j', (seed) => {
    const rejection = expect.objectContaining({ code: RANDOM_ERRORS.invalid_seed.code })
    expect(() => selectRows({ ...all, seed })).toThrow(rejection)
  })
})

const makeMixed = (category: string, ids: readonly string[], topic = 'x') =>
  makeDataset(
    category,
    ids.map((id, index) => ({
      id,
      question: `What is “${id}”?`,
      correct_answer: 'A',
      options: ['A', 'B', 'C'],
      ...(index % 2 === 0 && { topic }),
    })),
    category + ids.join(),
  )

const B = makeMixed('b', ['b1', 'b2', 'b3'])
const A = makeMixed('ä "a"', ['a1', 'a2'], 'y')
const VISIBLE = { hideAnswers: false, shuffleOptions: false, includeSource: false }
const HIDDEN = { hideAnswers: true, shuffleOptions: false, includeSource: false }
const ALL: Selection = {
  seed: undefined,
  filters: perFacet(() => []),
  offset: 0,
  count: 10,
  view: VISIBLE,
}

function select(selection: Partial<Selection>, datasets = [A, B]) {
  const { total, json, nextOffset } = mixDatasets(datasets).page({ ...ALL, ...selection })
  const questions = parseList(json) as { category: string; id: string }[]
  return { total, nextOffset, questions, ids: questions.map(({ id }) => id) }
}

describe('mixDatasets', () => {
  it('returns the questions by category, each with its category first', () => {
    const { total, ids, questions, nextOffset } = select({})
    expect([total, nextOffset, ids]).toEqual([5, null, ['b1', 'b2', 'b3', 'a1', 'a2']])
    expect(questions.map(({ category }) => category)).toEqual(['b', 'b', 'b', 'ä "a"', 'ä "a"'])
    expect(Object.keys(questions[0] ?? {}).slice(0, 3)).toEqual(['category', 'id', 'question'])
  })

  it('does not depend on the order of the datasets', () => {
    expect(select({}, [B, A])).toEqual(select({}, [A, B]))
    expect(mixDatasets([B, A]).revisionOf(VISIBLE)).toBe(mixDatasets([A, B]).revisionOf(VISIBLE))
  })

  it.each([
    [0, 2, ['b1', 'b2'], 2],
    [2, 2, ['b3', 'a1'], 4],
    [4, 2, ['a2'], null],
    [3, 2, ['a1', 'a2'], null],
    [5, 2, [], null],
  ])('pages from offset %i with %i questions', (offset, count, ids, nextOffset) => {
    expect(select({ offset, count })).toMatchObject({ ids, nextOffset, total: 5 })
  })

  it('draws from all categories by a key of their names', () => {
    const order = drawOrder(openStream(createKey('questions', 'b', 'ä "a"', 'seed')), 5, 0, 5)
    const inOrder = ['b1', 'b2', 'b3', 'a1', 'a2']
    expect(select({ seed: 'seed' }).ids).toEqual(order.map((index) => inOrder[index]))
  })

  it('filters before it draws', () => {
    const filters = perFacet(({ name }) => (name === 'topic' ? ['x'] : []))
    expect(select({ filters })).toMatchObject({ total: 2, ids: ['b1', 'b3'] })
    expect(select({ filters, seed: 's' }).ids.toSorted()).toEqual(['b1', 'b3'])
  })

  it('applies the view to each question, with the seed of the page', () => {
    const view = { hideAnswers: true, shuffleOptions: true, includeSource: false }
    const { questions } = select({ view, seed: 's' })
    for (const { category, ...question } of questions) {
      expect(question).not.toHaveProperty('correct_answer')
      const dataset = category === 'b' ? B : A
      const alone = sourceOf(dataset).page({ ...ALL, view, seed: 's' })
      expect(parseList(alone.json)).toContainEqual(question)
    }
  })

  it('adds up the counts of the facets', () => {
    const { topic } = mixDatasets([A, B, makeMixed('c', ['c1'])]).facets()
    expect([...topic].toSorted()).toEqual([
      ['x', 3],
      ['y', 1],
    ])
  })

  it('has a revision of its own for each view and each set of datasets', () => {
    const revisions = [
      mixDatasets([A, B]).revisionOf(VISIBLE),
      mixDatasets([A, B]).revisionOf(HIDDEN),
      mixDatasets([A]).revisionOf(VISIBLE),
      mixDatasets([makeMixed('c', ['b1', 'b2', 'b3']), A]).revisionOf(HIDDEN),
    ]
    expect(new Set(revisions).size).toBe(4)
  })
})
