// Tests routes: how they create the input of `run`, and how they send its result.
import { AppError, defineErrors } from '@qb/core/errors'
import { Type } from '@sinclair/typebox'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { validateStrictly } from '../input/validation.ts'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { assertProblem, makeOperation, makeService, PROBLEM_FORMAT } from '../testing.ts'
import type { Result } from './operation.ts'
import { routeOf } from './route.ts'

const ERRORS = defineErrors('test', {
  busy: { title: 'Busy', outcome: 'unavailable' },
  stale: { title: 'Stale', outcome: 'precondition_failed' },
})

async function call(
  operation: Parameters<typeof makeOperation>[0],
  { url = '/test', ...options }: { url?: string; headers?: Record<string, string>; payload?: object } = {},
) {
  const app = await makeService({ operations: [makeOperation(operation)], maxBodyBytes: 10_000 })
  return app.inject({ url, method: operation.method ?? 'GET', ...options })
}

describe('the input of run', () => {
  it('has the members of path, query and body', async () => {
    const response = await call(
      {
        method: 'POST',
        path: '/test/{id}',
        input: {
          path: Type.Object({ id: Type.String() }),
          body: Type.Object({ size: Type.Integer() }),
        },
        run: (input) => ({ cache: 'none', content: { value: input } }),
      },
      { url: '/test/a', payload: { size: 3 } },
    )
    expect(response.json()).toEqual({ id: 'a', size: 3 })
  })

  it('has all members of a path, and the query', async () => {
    const { body, headers } = await call(
      {
        path: '/test/{first}/x/{second_part}',
        input: {
          path: Type.Object({ first: Type.String(), second_part: Type.String() }),
          query: Type.Object({ limit: Type.Integer() }),
        },
        run: (input) => ({ cache: 'none', content: { value: input } }),
      },
      { url: '/test/a%2Fb/x/c?limit=5' },
    )
    expect(JSON.parse(body)).toEqual({ first: 'a/b', second_part: 'c', limit: 5 })
    expect(headers).not.toHaveProperty('vary')
  })

  it('has no query when the operation has no schema for it', async () => {
    const { statusCode, body } = await call({}, { url: '/test?limit=5' })
    expect(statusCode).toBe(400)
    expect(JSON.parse(body).errors).toEqual([
      { parameter: 'limit', message: expect.stringContaining('expected no parameters') },
    ])
  })

  it('comes with the context of the service', async () => {
    const run = (_input: object, context: object): Result => ({ cache: 'none', content: { value: context } })
    const app = await makeService({ operations: [makeOperation({ run })], context: { size: 3 } })
    expect((await app.inject('/test')).json()).toEqual({ size: 3 })
  })

  it('has a precondition only when the operation is conditional', async () => {
    const run = (input: object): Result => ({ cache: 'none', content: { value: input } })
    const headers = { 'if-match': '"a"' }
    expect((await call({ run }, { headers })).json()).toEqual({})
    expect((await call({ run, isConditional: true }, { headers })).json()).toEqual({
      precondition: { kind: 'one_of', revisions: ['a'] },
    })
    expect((await call({ run, isConditional: true })).json()).toEqual({})
  })
})

