// Replaces the network and the time in tests of the client.
import type { Fetch } from './options.ts'
import type { Timers } from './timers.ts'

/** The timeout of attempts in tests. It differs from every delay, so that the timers know a timeout by it. */
export const TIMEOUT_MS = 987_654_321

/** Timers without waiting. A delay passes at once. A timeout passes when the test says so. */
export interface FakeTimers extends Timers {
  /** The delays so far, in milliseconds. */
  readonly delays: number[]
  /** What happens instead of a delay. */
  onDelay: (pass: () => void) => void
  /** Lets the timeout of the running attempt pass. */
  readonly passTimeout: () => void
  /** Whether a timer was started and neither passed nor cancelled. */
  readonly isRunning: () => boolean
}

/** Creates timers at the time 0. `random` is constant. */
export function createFakeTimers(random = 1): FakeTimers {
  let nowMs = 0
  const running = new Map<symbol, () => void>()
  const timers: FakeTimers = {
    delays: [],
    now: () => nowMs,
    random: () => random,
    onDelay: (pass) => queueMicrotask(pass),
    passTimeout: () => running.forEach((run) => void run()),
    isRunning: () => running.size > 0,
    schedule(run, ms) {
      const key = Symbol()
      running.set(key, run)
      if (ms !== TIMEOUT_MS) {
        timers.delays.push(ms)
        timers.onDelay(() => {
          if (!running.delete(key)) return
          nowMs += ms
          run()
        })
      }
      return () => void running.delete(key)
    },
  }
  return timers
}

/** A request that {@link createFakeFetch} has received. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What happens to a request: a response, an error, or the result of a function. */
export type Reaction = Response | Error | ((request: SentRequest, signal: AbortSignal) => Promise<Response>)

/** Creates a `fetch` that reacts to the requests in order. The last reaction is repeated. */
export function createFakeFetch(...reactions: Reaction[]): { fetch: Fetch; requests: SentRequest[] } {
  const requests: SentRequest[] = []
  const fetch: Fetch = async (url, init) => {
    const request = {
      method: String(init.method),
      url,
      headers: init.headers as Record<string, string>,
      body: init.body as string | undefined,
    }
    requests.push(request)
    const reaction = reactions[Math.min(requests.length, reactions.length) - 1]
    if (reaction instanceof Response) return reaction.clone() as Response
    if (typeof reaction === 'function') return reaction(request, init.signal as AbortSignal)
    throw reaction
  }
  return { fetch, requests }
}

/** Creates a response with JSON. */
export function respond(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

/** Creates a response with problem details. */
export function respondProblem(
  status: number,
  slug: string,
  headers: Readonly<Record<string, string>> = {},
  members: object = {},
): Response {
  const body = { type: `/errors#${slug}`, title: 'A title', status, detail: 'a detail', ...members }
  return respond(body, status, { 'content-type': 'application/problem+json; charset=utf-8', ...headers })
}

/** Never responds. Rejects when the signal is aborted, as `fetch` does. */
export function neverRespond(_request: SentRequest, signal: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
