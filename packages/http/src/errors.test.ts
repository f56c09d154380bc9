import { CoreError, ERRORS, type ErrorCode } from '@qb/core/errors'
import { describe, expect, it } from 'vitest'
import { STATUS, toFailure } from './errors.ts'

describe('toFailure', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('gives %s its status and title', (code) => {
    const failure = toFailure(new CoreError(code, 'expected this, got that'), 'req-1')
    expect(failure).toMatchObject({ code, status: STATUS[ERRORS[code].kind], title: ERRORS[code].title })
  })

  it('says nothing of the inside, but where the log has it', () => {
    for (const error of [
      new Error('secret'),
      new CoreError('dataset_unavailable', 'secret'),
      'secret',
      null,
    ]) {
      const failure = toFailure(error, 'req-7')
      expect(failure.status).toBe(500)
      expect(JSON.stringify(failure)).not.toContain('secret')
      expect(failure.detail).toContain('req-7')
    }
  })
})
