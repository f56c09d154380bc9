// Defines the format of error responses of this service: `{ "success": false, "error": "<message>" }`. The examples are part
// of the OpenAPI document.
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'
import { GIT_ERRORS } from '@qb/core/git'
import { closedObject, type ErrorFormat, HTTP_ERRORS } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

const ErrorBody = closedObject(
  {
    success: Type.Literal(false),
    error: Type.String({
      description: 'Describes what was expected, and what the request or the file contains.',
    }),
  },
  {
    $id: 'Error',
    description:
      'The body of an error response. Its header field `Link` with `rel="help"` leads to the entry of the error in the list of errors.',
    examples: [
      { success: false, error: 'version_bump: expected one of: MAJOR, MINOR, PATCH; got "major"' },
      { success: false, error: 'Internal server error' },
    ],
  },
)

const ERRORS = { ...HTTP_ERRORS, ...CHANGELOG_ERRORS, ...GIT_ERRORS }

/** An example of a message of each error. A test checks that every error of every operation has one. */
const MESSAGES: Partial<Record<keyof typeof ERRORS, string>> = {
  invalid_parameters: 'from: unknown parameter; expected one of: since',
  invalid_body: 'version_bump: expected one of: MAJOR, MINOR, PATCH; got "major"',
  unauthenticated:
    'expected an API key (X-API-Key, or Authorization: Bearer) or a token (Authorization: Bearer), got nothing',
  forbidden: 'expected the scope changelog:write, got changes:read',
  authentication_unavailable:
    'expected the keys of the issuer of ID tokens, got an error of the issuer; try again in 42 seconds',
  content_too_large: 'the body exceeds the maximum size',
  unsupported_media_type: 'expected a body with the content type application/json',
  too_many_requests: 'expected at most 300 requests a minute; try again in 12 seconds',
  invalid_description: 'changes[0].description: line 2: expected no heading, got "## [9.9.9]"',
  ambiguous: 'expected one Unreleased heading, got a second one at line 41',
  edit_refused:
    'expected only the requested change, got a change of a link definition; the file is unchanged',
  unknown_version: 'expected a version of the changelog, unreleased or latest; got "9.9.9"',
  precondition_failed:
    'expected the revision 60303ae22b998861bce3b28f33eec1be, got fd61a03af4f77d870fc21e05e7e80678',
  locked: 'CHANGELOG.md: expected the lock within 10 seconds, got a lock held by another process; try again',
  push_rejected:
    'expected to push before other clones do, got 5 rejections in a row; nothing was changed; try again',
  key_reused: 'Idempotency-Key: expected the payload of the first request with this key, got another one',
  key_in_use:
    'Idempotency-Key: expected the first request with this key to have ended, got a running one; try again in 1 second',
  undecided:
    'Idempotency-Key: the first request with this key was interrupted, and the changelog was edited since; compare the file, and use a new key',
  journal_unusable:
    'the journal of requests and releases cannot be used: expected lines with their checksums; nothing was changed',
  unreadable: 'CHANGELOG.md:7: expected UTF-8, got invalid bytes',
  unwritable: 'CHANGELOG.md: cannot be written: the disk is full (ENOSPC)',
  invalid_ref: 'since: expected a commit, tag or branch of this repository, got "v9.9.9"',
  unreadable_repository:
    'expected a git repository at REPOSITORY_PATH, got a folder that is not in a git repository: /srv/project',
  tag_exists:
    'expected no tag v1.3.0, got one; it is not moved. Remove it when it is not a release, or choose another bump',
  branch_exists:
    'expected no branch release/1.3.0 on the remote, got one; it is not moved. Merge it, delete it, or choose another bump',
  unexpected_state: 'expected a branch to be checked out, got a detached HEAD; check out a branch',
  unwritable_repository:
    'expected git to create a commit, got error: insufficient permission for adding an object to repository database',
  unreachable_remote:
    'expected to reach the remote origin, got fatal: unable to access the remote; try again in 5 seconds',
  busy: 'expected at most 18 lists of changes at once, got 19; try again in 5 seconds',
}

/** The format of error responses. */
export const ERROR_FORMAT: ErrorFormat = {
  contentType: 'application/json',
  schema: ErrorBody,
  /** With status 500, the body does not contain the cause. */
  render: ({ status, detail }): Static<typeof ErrorBody> => ({
    success: false,
    error: status === 500 ? 'Internal server error' : detail,
  }),
  examples: Object.entries(MESSAGES).map(
    ([name, message]) => new AppError(ERRORS[name as keyof typeof ERRORS], message),
  ),
}
