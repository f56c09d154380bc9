// Keeps the results of transactions with an idempotency key, so that a repeated request gets the result of the first one and
// takes effect once.
//
// 1. Before a group of transactions is published, their results are appended and synced, with the revision of the file before
//    and after the group: an intent.
// 2. After the group is published, a commit is appended; when it was not published, an abort.
// 3. An intent without either was interrupted. The holder of the lock compares the file: with the revision after the group, the
//    transactions took effect; with the one before, they did not, and are forgotten. With any other one, somebody changed the
//    file in the meantime, and it cannot be decided. When the group was to be recorded in git, its commit and tag decide it, and
//    what is missing is completed.
import { hash, randomUUID } from 'node:crypto'
import { join, relative } from 'node:path'
import { AppError } from '../../../errors.ts'
import type { FileState, Plan, Recovery } from '../../../git/index.ts'
import { CHANGELOG_ERRORS } from '../../errors.ts'
import type { FileSystem } from '../file-system.ts'
import { findGitDirectory } from './git-directory.ts'
import { JournalChangedError, openJournalFile } from './journal-file.ts'
import type { StoredOutcome } from './stored-outcome.ts'

/** The key of a request, with which it can be repeated. */
export interface IdempotencyKey {
  /** The caller, the operation and the key, as one text. */
  readonly id: string
  /** A hash of the payload. */
  readonly fingerprint: string
}

/** The result of a transaction, with its key. */
export interface JournalRecord extends IdempotencyKey {
  readonly outcome: StoredOutcome
}

/** Where and how long results are kept. */
export interface JournalOptions {
  /** The folder of the journal. By default, one in the git directory of the repository. */
  readonly folder?: string | undefined
  /** How long a result is kept, in milliseconds. */
  readonly maxAgeMs: number
  /** The time in milliseconds. */
  readonly now: () => number
}

/** The results of earlier transactions. The methods are called only while the lock is held. */
export interface Journal {
  /**
   * Reads what other processes wrote, and decides what was interrupted.
   * @param path the real path of the changelog
   * @param revision the current revision of the changelog
   * @param recover completes an interrupted plan, or finds that it did not take effect
   * @throws AppError `changelog/journal_unusable`, JournalChangedError when the lock was lost
   */
  refresh(path: string, revision: string, recover?: RecoverPlan): Promise<void>
  /**
   * Finds the result of an earlier transaction with the key.
   * @throws AppError `changelog/key_reused` when its payload was another one, `changelog/undecided` when it is not known
   * whether it took effect
   */
  find(key: IdempotencyKey): Found | undefined
  /** Keeps the results of a group that is about to be published. @throws AppError `changelog/journal_unusable` */
  intend(change: RevisionChange, records: readonly JournalRecord[], plan?: Plan): Promise<Intent>
  /** Keeps the results of transactions that change nothing. @throws AppError `changelog/journal_unusable` */
  keep(revision: string, records: readonly JournalRecord[]): Promise<void>
  /** The time before which results have expired, in milliseconds since 1970. */
  oldest(): number
}

/** Completes an interrupted plan, or finds that it did not take effect. */
export type RecoverPlan = (plan: Plan, state: FileState) => Promise<Recovery>

/** The revisions of the changelog around a group. */
export interface RevisionChange {
  readonly before: string
  readonly after: string
}

/** A result that was found. */
export interface Found {
  readonly outcome: StoredOutcome
  /** The revision after the transaction. */
  readonly revision: string
}

/** A group that is about to be published. */
export interface Intent {
  /** Says whether the group was published. Never throws. */
  end(isPublished: boolean): Promise<void>
}

interface Entry extends Found {
  /** The group that it belongs to. */
  readonly group: string
  readonly fingerprint: string
  readonly at: number
  readonly state: 'done' | 'intended' | 'undecided'
}

type Line =
  | {
      kind: 'intent'
      group: string
      at: number
      before: string
      after: string
      records: readonly JournalRecord[]
      plan?: Plan
    }
  | { kind: 'commit' | 'abort' | 'undecided'; group: string }

/** How an intent without a plan ended, by the state of the file. */
const DECISIONS = { before: 'not_done', after: 'done', other: 'undecided' } as const
const LINE_KINDS = { not_done: 'abort', done: 'commit', undecided: 'undecided' } as const

/** Maximum number of results that are kept. When there are more, the oldest are forgotten. */
const MAX_RECORDS = 100_000
/** Size from which the file is rewritten without the results that have expired, in bytes. */
const COMPACT_BYTES = 1024 * 1024

/**
 * Opens the journal of a changelog. Nothing is read yet.
 * @param repository the path of the repository
 */
