import { describe, expect, it } from 'vitest'
import { loadDataset } from './bank/index.ts'
import { FACET_NAMES, FACETS, perFacet } from './facets.ts'
import { renderQuestions, sourceOf } from './page.ts'
import { Question } from './question.ts'
import { parseList } from './testing.ts'

/** Loads a dataset with one question per value of the facet `name`. '' is an empty cell. */
async function load(name: string, ...values: readonly string[]) {
  const rows = values.map((value, row) => `${row},Q?,A,${value}\n`)
  const bytes = Buffer.from(`id,question,correct_answer,${name}\n${rows.join('')}`)
  const source = { category: 'c', title: 'C', path: 'c.csv', bytes, revision: '', reservedIds: [] }
  return (await loadDataset(source)).dataset ?? expect.unreachable()
}

const view = { hideAnswers: false, shuffleOptions: false, includeSource: false }

describe.each(FACETS)('the facet $name', ({ name, example, ...facet }) => {
  it('is a column and a member of a question', async () => {
    const dataset = await load(name, example, '')
    expect(dataset.ignoredColumns).toEqual([])
    expect(parseList(renderQuestions(dataset.find(['0']), 'c', view))[0]).toEqual({
      id: '0',
      question: 'Q?',
      correct_answer: 'A',
      [name]: example,
    })
    expect(parseList(renderQuestions(dataset.find(['1']), 'c', view))[0]).not.toHaveProperty(name)
  })

  it('is counted per value, in order of first appearance', async () => {
    const dataset = await load(name, 'b', 'a', '', 'b')
    expect([...dataset.facets()[name]]).toEqual([
      ['b', 2],
      ['a', 1],
    ])
    for (const other of FACET_NAMES) if (other !== name) expect(dataset.facets()[other].size).toBe(0)
  })

  it('is a filter', async () => {
    const filters = { ...perFacet(() => [] as string[]), [name]: ['b'] }
    const page = sourceOf(await load(name, 'b', 'a', '', 'b')).page({
      seed: undefined,
      filters,
      offset: 0,
      count: 9,
      view,
    })
    expect(page.total).toBe(2)
    expect(parseList(page.json).map(({ id }: Question) => id)).toEqual(['0', '3'])
  })

  it('is described in the API', () => {
    expect(Question.properties[name].description).toBe(facet.description)
    expect(Question.examples?.[0]).toHaveProperty(name, example)
    for (const text of [facet.description, facet.filterDescription, facet.countsDescription]) {
      expect(text).toMatch(/^[A-Z].*\.$/)
    }
  })
})
