import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientOptions } from '../options.ts'
import { createQuestionsClient } from '../questions/client.ts'
import { createFakeFetch, neverRespond, type Reaction, respond, respondProblem } from '../testing.ts'
import { readRetryAfter } from './retry.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => {
  // Nothing keeps a process running after its calls have ended.
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const SUCCESS = () => respond({ status: 'ok' })
const OUTAGE = new TypeError('fetch failed')
const html = (status: number, headers = {}) =>
  new Response('<html>', { status, headers: { 'content-type': 'text/html', ...headers } })

/** Sends a request to a service that reacts as given. The delays pass at once. */
async function run(reactions: readonly Reaction[], options: Partial<ClientOptions> = {}, random = 1) {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const { fetch, requests } = createFakeFetch(...reactions)
  const times: number[] = []
  const client = createQuestionsClient({
    baseUrl: 'http://service',
    fetch(url, init) {
      times.push(Date.now())
      return fetch(url, init)
    },
    ...options,
  })
  const call = client.getLiveness().catch((error: Error) => error)
  await vi.runAllTimersAsync()
  const outcome = await call
  const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return { outcome, attempts: requests.length, delays }
}

describe('a request is repeated', () => {
  it.each<[string, Reaction]>([
    ['a network error', OUTAGE],
    ['429', respondProblem(429, 'too-many-requests')],
    ['502 with HTML', html(502)],
    ['503', respondProblem(503, 'no-dataset')],
    ['503 with HTML', html(503)],
    ['504 with HTML', html(504)],
    ['409 with Retry-After', respondProblem(409, 'key-in-use', { 'retry-after': '1' })],
  ])('after %s', async (_name, reaction) => {
    const { outcome, attempts } = await run([reaction, reaction, SUCCESS()])
    expect(outcome).toEqual({ status: 'ok' })
    expect(attempts).toBe(3)
  })

  it('when the connection is lost in the middle of a response', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"status"'))
        controller.error(new TypeError('terminated'))
      },
    })
    const cut = () =>
      Promise.resolve(new Response(broken, { headers: { 'content-type': 'application/json' } }))
    expect(await run([cut, SUCCESS()])).toMatchObject({ outcome: { status: 'ok' }, attempts: 2 })
  })
})

describe('a request is not repeated', () => {
  it.each<[string, Reaction]>([
    ['400', respondProblem(400, 'invalid-parameters')],
    ['404', respondProblem(404, 'unknown-category', { 'retry-after': '1' })],
    ['409 without Retry-After', respondProblem(409, 'locked')],
    ['500', respondProblem(500, 'internal', { 'retry-after': '1' })],
    ['200 with HTML', html(200)],
    [
      '200 with JSON that is cut off',
      new Response('{"st', { headers: { 'content-type': 'application/json' } }),
    ],
  ])('after %s', async (_name, reaction) => {
    const { outcome, attempts } = await run([reaction, SUCCESS()])
    expect(outcome).toBeInstanceOf(Error)
    expect(attempts).toBe(1)
  })
})

describe('the delays', () => {
  const limit = (value: string) => respondProblem(429, 'too-many-requests', { 'retry-after': value })

  it('are those of Retry-After, in seconds or as a date', async () => {
    const { delays } = await run([limit('12'), limit('0'), limit('Thu, 01 Jan 1970 00:00:30 GMT'), SUCCESS()])
    expect(delays).toEqual([12_000, 0, 18_000])
  })

  it('double without Retry-After, up to 8 seconds', async () => {
    const { delays } = await run([OUTAGE], { retries: { attempts: 9 } })
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000])
  })

  it('are random by half', async () => {
    expect((await run([OUTAGE], {}, 0)).delays).toEqual([125, 250, 500])
  })
})

