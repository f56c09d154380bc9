import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../options.ts'
import { createWith } from '../questions/client.ts'
import {
  createFakeFetch,
  createFakeTimers,
  neverRespond,
  type Reaction,
  respond,
  respondProblem,
  TIMEOUT_MS,
} from '../testing.ts'

const SUCCESS = () => respond({ status: 'ok' })
const OUTAGE = new TypeError('fetch failed')
const html = (status: number, headers = {}) =>
  new Response('<html>', { status, headers: { 'content-type': 'text/html', ...headers } })

/** Sends a request to a service that reacts as given. */
async function run(reactions: readonly Reaction[], options: Partial<ClientOptions> = {}, random = 1) {
  const timers = createFakeTimers(random)
  const { fetch, requests } = createFakeFetch(...reactions)
  const client = createWith({ baseUrl: 'http://service', fetch, timeoutMs: TIMEOUT_MS, ...options }, timers)
  const outcome = await client.getLiveness().catch((error: Error) => error)
  expect(timers.isRunning()).toBe(false)
  return { outcome, attempts: requests.length, delays: timers.delays }
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
    const timers = createFakeTimers()
    const controller = new AbortController()
    timers.onDelay = () => queueMicrotask(() => controller.abort())
    const { fetch, requests } = createFakeFetch(OUTAGE)
    const client = createWith({ baseUrl: 'http://service', fetch, timeoutMs: TIMEOUT_MS }, timers)
    const call = client.getLiveness({ signal: controller.signal })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests).toHaveLength(1)
    expect(timers.isRunning()).toBe(false)
  })

  it.each(['of the call', 'of the client'])(
    'ends while it waits for a response, by the signal %s',
    async (whose) => {
      const timers = createFakeTimers()
      const controller = new AbortController()
      const { signal } = controller
      const { fetch, requests } = createFakeFetch(neverRespond)
      const ofClient = whose === 'of the client' && { signal }
      const client = createWith(
        { baseUrl: 'http://service', fetch, timeoutMs: TIMEOUT_MS, ...ofClient },
        timers,
      )
      const call = client.getLiveness(ofClient ? {} : { signal })
      await expect.poll(() => requests.length).toBe(1)
      controller.abort(new Error('the page was closed'))
      await expect(call).rejects.toThrow('the page was closed')
      expect(requests).toHaveLength(1)
      expect(timers.isRunning()).toBe(false)
    },
  )

  it('sends nothing when the signal was aborted before', async () => {
    const { fetch, requests } = createFakeFetch(SUCCESS())
    const client = createWith({ baseUrl: 'http://service', fetch })
    const call = client.getLiveness({ signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests).toHaveLength(0)
  })
})

it('an attempt that takes longer than the timeout is a network error', async () => {
  const timers = createFakeTimers()
  const slow: Reaction = (request, signal) => {
    queueMicrotask(timers.passTimeout)
    return neverRespond(request, signal)
  }
  const { fetch, requests } = createFakeFetch(slow, SUCCESS())
  const client = createWith({ baseUrl: 'http://service', fetch, timeoutMs: TIMEOUT_MS }, timers)
  expect(await client.getLiveness()).toEqual({ status: 'ok' })
  expect(requests).toHaveLength(2)
})
