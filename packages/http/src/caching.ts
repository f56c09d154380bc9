// Conditional requests: a tag known before the body is made, so that a 304 costs no work, and a write that was decided
// on an old revision is refused.
// @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1
import { CoreError } from '@qb/core/errors'
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

/** What `If-Match` is compared with: `tag` without its quotation marks, and whether there is anything at all. */
export interface CurrentRevision {
  readonly tag: string
  readonly exists: boolean
}

/**
 * Evaluates `If-Match`, if the request has it. Tags are compared strongly, so that a weak one never matches; `*`
 * matches what exists.
 * @throws CoreError `precondition_failed` when it does not match; the current `ETag` is then set on the reply
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function assertIfMatch(
  request: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'header'>,
  { tag, exists }: CurrentRevision,
): void {
  const expected = request.headers['if-match']
  if (expected === undefined) return
  if (expected.trim() === '*' ? exists : readTags(expected).includes(`"${tag}"`)) return
  reply.header('etag', `"${tag}"`)
  const got = exists ? `"${tag}"` : 'a file that does not exist'
  throw new CoreError('precondition_failed', `If-Match: expected ${shorten(expected)}, got ${got}`)
}

/** The entity tags of a list, weak ones with their `W/`; none when the value is not such a list. */
function readTags(value: string): string[] {
  const tags = value.match(TAG) ?? []
  const rest = value.replaceAll(TAG, '')
  return /^[ \t,]*$/.test(rest) ? tags : []
}

/** An entity tag; it may contain commas. @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

function shorten(value: string): string {
  return value.length > 80 ? `${value.slice(0, 80)}…` : value
}
