// Reads the changelog for operations that do not change it.
import type { ChangelogStore, Snapshot } from '@qb/core/changelog'

/**
 * Calls a function with the content of the changelog. When the file is unchanged, the result is not a promise: to wait for one
 * would take a large part of the time of such a request.
 * @throws AppError `changelog/unreadable`, and the errors of `use`
 */
export function withChangelog<T>(
  changelog: Pick<ChangelogStore, 'findUnchanged' | 'read'>,
  use: (snapshot: Snapshot) => T,
): T | Promise<T> {
  const unchanged = changelog.findUnchanged()
  return unchanged ? use(unchanged) : changelog.read().then(use)
}
