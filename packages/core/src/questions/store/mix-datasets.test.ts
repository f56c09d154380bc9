import { describe, expect, it } from 'vitest'
import { fromByteString } from '../../byte-string.ts'
import { createKey, drawOrder, openStream } from '../../random/index.ts'
import { revisionOf } from '../../revision.ts'
import { perFacet } from '../facets.ts'
import type { Selection } from '../selection.ts'
import { createDataset } from './memory-dataset.ts'
import { mixDatasets } from './mix-datasets.ts'
import { storeQuestions } from './testing.ts'

const makeDataset = (category: string, ids: readonly string[], topic = 'x') =>
  createDataset({
    category,
    title: category,
    path: `${category}.csv`,
    revision: revisionOf(category + ids.join()),
    questions: storeQuestions(
      ids.map((id, index) => ({
        id,
        question: `What is “${id}”?`,
        correct_answer: 'A',
        options: ['A', 'B', 'C'],
        ...(index % 2 === 0 && { topic }),
      })),
    ),
    ignoredColumns: [],
  })

const B = makeDataset('b', ['b1', 'b2', 'b3'])
const A = makeDataset('ä "a"', ['a1', 'a2'], 'y')
const VISIBLE = { hideAnswers: false, shuffleOptions: false, includeSource: false }
const HIDDEN = { hideAnswers: true, shuffleOptions: false, includeSource: false }
const ALL: Selection = {
  order: { kind: 'dataset' },
  filters: perFacet(() => []),
  offset: 0,
  count: 10,
  view: VISIBLE,
}

function select(selection: Partial<Selection>, datasets = [A, B]) {
  const { total, json, nextOffset } = mixDatasets(datasets).page({ ...ALL, ...selection })
  const questions = JSON.parse(`[${fromByteString(json)}]`) as { category: string; id: string }[]
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
    expect(select({ order: { kind: 'seeded', seed: 'seed' } }).ids).toEqual(
      order.map((index) => inOrder[index]),
    )
  })

  it('filters before it draws', () => {
    const filters = perFacet(({ name }) => (name === 'topic' ? ['x'] : []))
    expect(select({ filters })).toMatchObject({ total: 2, ids: ['b1', 'b3'] })
    expect(select({ filters, order: { kind: 'seeded', seed: 's' } }).ids.toSorted()).toEqual(['b1', 'b3'])
  })

  it('applies the view to each question, with the seed of the page', () => {
    const view = { hideAnswers: true, shuffleOptions: true, includeSource: false }
    const { questions } = select({ view, order: { kind: 'seeded', seed: 's' } })
    for (const { category, ...question } of questions) {
      expect(question).not.toHaveProperty('correct_answer')
      const dataset = category === 'b' ? B : A
      const alone = dataset.page({ ...ALL, view, order: { kind: 'seeded', seed: 's' } })
      expect(JSON.parse(`[${fromByteString(alone.json)}]`)).toContainEqual(question)
    }
  })

  it('adds up the counts of the facets', () => {
    const { topic } = mixDatasets([A, B, makeDataset('c', ['c1'])]).facets()
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
      mixDatasets([makeDataset('c', ['b1', 'b2', 'b3']), A]).revisionOf(HIDDEN),
    ]
    expect(new Set(revisions).size).toBe(4)
  })
})
