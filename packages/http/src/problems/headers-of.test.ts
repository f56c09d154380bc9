import { AppError, defineErrors } from '@qb/core/errors'
import { describe, expect, it } from 'vitest'
import { headersOf } from './error-response.ts'

const { busy } = defineErrors('test', { busy: { title: 'Busy', outcome: 'unavailable' } })

describe('headersOf', () => {
  it.each([
    [{}, {}],
    [{ retryAfterSeconds: 30 }, { 'retry-after': '30' }],
    [{ retryAfterSeconds: 0 }, { 'retry-after': '0' }],
    [{ revision: 'r' }, { etag: '"r"' }],
    [{ revision: '' }, { etag: '""' }],
    [
      { retryAfterSeconds: 1, revision: 'r' },
      { 'retry-after': '1', etag: '"r"' },
    ],
  ])('converts the details %j to %j', (details, headers) => {
    expect(headersOf(new AppError(busy, 'expected x, got y', details))).toEqual(headers)
  })
})
