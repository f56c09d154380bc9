import { AppError, defineErrors } from '@qb/core/errors'
import { describe, expect, it } from 'vitest'
import { helpLink, toAppError, toErrorResponse } from './error-response.ts'
import { errorUrl, HTTP_ERRORS, slugOf, statusOf } from './http-errors.ts'

const ERRORS = defineErrors('slice', {
  wrong: { title: 'Wrong', outcome: 'invalid' },
  missing: { title: 'Missing', outcome: 'not_found' },
  clash: { title: 'Clash', outcome: 'conflict' },
  stale: { title: 'Stale', outcome: 'precondition_failed' },
  huge: { title: 'Huge', outcome: 'too_large' },
  busy: { title: 'Busy', outcome: 'unavailable' },
  broken: { title: 'Broken', outcome: 'failed', isLogged: true },
})

describe('statusOf', () => {
  it.each([
    ['wrong', 400],
    ['missing', 404],
    ['clash', 409],
    ['stale', 412],
    ['huge', 413],
    ['busy', 503],
    ['broken', 500],
  ] as const)('derives the status of slice/%s from its outcome', (name, status) => {
    expect(statusOf(ERRORS[name])).toBe(status)
  })

  it('returns a specific status for the errors of HTTP', () => {
    const statuses = Object.entries(HTTP_ERRORS).map(([name, error]) => `${statusOf(error)} ${name}`)
    expect(statuses.toSorted()).toEqual([
      '400 invalid_body',
      '400 invalid_parameters',
      '400 malformed_request',
      '400 malformed_url',
      '401 unauthenticated',
      '403 forbidden',
      '404 unknown_route',
      '405 method_not_allowed',
      '408 request_timeout',
      '413 content_too_large',
      '414 uri_too_long',
      '415 unsupported_media_type',
      '417 expectation_failed',
      '429 too_many_requests',
      '431 header_too_large',
      '500 internal',
      '503 authentication_unavailable',
    ])
  })
})

describe('slugOf', () => {
  it('returns the name of an error with hyphens', () => {
    expect(slugOf(HTTP_ERRORS.uri_too_long)).toBe('uri-too-long')
  })
})

describe('errorUrl and helpLink', () => {
  it.each([
    ['', '/errors#invalid-body'],
    ['/api', '/api/errors#invalid-body'],
  ] as const)('lead to the entry of an error below the base path "%s"', (basePath, url) => {
    expect(errorUrl(HTTP_ERRORS.invalid_body, basePath)).toBe(url)
    expect(helpLink(HTTP_ERRORS.invalid_body, basePath)).toBe(`<${url}>; rel="help"`)
  })
})

describe('toErrorResponse', () => {
  it('keeps the message and the issues when the status is not 500', () => {
    const issues = [{ parameter: 'limit', message: 'expected 1, got 2' }]
    const error = new AppError(ERRORS.wrong, 'expected this, got that', { issues })
    expect(toErrorResponse(error, 'req-1')).toEqual({
      status: 400,
      definition: ERRORS.wrong,
      detail: 'expected this, got that',
      issues,
    })
  })

  it('hides the message and the issues for status 500, and contains the request id', () => {
    const issues = [{ parameter: 'secret', message: 'secret' }]
    for (const error of [
      new Error('secret'),
      new AppError(ERRORS.broken, 'secret', { issues }),
      'secret',
      null,
    ]) {
      const response = toErrorResponse(error, 'req-7')
      expect(response.status).toBe(500)
      expect(response.detail).not.toContain('secret')
      expect(response.issues).toEqual([])
      expect(response.detail).toContain('req-7')
    }
  })

  it('has no request id for status 500 when the error is not logged for each request', () => {
    const errors = defineErrors('test', {
      known: { title: 'Known', outcome: 'failed' },
    })
    const response = toErrorResponse(new AppError(errors.known, 'secret'), 'req-7')
    expect(response.detail).not.toMatch(/secret|req-7/)
  })

  it.each([
    ['FST_ERR_BAD_URL', HTTP_ERRORS.malformed_url],
    ['FST_ERR_MAX_PARAM_LENGTH', HTTP_ERRORS.uri_too_long],
    ['FST_ERR_CTP_BODY_TOO_LARGE', HTTP_ERRORS.content_too_large],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', HTTP_ERRORS.unsupported_media_type],
    ['ERR_HTTP_REQUEST_TIMEOUT', HTTP_ERRORS.request_timeout],
  ])('converts %s', (code, definition) => {
    const error = Object.assign(new Error('x'), { code })
    expect(toErrorResponse(error, '').definition).toBe(definition)
  })

  it.each([
    [400, HTTP_ERRORS.malformed_request],
    [499, HTTP_ERRORS.malformed_request],
    [399, HTTP_ERRORS.internal],
    [500, HTTP_ERRORS.internal],
  ])('converts any other error with status %d by its status', (statusCode, definition) => {
    const error = Object.assign(new Error('x'), { statusCode })
    expect(toErrorResponse(error, '').definition).toBe(definition)
  })
})

describe('toAppError', () => {
  it('returns an AppError unchanged', () => {
    const error = new AppError(ERRORS.wrong, 'expected 1, got 2')
    expect(toAppError(error)).toBe(error)
  })

  it.each([
    [
      'of Fastify',
      Object.assign(new Error('too large'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' }),
      expect.stringContaining('exceeds the maximum'),
    ],
    ['of the client', Object.assign(new Error('not JSON'), { statusCode: 400 }), 'not JSON'],
    ['that is a defect', new Error('defect'), 'defect'],
    ['without a message', 'defect', ''],
    ['that is undefined', undefined, ''],
  ])('keeps an error %s as the cause', (_name, error, message) => {
    const converted = toAppError(error)
    expect(converted.cause).toBe(error)
    expect(converted).toMatchObject({ message })
  })
})
