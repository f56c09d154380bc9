import { AppError } from '@qb/core/errors'
import { describe, expect, it } from 'vitest'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { makeOperation } from '../testing.ts'
import { checkErrors } from './testing.ts'

describe('checkErrors', () => {
  const declared = HTTP_ERRORS.content_too_large
  const throwing = (error: Error) =>
    checkErrors(
      makeOperation({
        errors: [declared],
        run() {
          throw error
        },
      }),
    )

  it.fails('fails a test in which an operation throws an undeclared error', async () => {
    const error = new AppError(HTTP_ERRORS.forbidden, 'undeclared')
    await expect(throwing(error).run({}, {})).rejects.toThrow(error)
  })

  it('accepts a declared error, and an error that is not an AppError', async () => {
    for (const error of [new AppError(declared, 'declared'), new Error('a defect')]) {
      await expect(throwing(error).run({}, {})).rejects.toThrow(error)
    }
  })
})
