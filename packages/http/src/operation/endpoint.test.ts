import { AppError } from '@qb/core/errors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../observability/log.ts'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import type { Service } from '../service.ts'
import { assertProblem, makeService } from '../testing.ts'
import type { Endpoint } from './endpoint.ts'

let app: Service
afterEach(() => app.close())

async function serve(endpoint: Partial<Endpoint>, lines: string[] = []) {
  app = await makeService({
    endpoints: [
      {
        path: '/rpc',
        guard: async () => {},
        allowsOrigin: () => false,
        handle: async () => new Response(),
        ...endpoint,
      },
    ],
    logger: createLogger('test', 'error', { write: (line) => void lines.push(line) }),
    maxBodyBytes: 1000,
  })
  return async (payload: string, url = '/rpc') => {
    const headers = { 'content-type': 'application/json' }
    return app.inject({ method: 'POST', url, headers, payload })
  }
}

const toTestResponse = ({ statusCode, headers, body }: Awaited<ReturnType<Service['inject']>>) => ({
  status: statusCode,
  contentType: headers['content-type'] as string | undefined,
  body,
})

describe('an endpoint', () => {
  it('gets the text of the body, and sends its response', async () => {
    const handle: Endpoint['handle'] = async ({ body }) =>
      new Response(body as string, {
        status: 202,
        headers: { 'content-type': 'text/x', 'cache-control': 'no-cache' },
      })
    const post = await serve({ handle })
    for (const body of ['{', '', ' {"a":1}']) {
      const response = await post(body)
      expect([response.statusCode, response.body]).toEqual([202, body])
      expect(response.headers).toMatchObject({
        'content-type': 'text/x',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      })
    }
  })

  it('is not called when its guard throws', async () => {
    const handle = vi.fn()
    const guard = async () => {
      throw new AppError(HTTP_ERRORS.forbidden, 'expected a, got b')
    }
    const post = await serve({ guard, handle })
    assertProblem(toTestResponse(await post('{}')), HTTP_ERRORS.forbidden)
    expect(handle).not.toHaveBeenCalled()
  })

  it('responds with the errors that it throws, and with its header fields', async () => {
    const post = await serve({
      async handle(_request, reply) {
        reply.header('www-authenticate', 'Bearer')
        throw new AppError(HTTP_ERRORS.unauthenticated, 'expected a, got b')
      },
    })
    const response = await post('{}')
    assertProblem(toTestResponse(response), HTTP_ERRORS.unauthenticated)
    expect(response.headers['www-authenticate']).toBe('Bearer')
  })

  it('has the limits of bodies, and no query', async () => {
    const post = await serve({})
    assertProblem(toTestResponse(await post(`"${'x'.repeat(1000)}"`)), HTTP_ERRORS.content_too_large)
    assertProblem(toTestResponse(await post('['.repeat(100))), HTTP_ERRORS.invalid_body)
    assertProblem(toTestResponse(await post('{}', '/rpc?a=1')), HTTP_ERRORS.invalid_parameters)
  })

  it('reports errors that are logged when their definition says so', async () => {
    const lines: string[] = []
    const details: string[] = []
    const post = await serve(
      {
        async handle(_request, _reply, report) {
          details.push(report(new AppError(HTTP_ERRORS.forbidden, 'expected a, got b')).detail)
          details.push(report(new Error('the cause')).detail)
          return new Response()
        },
      },
      lines,
    )
    const { headers } = await post('{}')
    expect(details).toEqual([
      'expected a, got b',
      `The cause is in the log under request id ${headers['x-request-id']}.`,
    ])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { reqId: headers['x-request-id'], path: '/rpc', err: { message: 'the cause' } },
    ])
  })
})
