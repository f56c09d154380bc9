// Defines the errors of reading and writing a git repository.
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
  /** The tag of a release exists. It is never moved. */
  tag_exists: { title: 'Tag exists', outcome: 'conflict' },
  /**
   * Nothing can be recorded in the current state: HEAD is detached, a merge or rebase is in progress, or the changelog or the
   * branch has changes that would be lost or published.
   */
  unexpected_state: { title: 'Unexpected state of the repository', outcome: 'conflict' },
  /** git cannot create a commit or a tag, or the remote refuses them. */
  unwritable_repository: { title: 'Repository cannot be written', outcome: 'invalid', fault: 'operator' },
  /** The remote cannot be reached. The error has `retryAfterSeconds`. */
  unreachable_remote: { title: 'Remote cannot be reached', outcome: 'unavailable', fault: 'operator' },
})
