// Lists the changes of the repository for concurrent requests. Requests with the same ref share a list, and
// the number of concurrent lists is limited.
import { type ChangelogStore, createStoreFileCheck, currentVersionHeading } from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'
import { coalesceRuns, GIT_ERRORS, listChanges, type Repository } from '@qb/core/git'

/** Options of {@link createChangeLister}. */
export interface ChangeListerOptions {
  readonly repository: Repository
  readonly changelog: ChangelogStore
  /** The path of the changelog, relative to the repository. */
  readonly changelogPath: string
}

/** Maximum number of lists that run at the same time. */
const MAX_RUNNING = 2

/** Maximum number of lists that wait to run. Lists for the same ref are counted once. */
const MAX_WAITING = 16

const RETRY_AFTER_SECONDS = 5

/** A list of changes. */
export interface ListedChanges {
  /** The hash of the commit or tree that was compared with. */
  readonly base: string
  /** JSON of the schema `RepositoryChanges`. */
  readonly json: string
}

/**
 * Creates a function that lists the changes since a ref, or since the last release, as JSON. A list can have
 * megabytes, so it is serialised once for all requests that share it. The function throws the AppErrors
 * `git/busy`, `git/invalid_ref`, `git/unreadable_repository` and `changelog/unreadable`.
 */
export function createChangeLister({
  repository,
  changelog,
  changelogPath,
}: ChangeListerOptions): (since: string | undefined) => Promise<ListedChanges> {
  const coalesce = coalesceRuns<string | undefined, ListedChanges>({
    maxRunning: MAX_RUNNING,
    maxWaiting: MAX_WAITING,
    createBusyError,
  })
  const isStoreFile = createStoreFileCheck(changelogPath)
  const list = async (since: string | undefined) => {
    const snapshot = await changelog.read()
    const { base, changes } = await listChanges(repository, {
      since,
      changelogPath,
      versionHeading: currentVersionHeading(snapshot.document()),
      isExcluded: isStoreFile,
    })
    return { base, json: JSON.stringify({ changes }) }
  }
  return (since) => coalesce(since, () => list(since))
}

function createBusyError(): AppError {
  const max = MAX_RUNNING + MAX_WAITING
  const message = `expected at most ${max} lists of changes at once, got ${max + 1}; try again in ${RETRY_AFTER_SECONDS} seconds`
  return new AppError(GIT_ERRORS.busy, message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
