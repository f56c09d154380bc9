// The headers of the question bank as a shared cache understands them: nginx as Debian has it, with the configuration
// of examples/nginx. Needs nginx, and a minute; not part of `test`, which needs nothing.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningProxy, startProxy } from './nginx.ts'
import { type RunningService, startService } from './process.ts'

const sheetOf = (size: number) => {
  const rows = Array.from({ length: size }, (_, row) => `q-${row},Which is ${row}?,yes,"['yes', 'no']"\n`)
  return `id,question,correct_answer,options\n${rows.join('')}`
}

let folder: string
let service: RunningService
let proxy: RunningProxy
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cached-'))
  await put('Stars', 60)
  await put('Moons', 60)
  service = await startService('questions', { QUESTIONS_DIR: folder, QUESTIONS_RELOAD_SECONDS: '1' })
  proxy = await startProxy(service.url)
})
afterAll(async () => {
  await proxy?.stop()
  await service?.stop()
  await rm(folder, { recursive: true })
})

const put = (name: string, size: number) =>
  writeFile(join(folder, `Refined_${name}_Questions.csv`), sheetOf(size))

/** An answer through the proxy: what the cache made of it, and what a client sees. */
async function get(path: string, init: RequestInit = {}) {
  const answer = await fetch(proxy.url + path, init)
  return {
    cache: answer.headers.get('x-cache-status'),
    status: answer.status,
    tag: answer.headers.get('etag'),
    origin: answer.headers.get('access-control-allow-origin'),
    body: await answer.text(),
  }
}

const direct = async (path: string) => (await fetch(service.url + path)).text()

/** How often the question bank itself was asked for the path. nginx writes its log a moment after its answer. */
async function expectAskedUpstream(path: string, times: number): Promise<void> {
  const all = () => proxy.log().filter((line) => line.endsWith(` ${path}`))
  await expect.poll(() => all().filter((line) => line.split(' ')[1] !== '-').length).toBe(times)
}

const SEEDED = [
  '/api/v1/questions/stars?seed=a',
  '/api/v1/questions/stars?seed=a&answers=hidden&shuffle_options=true&limit=20',
  '/api/v1/questions/stars/random?seed=a&count=5',
  '/api/v1/questions/stars?random=false&offset=10',
  '/api/v1/questions/stars?ids=q-1,q-2',
  '/api/v1/questions/stars/q-1',
  '/api/v1/questions/stars/q-1/check?answer=no',
  '/api/v1/categories',
]

describe('nginx before the question bank', () => {
  it.each(SEEDED)('asks once for %s, and then knows it', async (path) => {
    const first = await get(path)
    expect(first).toMatchObject({ cache: 'MISS', status: 200, origin: '*', body: await direct(path) })
    for (let again = 0; again < 5; again++) expect(await get(path)).toEqual({ ...first, cache: 'HIT' })
    expect((await get(path, { method: 'HEAD' })).cache).toBe('HIT')
    await expectAskedUpstream(path, 1)
  })

  it('answers 304 by itself to who has the answer', async () => {
    const path = '/api/v1/questions/stars?seed=known'
    const { tag } = await get(path)
    const known = await get(path, { headers: { 'if-none-match': String(tag) } })
    expect(known).toMatchObject({ cache: 'HIT', status: 304, body: '', tag })
    await expectAskedUpstream(path, 1)
  })

  it.each([
    '/api/v1/questions/stars',
    '/api/v1/questions/stars?limit=5&answers=hidden',
    '/api/v1/questions/stars/random',
    '/api/v1/health',
  ])('never keeps %s, which is another each time', async (path) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(path)))
    expect(answers.map(({ cache }) => cache)).toEqual(Array(10).fill('MISS'))
    if (path !== '/api/v1/health') expect(new Set(answers.map(({ body }) => body)).size).toBe(10)
    await expectAskedUpstream(path, 10)
  })

  it.each([
    ['/api/v1/questions/comets?seed=a', 404],
    ['/api/v1/questions/stars?seed=a&limit=0', 400],
    ['/api/v1/questions/stars/q-999', 404],
    ['/nothing', 404],
  ])('never keeps the failure of %s', async (path, status) => {
    for (let again = 0; again < 3; again++) expect(await get(path)).toMatchObject({ cache: 'MISS', status })
  })

  it('keeps figures inside', async () => {
    expect((await get('/metrics')).status).toBe(404)
  })

  it('asks again after a minute: 304 for what is the same, the new answer for what is not, the old one from nobody', async () => {
    const [same, changed, away] = ['stars?seed=same', 'moons?seed=changed', 'stars?seed=away'].map(
      (path) => `/api/v1/questions/${path}`,
    ) as [string, string, string]
    const [first, other, last] = [await get(same), await get(changed), await get(away)]
    const start = performance.now()
    expect([first.cache, other.cache, last.cache]).toEqual(['MISS', 'MISS', 'MISS'])
    await put('Moons', 61)
    await expect.poll(() => direct(changed), { timeout: 5000 }).toContain('"total":61')

    let again = await get(same)
    while (again.cache === 'HIT') {
      expect(again).toEqual({ ...first, cache: 'HIT' })
      expect(performance.now() - start).toBeLessThan(75_000)
      await new Promise((resolve) => setTimeout(resolve, 500))
      again = await get(same)
    }
    expect(performance.now() - start).toBeGreaterThan(58_000)
    expect(again).toEqual({ ...first, cache: 'REVALIDATED' })
    await expect.poll(() => proxy.log()).toContain(`REVALIDATED 304 ${same}`)
    expect(await get(same)).toEqual({ ...first, cache: 'HIT' })

    const renewed = await get(changed)
    expect(renewed).toMatchObject({ cache: 'EXPIRED', status: 200, body: await direct(changed) })
    expect(renewed.tag).not.toBe(other.tag)
    expect((await get(changed)).cache).toBe('HIT')

    await service.stop()
    expect(await get(away)).toEqual({ ...last, cache: 'STALE' })
    expect((await get('/api/v1/questions/stars')).status).toBe(502)
  }, 120_000)
})