export function openJournal(
  fs: FileSystem,
  repository: string,
  { folder, maxAgeMs, now }: JournalOptions,
): Journal {
  let file: ReturnType<typeof openJournalFile> | undefined
  let filePath: string | undefined
  let intents = new Map<string, Extract<Line, { kind: 'intent' }>>()
  let entries = new Map<string, Entry>()
  let compactedSize = COMPACT_BYTES

  /** Opens the file of a changelog. Its name is derived from the real path, as the lock is. */
  const openFile = async (path: string) => {
    const gitDirectory = await findGitDirectory(fs, repository)
    if (folder === undefined && gitDirectory === undefined)
      throw new Error('expected a git repository or CHANGELOG_STATE_DIR, got neither')
    const isOwnFolder = folder !== undefined
    // In the git directory, the path is relative, because a repository can be mounted in several places.
    const id = isOwnFolder ? path : relative(gitDirectory ?? '', path)
    const name = `${hash('sha256', id).slice(0, 16)}.journal`
    return openJournalFile(
      fs,
      isOwnFolder ? join(folder, name) : join(gitDirectory ?? '', 'changelog-service', name),
    )
  }
  const setAll = (
    { group, at, after, records }: Extract<Line, { kind: 'intent' }>,
    state: Entry['state'],
  ) => {
    for (const { id, fingerprint, outcome } of records) {
      if (state !== 'intended' && entries.get(id)?.group !== group) continue
      entries.delete(id)
      entries.set(id, { group, fingerprint, at, outcome, revision: after, state })
    }
  }
  const apply = (line: Line) => {
    if (line.kind === 'intent') {
      intents.set(line.group, line)
      setAll(line, 'intended')
      return
    }
    const intent = intents.get(line.group)
    if (!intent) return
    if (line.kind === 'abort') {
      for (const { id } of intent.records) if (entries.get(id)?.group === line.group) entries.delete(id)
    } else setAll(intent, line.kind === 'commit' ? 'done' : 'undecided')
    intents.delete(line.group)
  }
  const append = async (lines: readonly Line[], isSynced: boolean) => {
    await file?.append(lines, isSynced)
    for (const line of lines) apply(line)
  }
  const forgetOld = () => {
    for (const [id, { at }] of entries) {
      if (at > now() - maxAgeMs && entries.size <= MAX_RECORDS) break
      entries.delete(id)
    }
  }
  const compact = async () => {
    if (!file || file.size < compactedSize || intents.size > 0) return
    const lines = [...entries].flatMap(
      ([id, { fingerprint, outcome, at, revision, state }], index): Line[] => [
        {
          kind: 'intent',
          group: String(index),
          at,
          before: revision,
          after: revision,
          records: [{ id, fingerprint, outcome }],
        },
        { kind: state === 'undecided' ? 'undecided' : 'commit', group: String(index) },
      ],
    )
    await file.replace(lines)
    compactedSize = Math.max(COMPACT_BYTES, file.size * 2)
  }

  return {
    oldest: () => now() - maxAgeMs,
    refresh: async (path, revision, recover) => {
      const interrupted = await explainErrors(async () => {
        const isOther = path !== filePath
        if (isOther || !file) file = await openFile(path)
        filePath = path
        const { isWhole, values } = await file.read()
        if (isWhole || isOther) {
          intents = new Map()
          entries = new Map()
        }
        for (const value of values) apply(value as Line)
        return [...intents.values()]
      })
      const decisions: Line[] = []
      for (const { group, before, after, plan } of interrupted) {
        // Only the release mode in which it was planned can decide it.
        const state = revision === after ? 'after' : revision === before ? 'before' : 'other'
        const decision = plan ? await recover?.(plan, state) : DECISIONS[state]
        if (decision === undefined) continue
        decisions.push({ kind: LINE_KINDS[decision], group })
      }
      await explainErrors(async () => {
        if (decisions.length > 0) await append(decisions, true)
        forgetOld()
        await compact()
      })
    },
    find({ id, fingerprint }) {
      const entry = entries.get(id)
      if (!entry || entry.at <= now() - maxAgeMs) return undefined
      if (entry.fingerprint !== fingerprint) throw reusedError()
      if (entry.state !== 'done') throw undecidedError()
      return { outcome: entry.outcome, revision: entry.revision }
    },
    intend: ({ before, after }, records, plan) =>
      explainErrors(async () => {
        const group = randomUUID()
        const intent = { kind: 'intent', group, at: now(), before, after, records: [...records] } as const
        await append([{ ...intent, ...(plan && { plan }) }], true)
        return {
          async end(isPublished) {
            // Without this line, the next holder of the lock compares the file.
            await append([{ kind: isPublished ? 'commit' : 'abort', group }], false).catch(() => undefined)
          },
        }
      }),
    keep: (revision, records) =>
      explainErrors(async () => {
        if (records.length === 0) return
        const group = randomUUID()
        const intent = { kind: 'intent', group, at: now(), before: revision, after: revision } as const
        await append(
          [
            { ...intent, records: [...records] },
            { kind: 'commit', group },
          ],
          false,
        )
      }),
  }
}

async function explainErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof JournalChangedError) throw error
    throw new AppError(
      CHANGELOG_ERRORS.journal_unusable,
      `Idempotency-Key: the journal cannot be used: ${(error as Error).message}; nothing was changed`,
      { cause: error },
    )
  }
}

/** The error of a key that was used with another payload. */
export function reusedError(): AppError {
  return new AppError(
    CHANGELOG_ERRORS.key_reused,
    'Idempotency-Key: expected the payload of the first request with this key, got another one',
  )
}

function undecidedError(): AppError {
  return new AppError(
    CHANGELOG_ERRORS.undecided,
    'Idempotency-Key: the first request with this key was interrupted, and the changelog was edited since; compare the file, and use a new key',
  )
}
