// Keeps responses that are the same for every client, by their URL, so that clients that share a seed do not each pay for
// its page.
import type { preParsingHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import { matchesAny } from './conditional.ts'
import { type DataResponse, sendData, sendNotModified } from './send.ts'

/** Maximum number of responses. A page of 50 questions has about 25 KB. */
const MAX_RESPONSES = 500
/** Maximum number of ETags that are remembered. */
const MAX_REQUESTED = 4096

/** Responses by URL. */
export interface ResponseCache {
  /** Returns a response of the current generation. */
  get(url: string): DataResponse | undefined
  /**
   * Records a request for a response. Returns whether the response was requested before. Only then it is worth keeping: most
   * URLs with a seed are requested once, and to keep each of them would take longer than to render it.
   */
  recordRequest(etag: string): boolean
  keep(url: string, response: DataResponse): void
}

/**
 * Creates an empty cache.
 * @param generation returns a value that changes whenever a response can change. All older responses are dropped
 */
export function createResponseCache(generation: () => number): ResponseCache {
  const responses = new LRUCache<string, DataResponse>({ max: MAX_RESPONSES })
  const requested = new LRUCache<string, true>({ max: MAX_REQUESTED })
  let current = generation()
  const dropOld = () => {
    if (current === generation()) return
    current = generation()
    responses.clear()
  }
  return {
    get(url) {
      dropOld()
      return responses.get(url)
    },
    recordRequest(etag) {
      const wasRequested = requested.has(etag)
      requested.set(etag, true)
      return wasRequested
    },
    keep(url, response) {
      dropOld()
      responses.set(url, response)
    },
  }
}

/**
 * Creates a hook that responds from the cache. It runs after the request was counted for the rate limit, and before it is
 * validated.
 */
export function createCacheHook(cache: ResponseCache): preParsingHookHandler {
  return (request, reply, _payload, done) => {
    const kept = cache.get(request.url)
    if (!kept) return done()
    const isCurrent = matchesAny(request.headers['if-none-match'], kept.headers.etag ?? '')
    if (isCurrent) sendNotModified(reply, kept.headers)
    else sendData(reply, kept)
  }
}