describe('a result', () => {
  it('that is not cached has no-store and the revision as ETag', async () => {
    const { headers } = await call({ run: () => ({ cache: 'none', content: { value: 1 }, revision: 'r' }) })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      etag: '"r"',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })

  it('that is not cached has no ETag when it has no revision', async () => {
    const { headers } = await call({ run: () => ({ cache: 'none', content: { value: 1 } }) })
    expect(headers).not.toHaveProperty('etag')
  })

  it('can be a promise', async () => {
    const { statusCode, headers, body } = await call({
      run: () => Promise.resolve({ cache: 'shared', revision: 'r', render: () => ({ value: [1] }) }),
    })
    expect([statusCode, headers.etag, body]).toEqual([200, '"r"', '[1]\n'])
  })

  it.each([
    ['JSON of a value', { value: { a: 'ä' } }, 'application/json; charset=utf-8', '{"a":"ä"}\n'],
    [
      'JSON in UTF-8',
      { json: Buffer.from('[ "ä" ]\n').toString('latin1') },
      'application/json; charset=utf-8',
      '[ "ä" ]\n',
    ],
    ['text', { text: 'ä', mediaType: 'text/csv; charset=utf-8' }, 'text/csv; charset=utf-8', 'ä'],
    ['empty text', { text: '', mediaType: 'text/x' }, 'text/x', ''],
  ])('is sent as %s', async (_name, content, type, expected) => {
    const { statusCode, headers, body } = await call({ run: () => ({ cache: 'none', content }) })
    expect([statusCode, headers['content-type'], body]).toEqual([200, type, expected])
    expect(headers['content-length']).toBe(String(Buffer.byteLength(expected)))
  })

  it.each([
    ['shared', 'public, max-age=60'],
    ['private', 'private, no-cache'],
  ] as const)('that is %s is not rendered when If-None-Match matches', async (cache, control) => {
    let rendered = 0
    const run = (): Result => ({
      cache,
      revision: 'r',
      key: 'k',
      render: () => ({ value: ++rendered }),
    })
    const first = await call({ run })
    expect(first.headers['cache-control']).toBe(control)
    const again = await call({ run }, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers).toMatchObject({ etag: first.headers.etag, 'cache-control': control })
    expect(rendered).toBe(1)
  })

  it.each([
    ['200', {}, {}],
    ['304', {}, { 'if-none-match': '*' }],
    ['200 with a field of its own', { headers: { 'x-field': 'a\r\nb' }, revision: 'r' }, {}],
  ])('with an invalid header field is an error, not a %s', async (_name, members, headers) => {
    const run = (): Result =>
      'headers' in members
        ? { cache: 'none', content: { value: 1 }, ...members }
        : { cache: 'shared', revision: 'a\r\nb', render: () => ({ value: 1 }) }
    const response = await call({ run }, { headers })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ status: 500 })
  })

  it('has a Link only when there is a next page', async () => {
    const page = (next: string | null): Result => ({ cache: 'none', content: { value: [], next } })
    expect((await call({ run: () => page('/x?offset=1') })).headers.link).toBe('</x?offset=1>; rel="next"')
    expect((await call({ run: () => page(null) })).headers).not.toHaveProperty('link')
  })

  it.each([10, 100_000])('with %d bytes is sent completely with Content-Length', async (size) => {
    const value = 'x'.repeat(size)
    const { body, headers } = await call({ run: () => ({ cache: 'none', content: { value } }) })
    expect(JSON.parse(body)).toHaveLength(size)
    expect(headers['content-length']).toBe(String(size + 3))
  })

  it('keeps several values of a header field that a hook has set', async () => {
    const app = fastify()
    validateStrictly(app, [])
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('set-cookie', ['a=1', 'b=2'])
    })
    const run = (): Result => ({ cache: 'none', content: { value: 1 } })
    app.route(routeOf(makeOperation({ run }), { context: {}, errorFormat: PROBLEM_FORMAT }))
    expect((await app.inject('/test')).headers['set-cookie']).toEqual(['a=1', 'b=2'])
  })

  describe('with alternatives', () => {
    const operation = {
      result: {
        description: 'x',
        schema: Type.Integer(),
        alternatives: { 'text/markdown': Type.String() },
      },
      run: (): Result => ({
        cache: 'none',
        content: { value: 1, alternatives: { 'text/markdown': () => '# x' } },
      }),
    }
    const json = ['application/json; charset=utf-8', '1\n']
    const markdown = ['text/markdown; charset=utf-8', '# x']

    it.each([
      ['text/markdown', markdown],
      ['application/json', json],
      ['*/*', json],
      [undefined, json],
      ['text/*', markdown],
      ['application/json;q=0.5, text/markdown', markdown],
      ['text/markdown;q=0.5, application/json', json],
      ['image/png', json],
    ])('is chosen by Accept %j', async (accept, expected) => {
      const { headers, body } = await call(operation, { headers: accept === undefined ? {} : { accept } })
      expect([headers['content-type'], body]).toEqual(expected)
      expect(headers.vary).toBe('accept')
    })

    it('has Vary with a 304', async () => {
      const run = (): Result => ({ cache: 'shared', revision: 'r', render: () => ({ value: 1 }) })
      const { statusCode, headers } = await call({ ...operation, run }, { headers: { 'if-none-match': '*' } })
      expect([statusCode, headers.vary]).toEqual([304, 'accept'])
    })
  })

  it.each([
    ['only JSON', { schema: Type.Integer() }],
    ['no JSON', { alternatives: { 'text/markdown': Type.String() } }],
  ])('with %s has no Vary', async (_name, representations) => {
    const { headers } = await call({ result: { description: 'x', ...representations } })
    expect(headers).not.toHaveProperty('vary')
  })
})

