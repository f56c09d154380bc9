// Keeps responses that are the same for every client, by their URL, so that clients that share a seed do not each pay for
// its page.
import type { preParsingHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import { matchesAny } from './conditional.ts'
import { type DataResponse, sendData, sendNotModified } from './send.ts'

/** Maximum number of responses. A page of 50 questions has about 25 KB. */
const MAX_RESPONSES = 500
/** Number of ETags that are remembered to find those that are asked for again. */
const REMEMBERED_ETAGS = 4096

/** Responses by URL. */
export interface ResponseCache {
  /** Returns a response of the current generation. */
  get(url: string): DataResponse | undefined
  /**
   * Whether a response was asked for before. Only then it is worth keeping: most URLs with a seed are requested once,
   * and to keep each of them would take longer than to render it.
   */
  isAskedAgain(etag: string): boolean
  keep(url: string, response: DataResponse): void
}

/**
 * Creates an empty cache.
 * @param generation returns a value that changes whenever a response can change. All older responses are dropped
 */
export function createResponseCache(generation: () => number): ResponseCache {
  const responses = new LRUCache<string, DataResponse>({ max: MAX_RESPONSES })
  const asked: string[] = new Array(REMEMBERED_ETAGS).fill('')
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
    isAskedAgain(etag) {
      // The last characters of an ETag with a key are those of a hash.
      const slot = Number.parseInt(etag.slice(-4, -1), 16) || 0
      const isAsked = asked[slot] === etag
      asked[slot] = etag
      return isAsked
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
