// Tests routes: how they create the input of `run`, and how they send its result.
import { AppError, defineErrors } from '@qb/core/errors'
import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { assertProblem, makeOperation, makeService } from '../testing.ts'
import { literalSegments } from './operation.ts'
import type { Result } from './result.ts'

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

  it('has a Link only when there is a next page', async () => {
    const page = (next: string | null): Result => ({ cache: 'none', content: { json: '[]', next } })
    expect((await call({ run: () => page('/x?offset=1') })).headers.link).toBe('</x?offset=1>; rel="next"')
    expect((await call({ run: () => page(null) })).headers).not.toHaveProperty('link')
  })

  it.each([10, 100_000])('in chunks, with %d bytes, is sent completely with Content-Length', async (size) => {
    const chunks = [Buffer.from('"'), Buffer.alloc(size, 'x'), Buffer.from('"')]
    const { body, headers } = await call({ run: () => ({ cache: 'none', content: { json: chunks } }) })
    expect(JSON.parse(body)).toHaveLength(size)
    expect(headers['content-length']).toBe(String(size + 2))
  })

  it('with alternatives is chosen by Accept', async () => {
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
    const markdown = await call(operation, { headers: { accept: 'text/markdown' } })
    expect(markdown.body).toBe('# x')
    expect(markdown.headers).toMatchObject({ 'content-type': 'text/markdown; charset=utf-8', vary: 'accept' })
    const json = await call(operation, { headers: { accept: 'application/json' } })
    expect(json.body).toBe('1')
    expect(json.headers.vary).toBe('accept')
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

describe('literalSegments', () => {
  it('lists the segments at the position of the last parameter', () => {
    const paths = [
      '/q/{category}',
      '/q/{category}/random',
      '/q/{category}/{id}',
      '/q/{category}/{id}/check',
      '/x',
    ]
    expect(
      literalSegments(
        paths.map((path) => ({ path })),
        '/q/{category}/{id}',
      ),
    ).toEqual(['random'])
  })
})
