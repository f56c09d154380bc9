// Tests that every part of the API is derived from FACETS, so that a new facet needs only one entry there.

import { FACETS, type Question } from '@qb/core/questions'
import type { InputSchemas } from '@qb/http'
import { HTTP_ERRORS, type Service } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from './operations/index.ts'
import { get, makeApp } from './testing.ts'

let app: Service
beforeAll(async () => {
  const names = FACETS.map(({ name }) => name).join(',')
  const rows = [0, 1, 2, 3].map((row) => `${row},Q?,A,${FACETS.map(() => `value ${row % 2}`).join(',')}`)
  const csv = [`id,question,correct_answer,${names}`, ...rows, ''].join('\n')
  app = await makeApp({ files: { 'Refined_Stars_Questions.csv': csv } })
})

const request = (path: string) => get(app, `/api/v1/${path}`)

describe.each(FACETS)('the facet $name', ({ name, ...facet }) => {
  it('is a parameter of every operation that selects questions', async () => {
    const queries = (OPERATIONS as readonly { input: InputSchemas }[]).map(
      ({ input }) => input.query?.properties ?? {},
    )
    const selecting = queries.filter((properties) => 'offset' in properties)
    expect(selecting.length).toBeGreaterThan(0)
    for (const properties of selecting) {
      expect(properties).toHaveProperty(
        name,
        expect.objectContaining({ description: facet.filterDescription }),
      )
    }
    for (const path of ['questions/stars', 'questions/stars/random']) {
      const { total, questions } = JSON.parse((await request(`${path}?${name}=value+1`)).body)
      expect(total).toBe(2)
      expect(questions.map((question: Question) => question[name])).toEqual(['value 1', 'value 1'])
    }
  })

  it('is part of the URL of the next page, with sorted values', async () => {
    const { next } = JSON.parse(
      (await request(`questions/stars?seed=x&limit=1&${name}=value+1&${name}=value+0`)).body,
    )
    expect(next).toContain(`&${name}=value%200&${name}=value%201&`)
  })

  it('cannot be combined with ids', async () => {
    const problem = assertProblem(
      await request(`questions/stars?ids=1&${name}=value+1`),
      HTTP_ERRORS.invalid_parameters,
    )
    expect(problem.errors).toMatchObject([{ parameter: name }])
  })

  it('is counted in the list of categories', async () => {
    const [category] = JSON.parse((await request('categories')).body).categories
    expect(category[name]).toEqual({ 'value 0': 2, 'value 1': 2 })
    const { components } = JSON.parse((await get(app, '/openapi.json')).body)
    const { properties } = components.schemas.Category
    expect(properties[name].description).toBe(facet.countsDescription)
  })

  it('is a member of the schema of a question', async () => {
    const { components } = JSON.parse((await get(app, '/openapi.json')).body)
    expect(components.schemas.Question.properties[name]).toEqual({
      type: 'string',
      description: facet.description,
    })
  })
})
