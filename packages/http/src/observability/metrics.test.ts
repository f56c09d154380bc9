import { Type } from '@sinclair/typebox'
import { describe, expect, it, vi } from 'vitest'
import { uncached } from '../operation/operation.ts'
import { readValue } from '../operation/testing.ts'
import { makeOperation, makeService } from '../testing.ts'
import { createRegistry, METRICS, readMetrics } from './metrics.ts'

const DURATION_MS = 1500

/** Sends requests to a service with a registry, and returns the lines of its metrics. */
async function measure(...requests: readonly { url: string; method?: 'GET' }[]): Promise<string[]> {
  const registry = createRegistry()
  const app = await makeService({
    registry,
    maxBodyBytes: 1000,
    corsOrigin: '*',
    operations: [
      makeOperation({
        path: '/test/{id}',
        input: { query: Type.Object({ limit: Type.Optional(Type.Integer()) }) },
      }),
      makeOperation({ id: 'post', path: '/post', method: 'POST', run: () => uncached({}) }),
      makeOperation({ id: 'timed', path: '/timed', access: 'read' }),
    ],
    // The guard runs during the request, so that it can advance the clock.
    authorization: {
      security: [],
      guard: () => async () => {
        const now = performance.now()
        vi.spyOn(performance, 'now').mockReturnValue(now + DURATION_MS)
      },
    },
  })
  vi.spyOn(performance, 'now').mockReturnValue(0)
  for (const request of requests) await app.inject(request)
  vi.restoreAllMocks()
  return String(await readValue(readMetrics(registry))).split('\n')
}

const countsOf = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('http_request_duration_seconds_count'))

describe('the metrics of requests', () => {
  it('are labelled with the route pattern, and not with the URL', async () => {
    const lines = await measure({ url: '/test/a?limit=1' }, { url: '/test/b' })
    expect(countsOf(lines)).toEqual([
      'http_request_duration_seconds_count{method="GET",route="/test/:id",status="200"} 2',
    ])
  })

  it('have one label value for all paths that match no route', async () => {
    const lines = await measure({ url: '/a' }, { url: '/b/c' })
    expect(countsOf(lines)).toEqual([
      'http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 2',
    ])
  })

  it.each([
    ['GET', 'GET'],
    ['HEAD', 'HEAD'],
    ['OPTIONS', 'OPTIONS'],
    ['POST', 'POST'],
    ['PUT', 'other'],
    ['PROPFIND', 'other'],
  ])('count the method %s as %s', async (method, label) => {
    const [count, ...others] = countsOf(await measure({ url: '/post', method: method as 'GET' }))
    expect(count).toContain(`{method="${label}",`)
    expect(others).toEqual([])
  })

  it('are in seconds', async () => {
    const lines = await measure({ url: '/timed' })
    expect(lines).toContain('http_request_duration_seconds_sum{method="GET",route="/timed",status="200"} 1.5')
    const buckets = lines.flatMap(
      (line) => /_bucket\{le="([^"]+)",.*route="\/timed".*\} (\d)$/.exec(line)?.slice(1) ?? [],
    )
    expect(buckets.join(' ')).toBe('0.0005 0 0.001 0 0.002 0 0.005 0 0.02 0 0.1 0 0.5 0 2 1 10 1 +Inf 1')
    expect(lines).toContain('# TYPE http_request_duration_seconds histogram')
    expect(lines.find((line) => line.startsWith('# HELP http_request_duration_seconds'))).toMatch(
      /Time .*response\.$/,
    )
  })
})

describe('createRegistry', () => {
  it('creates an independent registry with the metrics of the process', async () => {
    const [first, second] = [createRegistry(), createRegistry()]
    for (const registry of [first, second])
      expect(await registry.metrics()).toContain('process_cpu_seconds_total')
    await makeService({ registry: first })
    expect(await first.metrics()).toContain('http_request_duration_seconds')
    expect(await second.metrics()).not.toContain('http_request_duration_seconds')
  })
})

describe('readMetrics', () => {
  it('returns a result that is not cached, with the media type of Prometheus', async () => {
    const registry = createRegistry()
    const result = await readMetrics(registry)
    expect(result).toEqual({
      cache: 'none',
      content: {
        text: expect.stringContaining('# TYPE '),
        mediaType: expect.stringMatching(/^text\/plain; version=/),
      },
    })
    expect(Object.keys(METRICS.result.alternatives)).toEqual(['text/plain'])
  })
})
