// Lists the changes of the repository. Concurrent requests with the same ref share one list, and few lists run at once.
import { type ChangelogStore, currentVersionHeading, isOwnFile } from '@qb/core/changelog'
import { listChanges, type Repository, shareRuns } from '@qb/core/git'

/** What to list the changes of. */
export interface ListChangesOptions {
  readonly repository: Repository
  readonly changelog: ChangelogStore
  /** Relative to the repository. */
  readonly changelogPath: string
}

/** How many lists run at once, and how many more, for other refs, may wait. */
const LIMITS = { maxRunning: 2, maxWaiting: 16, retryAfterSeconds: 5 } as const

/**
 * Creates the function that lists changes as JSON. A list may have megabytes, so it is serialized once for all requests
 * that share it. That function throws AppError `git/busy`, `git/invalid_ref`, `git/unreadable_repository` or
 * `changelog/unreadable`.
 */
export function createChangeLister({
  repository,
  changelog,
  changelogPath,
}: ListChangesOptions): (since: string | undefined) => Promise<string> {
  const share = shareRuns<string | undefined, string>(LIMITS)
  const list = async (since: string | undefined) => {
    const snapshot = await changelog.read()
    const changes = await listChanges(repository, {
      since,
      changelogPath,
      versionHeading: currentVersionHeading(snapshot.document()),
      isExcluded: (path) => isOwnFile(changelogPath, path),
    })
    return JSON.stringify({ changes })
  }
  return (since) => share(since, () => list(since))
}
