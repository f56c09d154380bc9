// Conditional requests: a tag known before the body is made, so that a 304 costs no work.
// @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What an answer is known by: `tag` without its quotation marks, and how long who may keep it. */
export interface Freshness {
  readonly tag: string
  readonly cacheControl: string
}

/**
 * Sets `ETag` and `Cache-Control`. When `If-None-Match` has the tag (in a list, weak, or as `*`), answers 304.
 * To be called only for what would be answered with 200.
 * @returns whether the request is answered
 */
export function answerIfFresh(
  request: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'header' | 'code' | 'send'>,
  { tag, cacheControl }: Freshness,
): boolean {
  reply.header('etag', `"${tag}"`)
  reply.header('cache-control', cacheControl)
  const known = request.headers['if-none-match']
  if (known === undefined || !matches(known, `"${tag}"`)) return false
  reply.code(304).send()
  return true
}

function matches(known: string, tag: string): boolean {
  if (known.trim() === '*') return true
  return known.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag)
}
