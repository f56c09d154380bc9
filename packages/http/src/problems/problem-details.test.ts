import { defineErrors } from '@qb/core/errors'
import { describe, expect, it } from 'vitest'
import { PROBLEM_FORMAT } from './problem-details.ts'

const { out_of_range: definition } = defineErrors('test', {
  out_of_range: { title: 'Out of range', outcome: 'invalid' },
})
const response = { status: 400, definition, detail: 'expected 1, got 2', issues: [] }

const { render } = PROBLEM_FORMAT

describe('the format of problem details', () => {
  it('links to the error below the base path', () => {
    expect(render(response, '/trivia')).toMatchObject({ type: '/trivia/errors#out-of-range' })
  })

  it('renders exactly the members of problem details', () => {
    expect(render(response)).toEqual({
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
    expect(render({ ...response, issues })).toHaveProperty('errors', [
      { parameter: 'limit', message: 'expected 1, got 2' },
      { parameter: 'offset', message: 'expected 3, got 4' },
    ])
  })
})
