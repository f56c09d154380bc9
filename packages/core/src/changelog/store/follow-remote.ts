// Lets readers follow the remote: before a read, the clone is updated when its state is older than a maximum age.
import type { VersionControl } from '../../git/index.ts'

/** Options of {@link createFollower}. */
export interface FollowerOptions {
  readonly versionControl: VersionControl | undefined
  /** The time in milliseconds. */
  readonly now: () => number
  /** Updates the clone. */
  readonly synchronize: () => Promise<void>
  /** Called with the error of an update. The state of the clone is read then. */
  readonly onError: (error: unknown) => void
}

/** Creates a function that updates the clone when that is due. It never throws. Concurrent calls share an update. */
export function createFollower({
  versionControl,
  now,
  synchronize,
  onError,
}: FollowerOptions): () => Promise<void> {
  if (!versionControl?.isShared) return async () => {}
  let updatedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  const update = async () => {
    await synchronize().catch(onError)
    updatedAt = now()
    running = undefined
  }
  return async () => {
    if (!running && now() - updatedAt < versionControl.maxAgeMs) return
    running ??= update()
    await running
  }
}
