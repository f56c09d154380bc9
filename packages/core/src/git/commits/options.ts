// Defines the options of recording changes in git.
import type { GitAccessOptions } from '../repository/index.ts'

/** Options of {@link openVersionControl}. */
export interface VersionControlOptions extends GitAccessOptions {
  /** The message of the commit of a release. `{version}` is replaced. */
  readonly commitMessage: string
  /** The name of the tag of a release. `{version}` is replaced. */
  readonly tag: string
  /** The name and address of commits and tags. Those of git's configuration by default. */
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Whether the hooks of the repository run, and whether its configuration can request signatures. */
  readonly runsHooks: boolean
  /** Where changes are pushed. Undefined when they are not. */
  readonly remote?: RemoteOptions | undefined
}

/** Where and how often changes are pushed. */
export interface RemoteOptions {
  /** The name of a remote of the repository. */
  readonly name: string
  /** Maximum number of pushes of a change, while other clones push theirs. */
  readonly maxAttempts: number
  /** How long a push to, or a fetch from, the remote may take, in milliseconds. */
  readonly timeoutMs: number
  /** How long the result of a fetch is served to readers, in milliseconds. */
  readonly maxAgeMs: number
}
