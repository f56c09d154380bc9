// Defines the errors of reading and editing a changelog.
import { defineErrors } from '../errors.ts'

export const CHANGELOG_ERRORS = defineErrors('changelog', {
  invalid_description: {
    outcome: 'invalid',
    help: 'A description is blank, too long, a placeholder such as `None`, or Markdown that would be more than one entry, such as a heading. With `escape`, it is plain text.',
  },
  ambiguous: {
    title: 'Ambiguous changelog',
    outcome: 'invalid',
    help: 'The changelog has two Unreleased headings, or content without a heading that is understood. Fix the line that the detail names. The file is unchanged.',
  },
  edit_refused: {
    outcome: 'invalid',
    help: 'The edit depends on a line that is not understood, does not follow from the file, or would change more than was requested. The detail names the line, and what decides. The file is unchanged.',
  },
  unknown_version: {
    outcome: 'not_found',
    help: 'The changelog has no such version. `GET /api/changelog` lists its versions.',
  },
  /** The path of the changelog leads out of the repository or into a git directory. */
  invalid_path: { outcome: 'failed', isLogged: true },
  precondition_failed: {
    outcome: 'precondition_failed',
    help: 'The file has changed since the revision in `If-Match`. Read it again, and send its new revision.',
  },
  locked: {
    title: 'Changelog is locked',
    outcome: 'conflict',
    help: 'Other edits are in progress. Try again in a few seconds.',
  },
  push_rejected: {
    title: 'Push was rejected',
    outcome: 'conflict',
    help: 'Other clones pushed first, at each attempt. Try again: nothing was published.',
  },
  key_reused: {
    title: 'Idempotency key was used before',
    outcome: 'unprocessable',
    help: 'The same `Idempotency-Key` was sent with another body. Send a new key for each new request.',
  },
  key_in_use: {
    title: 'Request is in progress',
    outcome: 'conflict',
    help: 'A request with the same `Idempotency-Key` is running. Try again in a few seconds, to get its response.',
  },
  undecided: {
    title: 'Interrupted request',
    outcome: 'conflict',
    help: 'A request with the same `Idempotency-Key` was interrupted, and it is not known whether it took effect. Look at the changelog before you send a new key.',
  },
  journal_unusable: {
    title: 'Journal cannot be used',
    outcome: 'invalid',
    isLogged: true,
    help: 'The results of requests with an `Idempotency-Key` cannot be read or written. The operator must fix the file that the detail names.',
  },
  unreadable: {
    title: 'Changelog cannot be read',
    outcome: 'invalid',
    isLogged: true,
    help: 'The file cannot be read, is not UTF-8, or leads out of the repository. The operator must fix what the detail names.',
  },
  unwritable: {
    title: 'Changelog cannot be written',
    outcome: 'invalid',
    isLogged: true,
    help: 'The file or its folder cannot be written. The operator must fix what the detail names.',
  },
})
