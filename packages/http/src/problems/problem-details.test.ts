import { defineErrors } from '@qb/core/errors'
import { describe, expect, it } from 'vitest'
import { createProblemRenderer } from './problem-details.ts'

const { out_of_range: definition } = defineErrors('test', {
  out_of_range: { title: 'Out of range', outcome: 'invalid' },
})
const response = { status: 400, definition, detail: 'expected 1, got 2', issues: [] }

describe('createProblemRenderer', () => {
  it('links to the error below the base path', () => {
    const { body } = createProblemRenderer('/trivia')(response)
    expect(JSON.parse(body).type).toMatch(/^\/trivia\/errors#/)
  })

  it('renders exactly the members of problem details', () => {
    const { contentType, body } = createProblemRenderer()(response)
    expect(contentType).toBe('application/problem+json; charset=utf-8')
    expect(JSON.parse(body)).toEqual({
      type: '/errors#out-of-range',
      title: 'Out of range',
      status: 400,
      detail: 'expected 1, got 2',
    })
  })

  it('renders each issue with its parameter and its message only', () => {
    const issues = [
      { parameter: 'limit', message: 'expected 1, got 2' },
      { parameter: 'offset', message: 'expected 3, got 4', value: 'secret' },
    ]
    expect(JSON.parse(createProblemRenderer()({ ...response, issues }).body).errors).toEqual([
      { parameter: 'limit', message: 'expected 1, got 2' },
      { parameter: 'offset', message: 'expected 3, got 4' },
    ])
  })
})