describe('an error of run', () => {
  it('sets Retry-After', async () => {
    const error = new AppError(ERRORS.busy, 'expected x, got y', { retryAfterSeconds: 5 })
    const response = await call({ run: () => Promise.reject(error) })
    expect(response.headers['retry-after']).toBe('5')
    assertProblem(
      {
        status: response.statusCode,
        contentType: String(response.headers['content-type']),
        body: response.body,
      },
      ERRORS.busy,
    )
  })

  it('sets the current revision as ETag when a precondition fails', async () => {
    const error = new AppError(ERRORS.stale, 'expected a, got b', { revision: 'b' })
    const { statusCode, headers } = await call({ run: () => Promise.reject(error) })
    expect(statusCode).toBe(412)
    expect(headers.etag).toBe('"b"')
  })
})

describe('the route of an operation', () => {
  const authorization = {
    security: [{ token: [] }],
    guard: (scope: string) => async () => {
      throw new AppError(HTTP_ERRORS.forbidden, `expected the scope ${scope}, got nothing`)
    },
  }
  const result = { description: 'x', schema: Type.Integer() }
  const query = Type.Object({ limit: Type.Integer() })

  async function describeRoute(operation: Parameters<typeof makeOperation>[0]) {
    const operations = [makeOperation({ result, ...operation })]
    const app = await makeService({ operations, authorization, maxBodyBytes: 1000 })
    const { paths } = (await app.inject('/openapi.json')).json()
    return paths['/test/{id}']?.post ?? paths['/test'].get
  }

  it('is described by the operation', async () => {
    const described = await describeRoute({
      id: 'makeTest',
      method: 'POST',
      path: '/test/{id}',
      tag: 'Tests',
      summary: 'Make a test',
      description: 'Makes a test.',
      input: { path: Type.Object({ id: Type.String() }), query, body: Type.Object({ size: Type.Integer() }) },
    })
    expect(described).toMatchObject({
      operationId: 'makeTest',
      tags: ['Tests'],
      summary: 'Make a test',
      description: 'Makes a test.',
      parameters: [
        { in: 'path', name: 'id' },
        { in: 'query', name: 'limit' },
      ],
      requestBody: { content: { 'application/json': { schema: { required: ['size'] } } } },
      responses: { 200: { description: 'x' }, 400: {}, 500: {} },
    })
    expect(described).not.toHaveProperty('security')
    expect(described.responses).not.toHaveProperty('403')
  })

  it('has no parameters and no body when the operation has no input', async () => {
    const described = await describeRoute({})
    expect(described).not.toHaveProperty('parameters')
    expect(described).not.toHaveProperty('requestBody')
  })

  it('describes the scope', () => {
    const operation = makeOperation({ access: 'tests:write', description: 'Makes a test.' })
    const { schema } = routeOf(operation, { context: {}, errorFormat: PROBLEM_FORMAT, authorization })
    expect(schema).toMatchObject({
      security: [{ token: [] }],
      description: 'Makes a test.\n\nRequires the scope `tests:write`.',
      response: { 401: {}, 403: {} },
    })
  })

  it('describes If-Match', async () => {
    const { parameters } = await describeRoute({ isConditional: true, errors: [ERRORS.stale] })
    expect(parameters).toMatchObject([{ in: 'header', name: 'If-Match', required: false }])
  })

  it('calls the guard of the scope, and no guard when the operation is public', async () => {
    const operations = [
      makeOperation({ access: 'write' }),
      makeOperation({ id: 'other', path: '/other', access: 'read' }),
      makeOperation({ id: 'public', path: '/public' }),
    ]
    const app = await makeService({ operations, authorization })
    expect((await app.inject('/test')).json()).toMatchObject({
      status: 403,
      detail: expect.stringContaining('write'),
    })
    expect((await app.inject('/other')).json()).toMatchObject({
      status: 403,
      detail: expect.stringContaining('read'),
    })
    expect((await app.inject('/public')).statusCode).toBe(200)
  })
})

describe('an operation with a scope', () => {
  it('is rejected without an authorization', async () => {
    await expect(call({ access: 'write' })).rejects.toThrow('expected an authorization for write')
  })

  it('checks the scope before the body is read', async () => {
    const app = await makeService({
      operations: [makeOperation({ method: 'POST', access: 'write', input: { body: Type.Object({}) } })],
      maxBodyBytes: 1000,
      authorization: {
        security: [],
        guard: (scope) => async () => {
          throw new AppError(HTTP_ERRORS.forbidden, `expected the scope ${scope}, got nothing`)
        },
      },
    })
    const response = await app.inject({
      method: 'POST',
      url: '/test',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    expect(response.statusCode).toBe(403)
    expect(response.headers.connection).toBe('close')
  })
})
