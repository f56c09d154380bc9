// The whole error vocabulary of the domain in one table: a code, its kind, its title.
// Kinds say what went wrong for the caller; only @qb/http turns a kind into a status number.

/** What an error means for the one who called. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'uri_too_long'
  | 'header_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'timeout'
  | 'expectation_failed'
  | 'unavailable'
  | 'internal'

/** Every code a CoreError may carry, with its kind and a title that never changes with the occasion. */
export const ERRORS = {
  invalid_parameters: { kind: 'invalid', title: 'Invalid parameters' },
  malformed_url: { kind: 'invalid', title: 'Malformed URL' },
  malformed_request: { kind: 'invalid', title: 'Malformed request' },
  invalid_seed: { kind: 'invalid', title: 'Invalid seed' },
  invalid_sample: { kind: 'invalid', title: 'Invalid sample' },
  invalid_list: { kind: 'invalid', title: 'Invalid list' },
  invalid_settings: { kind: 'invalid', title: 'Invalid settings' },
  invalid_description: { kind: 'invalid', title: 'Invalid description' },
  ambiguous_changelog: { kind: 'invalid', title: 'Ambiguous changelog' },
  changelog_edit_refused: { kind: 'invalid', title: 'Edit refused' },
  unreadable_changelog: { kind: 'invalid', title: 'Changelog cannot be read' },
  unwritable_changelog: { kind: 'invalid', title: 'Changelog cannot be written' },
  changelog_locked: { kind: 'conflict', title: 'Changelog is locked' },
  precondition_failed: { kind: 'precondition_failed', title: 'Precondition failed' },
  repository_unreadable: { kind: 'invalid', title: 'Repository cannot be read' },
  repository_busy: { kind: 'unavailable', title: 'Repository is busy' },
  invalid_ref: { kind: 'invalid', title: 'Invalid ref' },
  invalid_body: { kind: 'invalid', title: 'Invalid body' },
  unauthenticated: { kind: 'unauthenticated', title: 'Unauthenticated' },
  forbidden: { kind: 'forbidden', title: 'Forbidden' },
  unknown_version: { kind: 'not_found', title: 'Unknown version' },
  unknown_category: { kind: 'not_found', title: 'Unknown category' },
  unknown_question: { kind: 'not_found', title: 'Unknown question' },
  unknown_route: { kind: 'not_found', title: 'Unknown route' },
  method_not_allowed: { kind: 'method_not_allowed', title: 'Method not allowed' },
  content_too_large: { kind: 'too_large', title: 'Content too large' },
  uri_too_long: { kind: 'uri_too_long', title: 'URI too long' },
  header_too_large: { kind: 'header_too_large', title: 'Request header fields too large' },
  unsupported_media_type: { kind: 'unsupported_media_type', title: 'Unsupported media type' },
  too_many_requests: { kind: 'too_many_requests', title: 'Too many requests' },
  expectation_failed: { kind: 'expectation_failed', title: 'Expectation failed' },
  request_timeout: { kind: 'timeout', title: 'Request timeout' },
  dataset_unavailable: { kind: 'internal', title: 'Dataset unavailable' },
  internal: { kind: 'internal', title: 'Internal server error' },
} as const satisfies Record<string, { kind: ErrorKind; title: string }>

/** One of the codes in {@link ERRORS}. */
export type ErrorCode = keyof typeof ERRORS

/** One thing wrong with one named input; `message` says what was expected and what came. */
export interface Issue {
  readonly parameter: string
  readonly message: string
}

/** What a CoreError may carry beside its code and message. */
export interface CoreErrorDetails {
  readonly issues?: readonly Issue[]
  readonly cause?: unknown
}

/** The one error this project throws on purpose. `message` says what was expected and what came. */
export class CoreError extends Error {
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly issues: readonly Issue[]

  constructor(code: ErrorCode, message: string, details: CoreErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'CoreError'
    this.code = code
    this.kind = ERRORS[code].kind
    this.issues = details.issues ?? []
  }
}
