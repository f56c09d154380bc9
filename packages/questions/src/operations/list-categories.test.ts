import { perFacet } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { get, makeApp, makeContext, makeCsv, readValue } from '../testing.ts'
import { listCategories } from './list-categories.ts'

describe('listCategories', () => {
  it('runs without HTTP', async () => {
    const context = await makeContext({ files: { 'Refined_Stars_Questions.csv': makeCsv('S', 2) } })
    expect(await readValue(listCategories.run({}, context))).toMatchObject({
      categories: [{ name: 'stars', questions: 2 }],
    })
  })
})

describe('GET /api/v1/categories', () => {
  it('returns each category with a valid dataset, with its counts', async () => {
    const { categories } = JSON.parse((await get(await makeApp(), '/api/v1/categories')).body)
    expect(categories.map(({ name }: { name: string }) => name)).toEqual(['plain', 'small_things', 'stars'])
    expect(categories[2]).toEqual({
      name: 'stars',
      title: 'Stars',
      questions: 60,
      ...perFacet(() => ({})),
      difficulty: { easy: 20, medium: 20, hard: 20 },
      topic: { 'topic 0': 30, 'topic 1': 30 },
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(categories[0]).toMatchObject({ questions: 1, difficulty: {}, topic: {} })
  })
})
