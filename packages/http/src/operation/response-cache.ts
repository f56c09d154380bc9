// Keeps responses that are the same for every client, by their URL. A hit needs no validation, no operation and no
// rendering.

import type { IncomingMessage } from 'node:http'
import type { ByteString } from '@qb/core/byte-string'
import type { preParsingHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import { matchesAny } from './conditional.ts'
import { type HeaderList, sendEncoded, sendNotModified } from './direct-response.ts'

/** A response with status 200. */
export interface CachedResponse {
  readonly etag: string
  /** With the `ETag`. */
  readonly headers: HeaderList
  readonly body: ByteString
}

/** Options of {@link createResponseCache}. */
export interface ResponseCacheOptions {
  /** Maximum size of all responses and their keys, in bytes. */
  readonly maxBytes: number
  /** Returns a value that changes whenever a response can change. Older responses are not used. */
  readonly generation: () => number
  /** Whether responses depend on the `Origin` of a request, because of CORS. Default: false. */
  readonly dependsOnOrigin?: boolean
}

/** The part of a request that a response depends on. */
export type CacheRequest = Pick<IncomingMessage, 'url' | 'headers'>

/** Responses by request. */
export interface ResponseCache {
  /** Returns a response of the current generation. */
  get(request: CacheRequest): CachedResponse | undefined
  /**
   * Offers a response. It is created and kept when one was offered before: most URLs with a seed are requested once.
   * @param create returns undefined when the response cannot be kept
   */
  offer(request: CacheRequest, create: () => CachedResponse | undefined): void
}

/** The size of the data structures for one response, in bytes, estimated. */
const OVERHEAD_BYTES = 500
/** The number of keys that are known to have been offered. A power of two. */
const OFFERED_KEYS = 8192

/** Creates an empty cache. */
export function createResponseCache({
  maxBytes,
  generation,
  dependsOnOrigin = false,
}: ResponseCacheOptions): ResponseCache {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + OVERHEAD_BYTES,
  })
  // The hash of the last key that was offered, for each value of its lowest bits. A set of keys takes more time and memory.
  const offered = new Uint32Array(OFFERED_KEYS)
  let current = generation()
  const isCurrent = () => {
    if (current === generation()) return true
    current = generation()
    responses.clear()
    return false
  }
  const keyOf = ({ url = '', headers: { origin = '' } }: CacheRequest) =>
    dependsOnOrigin ? `${url} ${origin}` : url
  return {
    get: (request) => (isCurrent() ? responses.get(keyOf(request)) : undefined),
    offer(request, create) {
      isCurrent()
      const key = keyOf(request)
      const hash = hashKey(key)
      if (offered[hash % OFFERED_KEYS] !== hash) {
        offered[hash % OFFERED_KEYS] = hash
        return
      }
      const response = create()
      if (response) responses.set(key, response)
    },
  }
}

/** Hashes a key to 32 bits: FNV-1a over its code units. @see https://www.rfc-editor.org/rfc/rfc9923 */
function hashKey(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/**
 * Creates a hook that responds from the cache. It runs after the request was counted for the rate limit, and before it is
 * validated.
 */
export function createCacheHook(cache: ResponseCache): preParsingHookHandler {
  return (request, reply, _payload, done) => {
    const cached = cache.get(request.raw)
    if (!cached) return done()
    if (matchesAny(request.headers['if-none-match'], cached.etag)) sendNotModified(reply, cached.headers)
    else sendEncoded(reply, cached.headers, cached.body)
  }
}
