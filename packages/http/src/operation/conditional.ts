// Validators and conditional requests. An ETag is computed before the body, so that a 304 needs no rendering.
// @see https://www.rfc-editor.org/rfc/rfc9110#section-13
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Precondition } from '@qb/core/revision'
import Negotiator from 'negotiator'

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const

const HEADERS = {
  none: { ...JSON_HEADERS, 'cache-control': 'no-store' },
  shared: { ...JSON_HEADERS, 'cache-control': 'public, max-age=60' },
  private: { ...JSON_HEADERS, 'cache-control': 'private, no-cache' },
} as const

/**
 * The constant headers of a JSON response: not stored, stored by shared caches, or stored by the caller's own cache.
 */
export function cacheHeaders(cache: keyof typeof HEADERS): Readonly<Record<string, string>> {
  return HEADERS[cache]
}

/** The strong ETag of a representation. It consists of the revision and, if given, a hash of the requested key. */
export function etagOf(revision: string, key?: string): string {
  return key === undefined ? `"${revision}"` : `"${revision}-${hash('sha256', key).slice(0, 16)}"`
}

/** Whether an `If-None-Match` value matches an ETag. Lists, weak tags and `*` are supported. */
export function matchesAny(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false
  if (field.trim() === '*') return true
  return field.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

/** An entity tag; it may contain commas. @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/**
 * Reads the precondition of an `If-Match` value. Returns undefined when the request has none. Comparison is strong,
 * so weak tags are ignored. A value that is not a list of tags never matches.
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

/** The media type of `types` that the request prefers, or undefined when it accepts none of them. */
export function negotiate(request: IncomingMessage, types: readonly string[]): string | undefined {
  return new Negotiator(request).mediaType([...types])
}
