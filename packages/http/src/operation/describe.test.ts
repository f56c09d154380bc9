import { AppError, defineErrors, type ErrorDefinition } from '@qb/core/errors'
import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import type { ErrorFormat } from '../problems/error-response.ts'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { PROBLEM_FORMAT } from '../testing.ts'
import { type DescribedOperation, describeResponses, listErrors, requestHeaders } from './describe.ts'

const ERRORS = defineErrors('test', {
  no_file: { title: 'No file', outcome: 'not_found' },
  no_line: { title: 'No line', outcome: 'not_found' },
  stale_copy: { title: 'Stale copy', outcome: 'precondition_failed' },
})

const body = Type.Object({ a: Type.Integer() })

function operationOf(operation: Partial<DescribedOperation> = {}): DescribedOperation {
  return { result: { description: 'The result.' }, errors: [], input: {}, access: 'public', ...operation }
}

interface Described {
  readonly description: string
  readonly type?: string
  readonly content: Record<string, { schema: object; examples: object }>
  readonly headers?: Record<string, { type: string; description: string }>
}

function describeOperation(operation: Partial<DescribedOperation>, format: ErrorFormat = PROBLEM_FORMAT) {
  const responses = describeResponses(operationOf(operation), format)
  return JSON.parse(JSON.stringify(responses)) as Record<number, Described>
}

describe('listErrors', () => {
  const codesOf = (errors: readonly ErrorDefinition[]) => errors.map(({ code }) => code)

  it.each([
    ['a public operation', {}, ['http/invalid_parameters', 'http/too_many_requests', 'http/internal']],
    [
      'an operation with a body',
      { input: { body } },
      [
        'http/invalid_body',
        'http/invalid_parameters',
        'http/content_too_large',
        'http/unsupported_media_type',
        'http/too_many_requests',
        'http/internal',
      ],
    ],
    [
      'an operation with a scope',
      { access: 'write' },
      [
        'http/invalid_parameters',
        'http/unauthenticated',
        'http/forbidden',
        'http/authentication_unavailable',
        'http/too_many_requests',
        'http/internal',
      ],
    ],
    [
      'an operation with errors of its own',
      { errors: [ERRORS.no_line, ERRORS.no_file], input: { query: body } },
      ['http/invalid_parameters', 'test/no_line', 'test/no_file', 'http/too_many_requests', 'http/internal'],
    ],
  ])('lists the errors of %s', (_name, operation, codes) => {
    expect(codesOf(listErrors(operationOf(operation)))).toEqual(codes)
  })
})

describe('the description of a successful response', () => {
  it('has the schema of the result', () => {
    const { 200: success } = describeOperation({ result: { description: 'A sum.', schema: Type.Integer() } })
    expect(success).toStrictEqual({
      description: 'A sum.',
      content: { 'application/json': { schema: { type: 'integer' } } },
    })
  })

  it('references a schema with an $id', () => {
    const schema = Type.Object({}, { $id: 'Thing' })
    const { 200: success } = describeOperation({ result: { description: 'A thing.', schema } })
    expect(success?.content).toStrictEqual({ 'application/json': { schema: { $ref: 'Thing' } } })
  })

  it('has the alternatives after JSON', () => {
    const alternatives = { 'text/markdown': Type.String(), 'text/csv': Type.String({ minLength: 1 }) }
    const schema = Type.Integer()
    const { 200: success } = describeOperation({ result: { description: 'A sum.', schema, alternatives } })
    expect(Object.entries(success?.content ?? {})).toStrictEqual([
      ['application/json', { schema: { type: 'integer' } }],
      ['text/markdown', { schema: { type: 'string' } }],
      ['text/csv', { schema: { type: 'string', minLength: 1 } }],
    ])
  })

  it('has no JSON when the result has only alternatives', () => {
    const alternatives = { 'text/plain': Type.String() }
    const { 200: success } = describeOperation({ result: { description: 'Lines.', alternatives } })
    expect(success?.content).toStrictEqual({ 'text/plain': { schema: { type: 'string' } } })
  })

  it('has no content, no headers and no 304 when the result has none', () => {
    const responses = describeOperation({ result: { description: 'Nothing.' } })
    expect(responses[200]).toStrictEqual({ description: 'Nothing.' })
    expect(responses).not.toHaveProperty('304')
  })

  it.each([
    ['shared', 'public, max-age=60'],
    ['private', 'private, no-cache'],
  ] as const)('has the headers and the 304 of a %s result', (cache, control) => {
    const responses = describeOperation({ result: { description: 'A sum.', cache } })
    const headers = {
      ETag: { type: 'string', description: expect.stringContaining('validator') },
      'Cache-Control': { type: 'string', description: expect.stringContaining(control) },
    }
    expect(responses[200]).toStrictEqual({ description: 'A sum.', headers })
    expect(responses[304]).toStrictEqual({
      type: 'null',
      description: expect.stringContaining('If-None-Match'),
      headers,
    })
  })

  it('has a Link when the result is paged', () => {
    const { 200: success, ...others } = describeOperation({ result: { description: 'A page.', paged: true } })
    expect(success?.headers).toStrictEqual({
      Link: { type: 'string', description: expect.stringContaining('rel="next"') },
    })
    expect(others).not.toHaveProperty('304')
  })

  it('has no Link in the 304 of a cached page', () => {
    const { 200: success, 304: notModified } = describeOperation({
      result: { description: 'A page.', cache: 'shared', paged: true },
    })
    expect(Object.keys(success?.headers ?? {})).toEqual(['ETag', 'Cache-Control', 'Link'])
    expect(Object.keys(notModified?.headers ?? {})).toEqual(['ETag', 'Cache-Control'])
  })
})

