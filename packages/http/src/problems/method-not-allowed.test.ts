import { METHODS } from 'node:http'
import { describe, expect, it } from 'vitest'
import { assertProblem, makeOperation, makeService } from '../testing.ts'
import { HTTP_ERRORS } from './http-errors.ts'

const operations = [
  makeOperation({ id: 'read', path: '/both/{id}' }),
  makeOperation({ id: 'write', path: '/both/{id}', method: 'POST' }),
  makeOperation({ id: 'post', path: '/post', method: 'POST' }),
]

async function send(method: string, url: string, options: Parameters<typeof makeService>[0] = {}) {
  const app = await makeService({ operations, ...options })
  const response = await app.inject({ method: method as 'GET', url })
  return {
    status: response.statusCode,
    contentType: String(response.headers['content-type']),
    body: response.body,
    headers: response.headers,
  }
}

describe('a wrong method', () => {
  it.each([
    ['DELETE', '/both/a', 'GET, HEAD, POST'],
    ['OPTIONS', '/both/a', 'GET, HEAD, POST'],
    ['PROPFIND', '/both/a', 'GET, HEAD, POST'],
    ['GET', '/post', 'POST'],
    ['M-SEARCH', '/post', 'POST'],
    ['POST', '/', 'GET, HEAD'],
  ])('%s for %s gets 405 and Allow with %s', async (method, url, allow) => {
    const response = await send(method, url)
    const { detail } = assertProblem(response, HTTP_ERRORS.method_not_allowed)
    expect(response.headers.allow).toBe(allow)
    expect(detail).toBe(`expected one of: ${allow}; got ${method}`)
  })

  it('gets 405 whatever its name is', async () => {
    const app = await makeService({ operations })
    const statuses = new Map<string, number>()
    // Node emits CONNECT as an event of its own, and not as a request.
    for (const method of METHODS.filter((name) => name !== 'POST' && name !== 'CONNECT')) {
      statuses.set(method, (await app.inject({ method: method as 'GET', url: '/post' })).statusCode)
    }
    expect([...statuses].filter(([, status]) => status !== 405)).toEqual([])
    expect(statuses.size).toBeGreaterThan(30)
  })

  it('gets Allow with OPTIONS when CORS is enabled', async () => {
    expect((await send('PUT', '/both/a', { corsOrigin: '*' })).headers.allow).toBe('GET, HEAD, OPTIONS, POST')
    expect((await send('PUT', '/post', { corsOrigin: '*' })).headers.allow).toBe('OPTIONS, POST')
  })

  it('gets 404 for a path that no route has', async () => {
    for (const options of [{}, { corsOrigin: '*' }]) {
      for (const method of ['DELETE', 'PROPFIND', 'GET']) {
        const response = await send(method, '/nothing', options)
        assertProblem(response, HTTP_ERRORS.unknown_route)
        expect(response.headers).not.toHaveProperty('allow')
      }
    }
  })

  it('is rejected before the body is parsed', async () => {
    const app = await makeService({ operations, maxBodyBytes: 1000 })
    const response = await app.inject({
      method: 'PUT',
      url: '/post',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })
    expect(response.statusCode).toBe(405)
  })
})

describe('a method that is allowed', () => {
  it.each([
    ['GET', '/both/a'],
    ['HEAD', '/both/a'],
    ['POST', '/both/a'],
    ['POST', '/post'],
  ])('%s for %s gets 200', async (method, url) => {
    expect((await send(method, url)).status).toBe(200)
  })
})
