// Keeps responses that are the same for every client, by their URL, so that clients that share a seed do not each pay for
// its page.
import type { preParsingHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import { matchesAny } from './conditional.ts'
import { type DataResponse, sendData, sendNotModified } from './send.ts'

/** Maximum number of responses. A page of 50 questions has about 25 KB. */
const MAX_RESPONSES = 500

/** Responses by URL. */
export type ResponseCache = ReturnType<typeof createResponseCache>

/** Creates an empty cache. @param generation returns another value when a response can have changed */
export function createResponseCache(generation: () => number) {
  const responses = new LRUCache<string, DataResponse>({ max: MAX_RESPONSES })
  const keyOf = (url: string) => `${generation()} ${url}`
  return {
    get: (url: string) => responses.get(keyOf(url)),
    keep: (url: string, response: DataResponse) => void responses.set(keyOf(url), response),
  }
}

/** Creates a hook that responds from the cache. It runs between the count for the rate limit and the validation. */
export function createCacheHook(cache: ResponseCache): preParsingHookHandler {
  return (request, reply, _payload, done) => {
    const kept = cache.get(request.url)
    if (!kept) return done()
    const isCurrent = matchesAny(request.headers['if-none-match'], kept.headers.etag ?? '')
    if (isCurrent) sendNotModified(reply, kept.headers)
    else sendData(reply, kept)
  }
}
