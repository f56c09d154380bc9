// The errors of reading a git repository.
import { defineErrors } from '../errors.ts'

export const GIT_ERRORS = defineErrors('git', {
  /** The ref that the caller passed names no commit of the repository. */
  invalid_ref: { title: 'Invalid ref', outcome: 'invalid' },
  /** git is missing or too old, failed or timed out, the folder is no repository, or the clone is incomplete. */
  unreadable_repository: { title: 'Repository cannot be read', outcome: 'invalid', fault: 'operator' },
  /** Too many different lists of changes are running and waiting; carries `retryAfterSeconds`. */
  busy: { title: 'Repository is busy', outcome: 'unavailable' },
})
