// Keeps responses that are the same for every client, by their URL. A hit needs no validation, no operation and no
// rendering.
import type { ByteString } from '@qb/core/byte-string'
import type { preParsingHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import { matchesAny } from './conditional.ts'
import { type HeaderFields, sendEncoded, sendNotModified } from './direct-response.ts'

/** A response with status 200. */
export interface CachedResponse {
  readonly etag: string
  /** The header fields, without those of CORS. */
  readonly headers: HeaderFields
  readonly body: ByteString
}

/** Options of {@link createResponseCache}. */
export interface ResponseCacheOptions {
  /** Maximum size of all responses and their URLs, in bytes. */
  readonly maxBytes: number
  /** Returns a value that changes whenever a response can change. Older responses are not used. */
  readonly generation: () => number
}

/** Responses by URL. */
export interface ResponseCache {
  /** Returns a response of the current generation. */
  get(url: string): CachedResponse | undefined
  /** Offers a response. It is kept when the same URL was offered before: most URLs with a seed are requested once. */
  offer(url: string, response: CachedResponse): void
}

/** The size of the data structures for one response, in bytes, estimated. */
const OVERHEAD_BYTES = 500
/** Maximum number of URLs that were offered once. */
const MAX_OFFERED = 10_000

/** Creates an empty cache. */
export function createResponseCache({ maxBytes, generation }: ResponseCacheOptions): ResponseCache {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, url) => body.length + url.length + OVERHEAD_BYTES,
  })
  const offered = new Set<string>()
  let current = generation()
  const isCurrent = () => {
    if (current === generation()) return true
    current = generation()
    responses.clear()
    return false
  }
  return {
    get: (url) => (isCurrent() ? responses.get(url) : undefined),
    offer(url, response) {
      isCurrent()
      if (offered.delete(url)) {
        responses.set(url, response)
        return
      }
      if (offered.size >= MAX_OFFERED) offered.clear()
      offered.add(url)
    },
  }
}

/**
 * Creates a hook that responds from the cache. It runs after the request was counted for the rate limit, and before it is
 * validated.
 * @param corsHeaders returns the CORS header fields for the `Origin` of a request
 */
export function createCacheHook(
  cache: ResponseCache,
  corsHeaders: (requestOrigin?: string) => HeaderFields,
): preParsingHookHandler {
  return (request, reply, _payload, done) => {
    const { url = '', headers } = request.raw
    const cached = cache.get(url)
    if (!cached) return done()
    const sent = { ...corsHeaders(headers.origin), ...cached.headers }
    if (matchesAny(headers['if-none-match'], cached.etag)) sendNotModified(reply, sent)
    else sendEncoded(reply, sent, cached.body)
  }
}
