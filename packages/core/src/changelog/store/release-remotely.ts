// Releases several changelogs with one commit, in the release mode `push`. The remote accepts all of it, or nothing, and the clone
// follows as it follows other clones, so that neither a lock nor a journal is needed.
import { randomUUID } from 'node:crypto'
import { isError } from '../../errors.ts'
import {
  GIT_ERRORS,
  type GitPreview,
  type IdempotencyKey,
  type Published,
  type RecordedEdit,
  type VersionControl,
} from '../../git/index.ts'
import type { ReleaseOptions, ReleaseOutcome } from '../edit/index.ts'
import type { Interference } from './attempt-batch.ts'
import { changelogRevisionOf } from './changelog-file.ts'
import { reusedError } from './journal.ts'
import { attemptUntilDone, type ChangelogStore, type RunAlone } from './store.ts'

/** Which changelogs are released together, and how. */
export interface RemoteRequest {
  readonly targets: readonly { readonly changelog: ChangelogStore; readonly release: ReleaseOptions }[]
  readonly idempotencyKey?: IdempotencyKey | undefined
  readonly isDryRun: boolean
  /** Creates the template of the message of the commit. */
  readonly templateOf: (versions: readonly string[]) => string
}

/** The release of one changelog. */
export interface RemoteOutcome extends Published {
  readonly outcome: ReleaseOutcome
  /** The version before it. */
  readonly before: string
  /** The unified diff of the changelog. */
  readonly diff: string
}

/** What a release of several changelogs did, in the order of the targets. Nothing, unless each one has something to release. */
export interface RemoteResult {
  readonly outcomes: readonly RemoteOutcome[]
  readonly isReplayed: boolean
  /** Only in a dry run. */
  readonly git?: GitPreview | undefined
}

/** Creates a function that releases changelogs. @throws AppError `changelog/push_rejected`, and those of git */
export function createRemoteReleaser(runAlone: RunAlone) {
  return async (request: RemoteRequest): Promise<RemoteResult> => {
    const versionControl = request.targets[0]?.changelog.versionControl as VersionControl
    const attempt = () => runAlone(() => attemptRelease(versionControl, request))
    const result = await attemptUntilDone(attempt, 'changelogs', versionControl)
    // A clone that cannot be updated now follows later.
    for (const { changelog } of request.targets) await changelog.catchUp().catch(() => undefined)
    return result
  }
}

/** Attempts a release once. */
async function attemptRelease(
  versionControl: VersionControl,
  { targets, idempotencyKey, isDryRun, templateOf }: RemoteRequest,
): Promise<RemoteResult | Interference> {
  for (const { changelog } of targets) {
    await changelog.catchUpAlone().catch((error: unknown) => {
      // As for a read, a dry run is about the state of the clone then.
      if (!isDryRun || !isError(error, GIT_ERRORS.unreachable_remote)) throw error
    })
  }
  // By its position, so that a key with other packages is found too. Without a key, two services could create the same commit in the
  // same second.
  const keys = targets.map((_, index) =>
    idempotencyKey
      ? { ...idempotencyKey, id: `${idempotencyKey.id} ${index}` }
      : { id: randomUUID(), fingerprint: '' },
  )
  const replayed = idempotencyKey && (await findReplayed(targets, keys))
  if (replayed) return { outcomes: replayed, isReplayed: true }

  const outcomes: RemoteOutcome[] = []
  const edits: RecordedEdit[] = []
  for (const [index, { changelog, release }] of targets.entries()) {
    const { file, before, document, outcome, diff } = await changelog.prepare({ release })
    outcomes.push({ outcome, before: before.document.version, diff })
    const bytes = Buffer.from(document.text)
    const { naming } = changelog.versionControl ?? {}
    const edit = { file, bytes, revision: changelogRevisionOf(bytes), version: outcome.version }
    edits.push({ ...edit, keys: keys.slice(index, index + 1), ...(naming && { naming }) })
  }
  if (outcomes.some(({ outcome }) => outcome.kind !== 'released')) return { outcomes, isReplayed: false }
  const template = templateOf(outcomes.map(({ outcome }) => outcome.version))
  if (isDryRun) return { outcomes, isReplayed: false, git: await versionControl.preview(edits, template) }
  const planned = await versionControl.plan(edits, template)
  if (!planned) return 'changed'
  const { plan, tags } = planned
  if (!(await versionControl.push(plan, tags))) return 'rejected'
  const { commit } = plan
  return {
    outcomes: outcomes.map((one, index) => ({ ...one, commit, tag: tags[index]?.name ?? '' })),
    isReplayed: false,
  }
}

/** Finds the releases of a request that was repeated. Undefined for another one. @throws AppError `changelog/key_reused` */
async function findReplayed(
  targets: RemoteRequest['targets'],
  keys: readonly IdempotencyKey[],
): Promise<readonly RemoteOutcome[] | undefined> {
  const found = await Promise.all(targets.map(({ changelog }, index) => changelog.findRecorded(keys[index])))
  if (found.every((one) => one === undefined)) return undefined
  return found.map((one) => {
    if (!one?.isSame) throw reusedError()
    const { isSame: _, version = '', ...published } = one
    return { outcome: { kind: 'released', version }, before: '', diff: '', ...published }
  })
}
