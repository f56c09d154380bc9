// Replaces the network in tests of the client.
import type { Fetch } from './options.ts'

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
