// Releases several packages with one commit, in the release mode `push`.
import {
  createRemoteReleaser,
  type RemoteRequest,
  type RemoteResult,
  type RemoteTarget,
} from '@qb/core/changelog'
import { openRemoteReleases, type RemoteReleasesOptions } from '@qb/core/git'
import type { LimitFunction } from 'p-limit'
import type { ChangelogConfig } from './config.ts'
import { joinMessages, type Package } from './packages.ts'

/** A package to release. */
export interface PackageRelease extends Pick<RemoteTarget, 'changelog' | 'release'> {
  readonly package: Package
}

/** Releases packages: all of them, or none. */
export type ReleaseTogether = (
  packages: readonly PackageRelease[],
  request: Pick<RemoteRequest, 'idempotencyKey' | 'isDryRun'>,
) => Promise<RemoteResult>

/** Creates the function that releases packages. */
export function createReleaseTogether(
  config: ChangelogConfig,
  options: RemoteReleasesOptions,
  runAlone: LimitFunction,
): ReleaseTogether {
  const { CHANGELOG_IDEMPOTENCY_HOURS: hours, CHANGELOG_COMMIT_MESSAGE: template } = config
  const oldest = () => Date.now() - hours * 60 * 60 * 1000
  const release = createRemoteReleaser({ remote: openRemoteReleases(options), runAlone, oldest })
  return (packages, request) =>
    release({
      ...request,
      targets: packages.map(({ package: { tag, commitMessage }, ...target }) => ({
        ...{ tag, commitMessage },
        ...target,
      })),
      templateOf: (versions) =>
        joinMessages(
          template,
          packages.map(({ package: { name } }) => name ?? ''),
          versions,
        ),
    })
}