describe('the retries end', () => {
  it('after 4 attempts by default, with the last error', async () => {
    const { outcome, attempts } = await run([OUTAGE])
    expect(attempts).toBe(4)
    expect(outcome).toMatchObject({ name: 'NetworkError', cause: OUTAGE })
  })

  it('after the number of attempts in the options', async () => {
    expect((await run([OUTAGE], { retries: { attempts: 1 } })).attempts).toBe(1)
  })

  it('at once when Retry-After is later than the end of the total time', async () => {
    const busy = (seconds: string) => [
      respondProblem(503, 'no-dataset', { 'retry-after': seconds }),
      SUCCESS(),
    ]
    expect(await run(busy('61'))).toMatchObject({ attempts: 1, delays: [] })
    expect(await run(busy('60'))).toMatchObject({ attempts: 2, delays: [60_000] })
    expect(await run(busy('2'), { retries: { totalMs: 1000 } })).toMatchObject({ attempts: 1 })
  })

  it('when the sum of the delays is longer than the total time', async () => {
    const busy = respondProblem(503, 'no-dataset', { 'retry-after': '25' })
    expect(await run([busy], { retries: { attempts: 100 } })).toMatchObject({ delays: [25_000, 25_000] })
  })
})

describe('an aborted call', () => {
  it('ends while it waits for the next attempt', async () => {
    const controller = new AbortController()
    const { fetch, requests } = createFakeFetch(OUTAGE)
    const client = createQuestionsClient({ baseUrl: 'http://service', fetch })
    const call = client.getLiveness({ signal: controller.signal })
    await vi.advanceTimersByTimeAsync(10)
    expect(vi.getTimerCount()).toBe(1)
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests).toHaveLength(1)
  })

  it.each(['of the call', 'of the client'])(
    'ends while it waits for a response, by the signal %s',
    async (whose) => {
      const controller = new AbortController()
      const { signal } = controller
      const { fetch, requests } = createFakeFetch(neverRespond)
      const ofClient = whose === 'of the client' && { signal }
      const client = createQuestionsClient({ baseUrl: 'http://service', fetch, ...ofClient })
      const call = client.getLiveness(ofClient ? {} : { signal })
      await vi.advanceTimersByTimeAsync(10)
      expect(requests).toHaveLength(1)
      controller.abort(new Error('the page was closed'))
      await expect(call).rejects.toThrow('the page was closed')
      expect(requests).toHaveLength(1)
    },
  )

  it('sends nothing when the signal was aborted before', async () => {
    for (const options of [{ signal: AbortSignal.abort() }, {}]) {
      const { fetch, requests } = createFakeFetch(SUCCESS())
      const client = createQuestionsClient({ baseUrl: 'http://service', fetch, ...options })
      const call = client.getLiveness({ signal: AbortSignal.abort() })
      await expect(call).rejects.toMatchObject({ name: 'AbortError' })
      expect(requests).toHaveLength(0)
    }
  })
})

describe('a timeout', () => {
  it('is a network error of the attempt', async () => {
    const { outcome, attempts } = await run([neverRespond, SUCCESS()], { timeoutMs: 5000 })
    expect(outcome).toEqual({ status: 'ok' })
    expect(attempts).toBe(2)
    const late = await run([neverRespond], { timeoutMs: 5000, retries: { attempts: 1 } })
    expect(late.outcome).toMatchObject({
      name: 'NetworkError',
      message: 'GET http://service/livez: expected a response, got none within 5000 ms',
    })
  })
})

const NOW_MS = Date.UTC(2026, 10, 22, 12, 0, 0)

it.each([
  ['0', 0],
  ['12', 12],
  ['Sun, 22 Nov 2026 12:00:30 GMT', 30],
  ['Sunday, 22-Nov-26 12:00:30 GMT', 30],
  ['Sun, 22 Nov 2026 11:59:00 GMT', 0],
  [null, undefined],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026-11-22', undefined],
  ['Sun, 99 Nov 2026 12:00:30 GMT', undefined],
])('reads %j as %j', (value, seconds) => {
  expect(readRetryAfter(value, NOW_MS)).toBe(seconds)
})
