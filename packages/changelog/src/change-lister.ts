// Lists the changes of the repository for concurrent requests: one list at a time, and one for all requests that wait with the same
// ref.
import {
  type ChangelogDocument,
  type ChangelogStore,
  createStoreFileCheck,
  parseChangelog,
} from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'
import { GIT_ERRORS, listChanges, type ReleasedVersion, type Repository } from '@qb/core/git'
import type { LimitFunction } from 'p-limit'
import type { Package } from './packages.ts'

/** The current version of a changelog. Undefined without a release. */
export function findCurrentRelease({ version, releases }: ChangelogDocument): ReleasedVersion | undefined {
  if (releases.length === 0) return undefined
  const isIn = (text: string) =>
    parseChangelog(text).releases.some(({ meaning }) => meaning.version === version)
  return { version, isIn }
}

/** Maximum number of lists that wait. Lists for the same ref are counted once. */
const MAX_WAITING = 17

export type ListChanges = ReturnType<typeof createChangeLister>

/** Creates a function that lists the changes of a package. @param limit runs one list at a time */
export function createChangeLister(
  repository: Repository,
  changelog: ChangelogStore,
  { changelogPath, tag, includes }: Package,
  limit: LimitFunction,
) {
  const waiting = new Map<string | undefined, ReturnType<typeof listChanges>>()
  const isStoreFile = createStoreFileCheck(changelogPath)
  const isExcluded = (path: string) => isStoreFile(path) || !includes(path)
  const list = async (since: string | undefined) => {
    // A request that arrives now must not share this list, because it can have changed the repository before.
    waiting.delete(since)
    const release = findCurrentRelease((await changelog.read()).document)
    return listChanges(repository, {
      ...{ since, tag, changelogPath, isExcluded },
      release,
      findRelease: (text) => findCurrentRelease(parseChangelog(text)),
      isChangelog: (text) => parseChangelog(text).sections.length > 0,
    })
  }
  return async (since: string | undefined) => {
    const shared = waiting.get(since)
    if (shared) return shared
    if (limit.pendingCount >= MAX_WAITING) {
      const most = 1 + MAX_WAITING
      const message = `expected at most ${most} lists of changes at once, got ${most + 1}; try again in 5 seconds`
      throw new AppError(GIT_ERRORS.busy, message, { retryAfterSeconds: 5 })
    }
    const added = limit(list, since)
    waiting.set(since, added)
    return added
  }
}
