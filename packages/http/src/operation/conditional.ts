// Implements ETags, conditional requests and content negotiation. An ETag does not depend on the body, so a
// 304 response needs no body.
// @see https://www.rfc-editor.org/rfc/rfc9110#section-13
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Precondition } from '@qb/core/revision'
import Negotiator from 'negotiator'

/** Returns a strong ETag: the revision and, if there is a key, a hash of it. */
export function etagOf(revision: string, key?: string): string {
  return key === undefined ? `"${revision}"` : `"${revision}-${hash('sha256', key).slice(0, 16)}"`
}

/** Whether an `If-None-Match` value matches an ETag. It can be a list, contain weak tags, or be `*`. */
export function matchesAny(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false
  if (field === etag || field.trim() === '*') return true
  return field.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

/** Matches an entity tag (RFC 9110), which can contain commas. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/**
 * Parses an `If-Match` value to a precondition. Returns undefined when the request has no `If-Match`. The
 * comparison is strong, so weak tags are ignored. A value that is not a list of tags matches no revision.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function readPrecondition(field: string | undefined): Precondition | undefined {
  if (field === undefined) return undefined
  if (field.trim() === '*') return { kind: 'exists' }
  const isList = /^[ \t,]*$/.test(field.replaceAll(TAG, ''))
  const tags = isList ? (field.match(TAG) ?? []) : []
  const strong = tags.filter((tag) => tag.startsWith('"'))
  return { kind: 'one_of', revisions: strong.map((tag) => tag.slice(1, -1)) }
}

/** Returns the media type of `types` that the request prefers, or undefined when it accepts none of them. */
export function negotiate(request: IncomingMessage, types: readonly string[]): string | undefined {
  return new Negotiator(request).mediaType([...types])
}
