import { Type } from '@sinclair/typebox'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRegistry, readMetrics } from '../observability/metrics.ts'
import type { Service, ServiceOptions } from '../service.ts'
import { makeOperation, makeService } from '../testing.ts'
import { createResponseCache } from './response-cache.ts'
import { readValue } from './testing.ts'

const responseOf = (body: string) => ({
  headers: { etag: '"e"' },
  type: 'text/plain',
  body: Buffer.from(body),
})

describe('a response cache', () => {
  it('keeps a response until the generation changes', () => {
    let generation = 1
    const cache = createResponseCache(() => generation)
    cache.keep('/a', responseOf('1'))
    expect(cache.get('/a')).toEqual(responseOf('1'))
    generation = 2
    expect(cache.get('/a')).toBeUndefined()
  })

  it('does not mix responses of two generations', () => {
    let generation = 1
    const cache = createResponseCache(() => generation)
    cache.keep('/a', responseOf('old'))
    generation = 2
    cache.keep('/b', responseOf('new'))
    expect([cache.get('/a'), cache.get('/b')]).toEqual([undefined, responseOf('new')])
  })

  it('has a maximum size, and drops the response that was not used for the longest time', () => {
    const cache = createResponseCache(() => 0)
    const urls = Array.from({ length: 2000 }, (_, index) => `/${index}`)
    for (const url of urls) {
      cache.keep(url, responseOf('1'))
      cache.get('/0')
    }
    const kept = urls.filter((url) => cache.get(url))
    expect(kept.length).toBeLessThan(1000)
    expect(kept.length).toBeGreaterThan(100)
    expect(kept).toContain('/0')
  })
})

describe('a service with a response cache', () => {
  let app: Service
  let generation = 0
  const run = vi.fn((input: object) => {
    const body = JSON.stringify({ ...input, generation })
    const render = () => ({ text: `${body} “é”\n`, mediaType: 'text/plain', next: '/test/next' })
    return { cache: 'shared', revision: `r${generation}`, key: body, render } as const
  })
  const query = Type.Object({ q: Type.Optional(Type.String()) }, { additionalProperties: false })
  const operation = makeOperation({
    path: '/test/{id}',
    input: { path: Type.Object({ id: Type.String() }), query },
    result: { description: 'The result.', cache: 'shared' },
    run,
  })
  const open = async (options: Partial<ServiceOptions<object, string>> = {}) => {
    run.mockClear()
    app = await makeService({
      operations: [operation],
      generation: () => generation,
      corsOrigin: '*',
      ...options,
    })
  }
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ url, headers, method })
  afterEach(() => app.close())

  it('responds as without a cache', async () => {
    await open()
    const responses = []
    for (let count = 0; count < 4; count++) {
      const { statusCode, headers, rawPayload } = await get('/test/1?q=a')
      const { date: _, 'x-request-id': __, ...others } = headers
      responses.push([statusCode, others, rawPayload.toString()])
    }
    expect(run).toHaveBeenCalledTimes(1)
    for (const response of responses) expect(response).toEqual(responses[0])
    expect(responses[0]?.[2]).toContain('“é”\n')
    expect(responses[0]?.[1]).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
      link: '</test/next>; rel="next"',
    })
  })

  it('responds to HEAD and to If-None-Match', async () => {
    await open()
    const { headers } = await get('/test/1')
    await get('/test/1')
    const head = await get('/test/1', {}, 'HEAD')
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      headers['content-length'],
    ])
    const notModified = await get('/test/1', { 'if-none-match': String(headers.etag) })
    expect([notModified.statusCode, notModified.body, notModified.headers.etag]).toEqual([
      304,
      '',
      headers.etag,
    ])
    expect(notModified.headers).not.toHaveProperty('content-type')
    expect((await get('/test/1', { 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('never sends a response of an earlier generation', async () => {
    await open()
    for (let count = 0; count < 3; count++) await get('/test/1')
    generation += 1
    expect((await get('/test/1')).body).toContain(`"generation":${generation}`)
  })

  it('sends the CORS header fields of each origin', async () => {
    await open({ corsOrigin: ['https://a.example', 'https://b.example'] })
    for (let round = 1; round <= 3; round++) {
      for (const origin of ['https://a.example', 'https://b.example', 'https://c.example']) {
        const { headers } = await get('/test/1', { origin })
        expect(headers['access-control-allow-origin']).toBe(origin.includes('c.') ? undefined : origin)
        expect(headers.vary).toBe('Origin')
      }
    }
    // The header fields are not part of the response that is kept.
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('does not respond to other methods, and not with errors', async () => {
    await open()
    for (const _ of [1, 2]) await get('/test/1')
    expect((await app.inject({ url: '/test/1', method: 'POST' })).statusCode).toBe(405)
    for (const _ of [1, 2, 3]) expect((await get('/test/1?x=1')).statusCode).toBe(400)
  })

  it('counts cached responses in metrics and for the rate limit', async () => {
    const registry = createRegistry()
    await open({ registry, rateLimit: { max: 4 } })
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push((await get('/test/1')).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    const metrics = String(await readValue(readMetrics(registry)))
    expect(metrics).toContain('_count{method="GET",route="/test/:id",status="200"} 4')
    expect(metrics).toContain('status="429"} 2')
  })
})
