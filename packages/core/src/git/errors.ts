// Defines the errors of reading a git repository.
import { defineErrors } from '../errors.ts'

export const GIT_ERRORS = defineErrors('git', {
  /** The caller passed a ref that names no commit of the repository. */
  invalid_ref: { title: 'Invalid ref', outcome: 'invalid' },
  /**
   * git is missing, too old, timed out or exited with an error; the folder is not in a git repository; or the
   * clone lacks objects or history.
   */
  unreadable_repository: { title: 'Repository cannot be read', outcome: 'invalid', fault: 'operator' },
  /** Too many different lists of changes are running or waiting. The error has `retryAfterSeconds`. */
  busy: { title: 'Repository is busy', outcome: 'unavailable' },
})
