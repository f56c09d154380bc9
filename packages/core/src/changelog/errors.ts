// Defines the errors of reading and editing a changelog.
import { defineErrors } from '../errors.ts'

export const CHANGELOG_ERRORS = defineErrors('changelog', {
  invalid_description: { title: 'Invalid description', outcome: 'invalid' },
  /** The file has more than one Unreleased heading, or content without a heading that is understood. */
  ambiguous: { title: 'Ambiguous changelog', outcome: 'invalid' },
  /** The edit would change more than was requested, or the new text would be too large. */
  edit_refused: { title: 'Edit refused', outcome: 'invalid' },
  unknown_version: { title: 'Unknown version', outcome: 'not_found' },
  /** The path of the changelog leads out of the repository or into a git directory. */
  invalid_path: { title: 'Invalid path', outcome: 'failed', fault: 'operator' },
  precondition_failed: { title: 'Precondition failed', outcome: 'precondition_failed' },
  /** Other edits are in progress: the lock is held, the queue is full, or the file keeps changing. */
  locked: { title: 'Changelog is locked', outcome: 'conflict' },
  /** Other clones pushed first, each time that a push was attempted. */
  push_rejected: { title: 'Push was rejected', outcome: 'conflict' },
  /** The idempotency key was used with another payload. */
  key_reused: { title: 'Idempotency key was used before', outcome: 'unprocessable' },
  /** A request with the same idempotency key is running. */
  key_in_use: { title: 'Request is in progress', outcome: 'conflict' },
  /** It is not known whether an interrupted request with the same idempotency key took effect. */
  undecided: { title: 'Interrupted request', outcome: 'conflict' },
  /** The results of requests with an idempotency key cannot be read or written. */
  journal_unusable: { title: 'Journal cannot be used', outcome: 'invalid', fault: 'operator' },
  unreadable: { title: 'Changelog cannot be read', outcome: 'invalid', fault: 'operator' },
  unwritable: { title: 'Changelog cannot be written', outcome: 'invalid', fault: 'operator' },
})