describe('the description of the errors', () => {
  it('has one response per status, with an example for each error', () => {
    const responses = describeOperation({ errors: [ERRORS.no_file, ERRORS.no_line] })
    expect(Object.keys(responses)).toEqual(['200', '400', '404', '429', '500'])
    expect(responses[404]).toStrictEqual({
      description: 'No file; No line',
      content: {
        'application/problem+json': {
          schema: { $ref: 'ProblemDetails' },
          examples: {
            'no-file': {
              summary: 'No file',
              value: { type: '/errors#no-file', title: 'No file', status: 404, detail: '' },
            },
            'no-line': {
              summary: 'No line',
              value: { type: '/errors#no-line', title: 'No line', status: 404, detail: '' },
            },
          },
        },
      },
    })
    expect(responses[400]?.description).toBe('Invalid parameters')
  })

  it('has the statuses of a body and of a scope', () => {
    const responses = describeOperation({ input: { body }, access: 'write' })
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '413', '415', '429', '500', '503'])
    expect(responses[400]?.description).toBe('Invalid body; Invalid parameters')
  })

  it('has the example of the format for an error that has one', () => {
    const examples = [new AppError(ERRORS.no_line, 'expected line 3, got 2 lines')]
    const responses = describeOperation(
      { errors: [ERRORS.no_file, ERRORS.no_line] },
      { ...PROBLEM_FORMAT, examples },
    )
    expect(responses[404]?.content['application/problem+json']?.examples).toMatchObject({
      'no-file': { value: { title: 'No file', detail: '' } },
      'no-line': { value: { title: 'No line', detail: 'expected line 3, got 2 lines' } },
    })
  })

  it('has examples of invalid input that name what the operation knows', () => {
    const query = Type.Object({ limit: Type.Optional(Type.Integer()) })
    const body = Type.Object({ text: Type.String() })
    const examples = [new AppError(HTTP_ERRORS.invalid_parameters, 'other: no')]
    const responses = describeOperation({ input: { query, body } }, { ...PROBLEM_FORMAT, examples })
    expect(responses[400]?.content['application/problem+json']?.examples).toMatchObject({
      'invalid-parameters': { value: { detail: 'lang: unknown parameter; expected one of: limit' } },
      'invalid-body': { value: { detail: 'note: unknown member; expected one of: text' } },
    })
    const { 400: plain } = describeOperation({})
    expect(plain?.content['application/problem+json']?.examples).toMatchObject({
      'invalid-parameters': { value: { detail: 'lang: unknown parameter; expected no parameters' } },
    })
  })

  it('has a request id in the example of an internal error', () => {
    const { 500: internal } = describeOperation({})
    expect(internal?.content['application/problem+json']?.examples).toMatchObject({
      internal: { value: { status: 500, detail: expect.stringMatching(/request id req-\w+/) } },
    })
  })

  it('has the content type, the schema and the rendering of the format', () => {
    const format = {
      contentType: 'application/vnd.test+json',
      schema: Type.Object({}, { $id: 'Failure' }),
      render: ({ status }: { status: number }) => ({ code: status }),
    }
    const responses = describeResponses(operationOf(), format)
    expect(responses[429]).toMatchObject({
      content: {
        'application/vnd.test+json': {
          schema: { $ref: 'Failure' },
          examples: { 'too-many-requests': { summary: 'Too many requests', value: { code: 429 } } },
        },
      },
    })
  })
})

describe('the description of a conditional operation', () => {
  const result = { description: 'A copy.', schema: Type.Integer() }
  const errors = [ERRORS.stale_copy]

  it('has the current revision as ETag of 200 and 412', () => {
    const plain = describeOperation({ result, errors })
    const conditional = describeOperation({ result, errors, isConditional: true })
    const headers = { ETag: { type: 'string', description: expect.stringContaining('current revision') } }
    expect(Object.keys(plain)).toContain('412')
    expect(plain[200]).not.toHaveProperty('headers')
    expect(plain[412]).not.toHaveProperty('headers')
    expect(conditional).toStrictEqual({
      ...plain,
      200: { ...plain[200], headers },
      412: { ...plain[412], headers },
    })
  })

  it('has an optional header field If-Match', () => {
    const { headers } = requestHeaders(operationOf({ isConditional: true }))
    expect(headers).toMatchObject({ properties: { 'if-match': { type: 'string' } } })
    expect(headers).not.toHaveProperty('required')
    expect(headers?.properties).not.toHaveProperty('idempotency-key')
  })
})

describe('the description of a repeatable operation', () => {
  it('has the header fields Idempotency-Key and Idempotency-Replayed', () => {
    const operation = { result: { description: 'x' }, isConditional: true, isRepeatable: true }
    expect(describeOperation(operation)[200]?.headers).toHaveProperty('Idempotency-Replayed')
    const { headers } = requestHeaders(operationOf(operation))
    expect(Object.keys(headers?.properties ?? {})).toEqual(['if-match', 'idempotency-key'])
    expect(requestHeaders(operationOf())).toEqual({})
  })
})
