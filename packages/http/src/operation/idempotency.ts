// Reads the key with which a request can be repeated. In HTTP, it is the header field `Idempotency-Key`.
// @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
import { hash } from 'node:crypto'
import { AppError } from '@qb/core/errors'
import { HTTP_ERRORS } from '../problems/http-errors.ts'

/** The key with which a request can be repeated, and a hash of its body and its precondition. */
export type RequestKey = ReturnType<typeof readRequestKey>

const MAX_LENGTH = 255
const VISIBLE = /^[\x21-\x7e]+$/
/** A string of structured fields. @see https://www.rfc-editor.org/rfc/rfc9651#section-3.3.3 */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/** A request that can be repeated. Two requests are the same when all members but `name` are equal. */
export interface RepeatableRequest {
  /** The text of the key: visible ASCII characters, or a string of structured fields. */
  readonly key: string
  /** The name of the key in error messages. */
  readonly name: string
  readonly operationId: string
  readonly callerId: string | undefined
  readonly body: unknown
  /** The value of `If-Match`, or what corresponds to it. */
  readonly ifMatch: string | undefined
}

/** Reads the key of a request: its hash and its id, which names the caller too. @throws `http/invalid_parameters` */
export function readRequestKey(request: RepeatableRequest) {
  const value = request.key.trim()
  const key = QUOTED.exec(value)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? value
  if (key.length > MAX_LENGTH || !VISIBLE.test(key) || (value.startsWith('"') && !QUOTED.test(value))) {
    throw new AppError(
      HTTP_ERRORS.invalid_parameters,
      `${request.name}: expected 1 to ${MAX_LENGTH} visible ASCII characters, got ${JSON.stringify(value.slice(0, 80))}`,
    )
  }
  const id = JSON.stringify([request.callerId ?? null, request.operationId, key])
  return { id, fingerprint: hash('sha256', canonicalJson([request.body ?? {}, request.ifMatch ?? null])) }
}

/** JSON with sorted members, so that payloads with the same members are equal. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
