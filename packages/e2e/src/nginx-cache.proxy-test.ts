// Tests the caching header fields of the questions service with a real shared cache: nginx with the
// configuration of examples/nginx. Requires an installed nginx and takes more than a minute, so `test` does
// not include it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningProxy, startProxy } from './nginx.ts'
import { type RunningService, startService } from './process.ts'

const createCsv = (size: number) => {
  const rows = Array.from({ length: size }, (_, row) => `q-${row},Which is ${row}?,yes,"['yes', 'no']"\n`)
  return `id,question,correct_answer,options\n${rows.join('')}`
}

let folder: string
let service: RunningService
let proxy: RunningProxy
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cached-'))
  await writeDataset('Stars', 60)
  await writeDataset('Moons', 60)
  service = await startService('questions', { QUESTIONS_DIR: folder, QUESTIONS_RELOAD_SECONDS: '1' })
  proxy = await startProxy('questions.conf', { '127.0.0.1:8000': new URL(service.url).host })
})
afterAll(async () => {
  await proxy?.stop()
  await service?.stop()
  await rm(folder, { recursive: true })
})

const writeDataset = (name: string, size: number) =>
  writeFile(join(folder, `Refined_${name}_Questions.csv`), createCsv(size))

/** Sends a request to the proxy. Returns the cache status and the parts of the response that clients use. */
async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(proxy.url + path, init)
  return {
    cache: response.headers.get('x-cache-status'),
    status: response.status,
    // nginx marks the ETag of a response that it compresses as weak.
    etag: response.headers.get('etag')?.replace(/^W\//, ''),
    allowedOrigin: response.headers.get('access-control-allow-origin'),
    body: await response.text(),
  }
}

const getDirectly = async (path: string) => (await fetch(service.url + path)).text()

/** Sends requests until the response does not come from the cache any more. nginx counts the age in whole seconds. */
async function getWhenExpired(path: string) {
  for (;;) {
    const response = await get(path)
    if (response.cache !== 'HIT') return response
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Expects nginx to have sent `count` requests for the path to the service. Polls, as nginx delays its log. */
async function expectUpstreamRequests(path: string, count: number): Promise<void> {
  const listLines = () => proxy.log().filter((line) => line.endsWith(` ${path}`))
  await expect.poll(() => listLines().filter((line) => line.split(' ')[1] !== '-').length).toBe(count)
}

/** Requests whose responses are the same for every client. */
const REPRODUCIBLE = [
  '/api/v1/questions/stars?seed=a',
  '/api/v1/questions/stars?seed=a&answers=hidden&shuffle_options=true&limit=20',
  '/api/v1/questions/stars/random?seed=a&count=5',
  '/api/v1/questions/stars?random=false&offset=10',
  '/api/v1/questions/stars?ids=q-1,q-2',
  '/api/v1/questions/stars/q-1',
  '/api/v1/questions/stars/q-1/check?answer=no',
  '/api/v1/categories',
]

describe('nginx in front of the questions service', () => {
  it.each(REPRODUCIBLE)('caches %s', async (path) => {
    const first = await get(path)
    expect(first).toMatchObject({
      cache: 'MISS',
      status: 200,
      allowedOrigin: '*',
      body: await getDirectly(path),
    })
    for (let repetition = 0; repetition < 5; repetition++)
      expect(await get(path)).toEqual({ ...first, cache: 'HIT' })
    expect((await get(path, { method: 'HEAD' })).cache).toBe('HIT')
    await expectUpstreamRequests(path, 1)
  })

  it('responds with 304 from its cache to a client that has the current ETag', async () => {
    const path = '/api/v1/questions/stars?seed=etag'
    const { etag } = await get(path)
    const response = await get(path, { headers: { 'if-none-match': `W/${etag}` } })
    expect(response).toMatchObject({ cache: 'HIT', status: 304, body: '', etag })
    await expectUpstreamRequests(path, 1)
  })

  it('compresses a cached response when the client accepts it, and only then', async () => {
    const path = '/api/v1/questions/stars?seed=gzip&limit=50'
    const encodingOf = async (accepted: string) => {
      const response = await fetch(proxy.url + path, { headers: { 'accept-encoding': accepted } })
      expect(await response.text()).toBe(await getDirectly(path))
      return response.headers.get('content-encoding')
    }
    expect(await encodingOf('gzip')).toBe('gzip')
    expect(await encodingOf('identity')).toBeNull()
  })

  it.each([
    '/api/v1/questions/stars',
    '/api/v1/questions/stars?limit=5&answers=hidden',
    '/api/v1/questions/stars/random',
    '/api/v1/health',
  ])('does not cache %s', async (path) => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => get(path)))
    expect(responses.map(({ cache }) => cache)).toEqual(Array(10).fill('MISS'))
    if (path !== '/api/v1/health') expect(new Set(responses.map(({ body }) => body)).size).toBe(10)
    await expectUpstreamRequests(path, 10)
  })

  it.each([
    ['/api/v1/questions/comets?seed=a', 404],
    ['/api/v1/questions/stars?seed=a&limit=0', 400],
    ['/api/v1/questions/stars/q-999', 404],
    ['/nothing', 404],
  ])('does not cache the error response of %s', async (path, status) => {
    for (let repetition = 0; repetition < 3; repetition++)
      expect(await get(path)).toMatchObject({ cache: 'MISS', status })
  })

  it('does not serve the metrics', async () => {
    expect((await get('/metrics')).status).toBe(404)
  })

  it('revalidates a response after a minute, and serves a stale one when the service is down', async () => {
    const [unchanged, changed, stale] = [
      'stars?seed=unchanged',
      'moons?seed=changed',
      'stars?seed=stale',
    ].map((path) => `/api/v1/questions/${path}`) as [string, string, string]
    const [firstResponse, secondResponse, thirdResponse] = [
      await get(unchanged),
      await get(changed),
      await get(stale),
    ]
    const start = performance.now()
    expect([firstResponse.cache, secondResponse.cache, thirdResponse.cache]).toEqual(['MISS', 'MISS', 'MISS'])
    await writeDataset('Moons', 61)
    await expect.poll(() => getDirectly(changed), { timeout: 60_000 }).toContain('"total":61')

    const latest = await getWhenExpired(unchanged)
    expect(performance.now() - start).toBeGreaterThan(58_000)
    expect(latest).toEqual({ ...firstResponse, cache: 'REVALIDATED' })
    await expect.poll(() => proxy.log()).toContain(`REVALIDATED 304 ${unchanged}`)
    expect(await get(unchanged)).toEqual({ ...firstResponse, cache: 'HIT' })

    const renewed = await getWhenExpired(changed)
    expect(renewed).toMatchObject({ cache: 'EXPIRED', status: 200, body: await getDirectly(changed) })
    expect(renewed.etag).not.toBe(secondResponse.etag)
    expect((await get(changed)).cache).toBe('HIT')

    await service.stop()
    expect(await getWhenExpired(stale)).toEqual({ ...thirdResponse, cache: 'STALE' })
    expect((await get('/api/v1/questions/stars')).status).toBe(502)
  }, 300_000)
})
