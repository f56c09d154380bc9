// Releases several changelogs with one commit, in the release mode `push`. Each attempt edits the state of the remote, so that neither
// a lock nor a journal is needed: the remote accepts all of it, or nothing.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isError } from '../../errors.ts'
import {
  GIT_ERRORS,
  type GitPreview,
  type IdempotencyKey,
  type Published,
  type RemoteEdit,
  type RemoteReleases,
} from '../../git/index.ts'
import { parseChangelog } from '../document/index.ts'
import { cutRelease, type ReleaseOptions, type ReleaseOutcome } from '../edit/index.ts'
import { unifiedDiff } from '../unified-diff.ts'
import { changelogRevisionOf, decodeText } from './changelog-file.ts'
import { reusedError } from './journal.ts'
import { type ChangelogStore, FIRST_PAUSE_MS, type RunAlone, rejectedError } from './store.ts'
import { assertSize } from './transaction.ts'

/** A changelog that is released. */
export interface RemoteTarget {
  readonly changelog: ChangelogStore
  readonly release: ReleaseOptions
  /** The form of its tags. */
  readonly tag: string
  /** The template of the message of its tag. */
  readonly commitMessage: string
}

/** How changelogs are released together. */
export interface RemoteRequest {
  readonly targets: readonly RemoteTarget[]
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
  /** The revision of the changelog after it. */
  readonly revision: string
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

export interface RemoteReleaserOptions {
  readonly remote: RemoteReleases
  readonly runAlone: RunAlone
  /** The time from which requests are known, in milliseconds since 1970. */
  readonly oldest: () => number
}

/**
 * Creates a function that releases changelogs on the remote.
 * @throws AppError `changelog/push_rejected`, `changelog/key_reused`, `changelog/precondition_failed`, those of a release, and those
 * of git
 */
export function createRemoteReleaser({ remote, runAlone, oldest }: RemoteReleaserOptions) {
  return async (request: RemoteRequest): Promise<RemoteResult> => {
    for (let count = 1; ; count++) {
      const result = await runAlone(() => attempt(remote, request, oldest()))
      if (result) {
        // A clone that cannot be updated now follows later.
        for (const { changelog } of request.targets) await changelog.catchUp().catch(() => undefined)
        return result
      }
      if (count >= remote.maxAttempts) throw rejectedError(count)
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** (count - 1))
    }
  }
}

/** Attempts a release. Undefined when the remote has other commits by now. */
async function attempt(
  remote: RemoteReleases,
  { targets, idempotencyKey, isDryRun, templateOf }: RemoteRequest,
  since: number,
): Promise<RemoteResult | undefined> {
  for (const { changelog } of targets) {
    await changelog.catchUpAlone().catch((error: unknown) => {
      // As for a read, a dry run is about the state of the clone then.
      if (!isDryRun || !isError(error, GIT_ERRORS.unreachable_remote)) throw error
    })
  }
  const head = await remote.readHead()
  const keys = targets.map(({ tag }, index) => ({ key: keyOf(idempotencyKey, index), tag }))
  const found = idempotencyKey ? await head.find(keys, since) : []
  if (found.some((one) => one !== undefined)) {
    const outcomes = found.map((one) => {
      if (!one?.isSame) throw reusedError()
      const { isSame: _, version = '', ...published } = one
      return { outcome: { kind: 'released', version } as const, before: '', diff: '', ...published }
    })
    return { outcomes, isReplayed: true }
  }

  const edits: RemoteEdit[] = []
  const outcomes: RemoteOutcome[] = []
  for (const [index, { changelog, release, tag, commitMessage }] of targets.entries()) {
    const { path, displayPath } = await changelog.locate()
    const before = await head.read(path)
    const text = decodeText(before ?? Buffer.alloc(0), displayPath)
    const revision = changelogRevisionOf(text)
    const current = parseChangelog(text)
    const { document, outcome } = cutRelease(current, release)
    assertSize(document, displayPath)
    const bytes = Buffer.from(document.text)
    const after = changelogRevisionOf(bytes)
    const diff = unifiedDiff(text, document.text, displayPath)
    outcomes.push({ outcome, before: current.version, revision: isDryRun ? revision : after, diff })
    const { version } = outcome
    const { key } = keys[index] as (typeof keys)[number]
    const message = head.renderMessage(commitMessage, version, [path])
    edits.push({ path, bytes, revision: after, version, key, tag, message })
  }
  if (outcomes.some(({ outcome }) => outcome.kind !== 'released')) return { outcomes, isReplayed: false }
  const versions = edits.map(({ version }) => version)
  const paths = edits.map(({ path }) => path)
  const message = head.renderMessage(templateOf(versions), versions.join(', '), paths)
  if (isDryRun) return { outcomes, isReplayed: false, git: await head.preview(edits, message) }
  const pushed = await head.push(edits, message)
  if (!pushed) return undefined
  const { commit, tags } = pushed
  return {
    outcomes: outcomes.map((one, index) => ({ ...one, commit, tag: tags[index] as string })),
    isReplayed: false,
  }
}

/**
 * The key of one changelog, by its position, so that a key with other packages is found too. Without a key, two services could create
 * the same commit in the same second.
 */
function keyOf(key: IdempotencyKey | undefined, position: number): IdempotencyKey {
  return key ? { ...key, id: `${key.id} ${position}` } : { id: randomUUID(), fingerprint: '' }
}
