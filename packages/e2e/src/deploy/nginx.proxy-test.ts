// Tests deploy/nginx.conf with a real nginx, three questions services and a changelog service. Requires an installed nginx.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY, createRepository, serveChangelog } from '../changelog-client.ts'
import type { RunningProxy } from '../nginx.ts'
import { type RunningService, startService } from '../process.ts'
import { startBalancer, upstreamsOf } from './balancer.ts'

let home: string
let replicas: RunningService[]
let changelog: RunningService
let proxy: RunningProxy
const hostOf = ({ url }: RunningService) => new URL(url).host

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'qb-balanced-'))
  createRepository(join(home, 'repository'))
  replicas = await Promise.all(
    [1, 2, 3].map(() =>
      startService('questions', { TRUST_PROXY: 'true', QUESTIONS_RATE_LIMIT_MAX: '100000' }),
    ),
  )
  changelog = await serveChangelog(join(home, 'repository'), 'file', { CHANGELOG_BASE_PATH: '/changes' })
  proxy = await startBalancer(
    replicas.map(({ url }) => url),
    changelog.url,
  )
})
afterAll(async () => {
  await proxy?.stop()
  await Promise.all([...(replicas ?? []), changelog].map((service) => service?.stop()))
  rmSync(home, { recursive: true })
})

const get = async (path: string, init?: RequestInit) => {
  const response = await fetch(proxy.url + path, init)
  return {
    status: response.status,
    cache: response.headers.get('x-cache-status'),
    body: await response.text(),
  }
}
const QUESTIONS = '/api/v1/questions/astronomy'

/** The replicas that responded to the requests of a path, from the log. Polls, as nginx delays its log. */
async function listUpstreams(path: string, count: number): Promise<string[]> {
  const lines = () => proxy.log().filter((line) => line.includes(`GET ${path}"`))
  await expect.poll(() => lines().length).toBe(count)
  return lines().map(upstreamsOf)
}

describe('nginx of deploy', () => {
  it('distributes requests among the replicas', async () => {
    const requests = 30
    for (let index = 0; index < requests; index++) expect((await get(`${QUESTIONS}/random`)).status).toBe(200)
    const counts = new Map<string, number>()
    for (const host of await listUpstreams(`${QUESTIONS}/random`, requests))
      counts.set(host, (counts.get(host) ?? 0) + 1)
    expect([...counts.keys()].toSorted()).toEqual(replicas.map(hostOf).toSorted())
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(requests / 5)
  })

  it('caches what is the same for every client, and every replica would have returned the same', async () => {
    const path = `${QUESTIONS}?seed=balanced`
    const first = await get(path)
    expect(first).toMatchObject({ status: 200, cache: 'MISS' })
    expect(await get(path)).toEqual({ ...first, cache: 'HIT' })
    for (const { url } of replicas) expect(await (await fetch(url + path)).text()).toBe(first.body)
  })

  it('gives each response one request id, also those of the cache', async () => {
    const ids = []
    for (const _attempt of ['MISS', 'HIT'])
      ids.push((await fetch(`${proxy.url}${QUESTIONS}?seed=ids`)).headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/)
    expect(new Set(ids).size).toBe(2)
  })

  it('hides the metrics of both services, and reports its own health', async () => {
    for (const path of ['/metrics', '//metrics', '/%6detrics', '/changes/metrics'])
      expect((await get(path, { headers: { 'x-api-key': API_KEY } })).status, path).toBe(404)
    expect((await get('/nginx-health')).status).toBe(204)
  })

  it('passes on no X-Forwarded-For of a client', async () => {
    const response = await fetch(`${proxy.url}${QUESTIONS}?limit=1`, {
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('ratelimit-remaining')).toBeNull()
    // No replica has counted a request of that address before.
    for (const { url } of replicas) {
      const direct = await fetch(`${url}${QUESTIONS}?limit=1`, {
        headers: { 'x-forwarded-for': '192.0.2.1' },
      })
      expect(direct.headers.get('ratelimit-remaining')).toBe('99999')
    }
  })

  it('publishes the changelog service with bodies of more than a megabyte', async () => {
    expect((await get('/changes/health')).status).toBe(200)
    // 900,000 characters, and 1.8 MB in UTF-8.
    const changes = Array.from({ length: 200 }, (_, index) => ({
      type: 'Added',
      description: `${index} ${'é'.repeat(4500)}`,
    }))
    const { status, body } = await get('/changes/api/changelog/update', {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ changes, dry_run: true }),
    })
    expect(status, body.slice(0, 200)).toBe(200)
  })

  it('loses no request when replicas are killed, and serves its cache when all are', async () => {
    const seeded = `${QUESTIONS}?seed=kept`
    const kept = await get(seeded)
    const path = `${QUESTIONS}?limit=1`
    const send = () => Promise.all(Array.from({ length: 20 }, () => get(path).then(({ status }) => status)))
    await replicas[0]?.stop('SIGKILL')
    expect(new Set(await send())).toEqual(new Set([200]))
    const pending = send()
    await replicas[1]?.stop('SIGKILL')
    expect(new Set(await pending)).toEqual(new Set([200]))
    expect(new Set(await send())).toEqual(new Set([200]))
    await replicas[2]?.stop('SIGKILL')
    expect((await get(path)).status).toBe(502)
    expect(await get(seeded)).toEqual({ ...kept, cache: 'HIT' })
  })
})
