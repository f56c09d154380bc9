// Keeps the results of transactions with an idempotency key, so that a repeated request gets the result of the first one and
// takes effect once.
//
// 1. Before a batch of transactions is published, their results are appended and synced, with the revision of the file before
//    and after the batch: an intent.
// 2. After that, a line says how the intent ended.
// 3. An intent without such a line was interrupted. The holder of the lock compares the file: with the revision after the batch,
//    the transactions took effect; with the one before, they did not, and are forgotten. With any other one, somebody changed
//    the file in the meantime, and it cannot be decided. When the batch was to be recorded in git, its commit and tag decide it,
//    and what is missing is completed.
import { randomUUID } from 'node:crypto'
import { AppError, type ErrorDetails } from '../../errors.ts'
import type { FileState, Plan, Published, Recovery } from '../../git/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { FileSystem } from './file-system.ts'
import { findJournalPath, JournalChangedError, type JournalFile, openJournalFile } from './journal-file.ts'
import type { Outcome } from './transaction.ts'

/** The key of a request, with which it can be repeated. */
export interface IdempotencyKey {
  /** The caller, the operation and the key, as one text. */
  readonly id: string
  /** A hash of the payload. */
  readonly fingerprint: string
}

/** The result of a transaction, or its error. */
export type StoredResult =
  | ({ readonly outcome: Outcome } & Published)
  | { readonly error: { code: string; message: string; details: Pick<ErrorDetails, 'issues' | 'revision'> } }

/** The result of a transaction, with its key. */
export interface JournalRecord extends IdempotencyKey {
  readonly result: StoredResult
}

/** A result that was found. */
export interface Found {
  readonly result: StoredResult
  /** The revision after the transaction. */
  readonly revision: string
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

/**
 * The results of earlier transactions. The methods are called only while the lock is held. They throw AppError
 * `changelog/journal_unusable`, and JournalChangedError when the lock was lost.
 */
export interface Journal {
  /**
   * Reads what other processes wrote, and decides what was interrupted.
   * @param path the real path of the changelog
   * @param revision the current revision of the changelog
   * @param recover completes an interrupted plan, or finds that it did not take effect
   */
  refresh(path: string, revision: string, recover?: RecoverPlan): Promise<void>
  /**
   * Finds the result of an earlier transaction with the key.
   * @throws AppError `changelog/key_reused` when its payload was another one, `changelog/undecided` when it is not known
   * whether it took effect
   */
  find(key: IdempotencyKey): Found | undefined
  /**
   * Keeps the results of a batch that is about to be published. Returns a function that says whether it was, and never throws.
   * @param change the revisions of the changelog around the batch
   */
  intend(
    change: { readonly before: string; readonly after: string },
    records: readonly JournalRecord[],
    plan?: Plan,
  ): Promise<(isPublished: boolean) => Promise<void>>
  /** Keeps the results of transactions that change nothing. */
  keep(revision: string, records: readonly JournalRecord[]): Promise<void>
  /** The time before which results have expired, in milliseconds since 1970. */
  oldest(): number
}

type RecoverPlan = (plan: Plan, state: FileState) => Promise<Recovery>

interface Intent {
  readonly kind: 'intent'
  readonly group: string
  readonly at: number
  readonly before: string
  readonly after: string
  readonly records: readonly JournalRecord[]
  readonly plan?: Plan
}
type Line =
  | Intent
  | { readonly kind: 'end'; readonly group: string; readonly decision: Recovery }
  | { readonly kind: 'kept'; readonly id: string; readonly entry: Entry }

interface Entry extends Found {
  /** The intent that it belongs to. Empty for a result without an effect. */
  readonly group: string
  readonly fingerprint: string
  readonly at: number
  readonly state: 'done' | 'intended' | 'undecided'
}

/** How an intent without a plan ended, by the state of the file. */
const DECISIONS = { before: 'not_done', after: 'done', other: 'undecided' } as const

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
  let file: JournalFile | undefined
  let changelogPath: string | undefined
  let compactedSize = COMPACT_BYTES
  const intents = new Map<string, Intent>()
  const entries = new Map<string, Entry>()

  const setEntry = (id: string, entry: Entry) => {
    // The entries stay in the order of their times.
    entries.delete(id)
    entries.set(id, entry)
  }
  const apply = (line: Line) => {
    switch (line.kind) {
      case 'kept':
        return setEntry(line.id, line.entry)
      case 'intent': {
        const { group, at, after: revision } = line
        intents.set(group, line)
        for (const { id, ...record } of line.records)
          setEntry(id, { ...record, group, at, revision, state: 'intended' })
        return
      }
      case 'end':
        for (const { id } of intents.get(line.group)?.records ?? []) {
          const entry = entries.get(id)
          if (entry?.group !== line.group) continue
          if (line.decision === 'not_done') entries.delete(id)
          else entries.set(id, { ...entry, state: line.decision })
        }
        intents.delete(line.group)
    }
  }
  const append = async (lines: readonly Line[], isSynced: boolean) => {
    await file?.append(lines, isSynced)
    for (const line of lines) apply(line)
  }
  const read = async (path: string) => {
    if (path !== changelogPath || !file)
      file = openJournalFile(fs, await findJournalPath(folder, repository, path))
    changelogPath = path
    const lines = await file.read()
    if (!lines) return
    intents.clear()
    entries.clear()
    for (const line of lines) apply(line as Line)
  }
  /** Forgets old results, and rewrites a large file without them. */
  const compact = async () => {
    for (const [id, { at }] of entries) {
      if (at > now() - maxAgeMs && entries.size <= MAX_RECORDS) break
      entries.delete(id)
    }
    if (!file || file.size < compactedSize || intents.size > 0) return
    await file.replace([...entries].map(([id, entry]): Line => ({ kind: 'kept', id, entry })))
    compactedSize = Math.max(COMPACT_BYTES, file.size * 2)
  }

  return {
    oldest: () => now() - maxAgeMs,
    async refresh(path, revision, recover) {
      await explainErrors(() => read(path))
      const ends: Line[] = []
      for (const { group, before, after, plan } of intents.values()) {
        const state = revision === after ? 'after' : revision === before ? 'before' : 'other'
        // Only the release mode in which it was planned can decide it.
        const decision = plan ? await recover?.(plan, state) : DECISIONS[state]
        if (decision) ends.push({ kind: 'end', group, decision })
      }
      await explainErrors(async () => {
        if (ends.length > 0) await append(ends, true)
        await compact()
      })
    },
    find({ id, fingerprint }) {
      const entry = entries.get(id)
      if (!entry || entry.at <= now() - maxAgeMs) return undefined
      if (entry.fingerprint !== fingerprint) throw reusedError()
      if (entry.state !== 'done') throw undecidedError()
      return { result: entry.result, revision: entry.revision }
    },
    intend: ({ before, after }, records, plan) =>
      explainErrors(async () => {
        const group = randomUUID()
        const intent = { kind: 'intent', group, at: now(), before, after, records } as const
        await append([{ ...intent, ...(plan && { plan }) }], true)
        return async (isPublished) => {
          const end = { kind: 'end', group, decision: isPublished ? 'done' : 'not_done' } as const
          // Without this line, the next holder of the lock compares the file.
          await append([end], false).catch(() => undefined)
        }
      }),
    keep: (revision, records) =>
      explainErrors(async () => {
        if (records.length === 0) return
        const at = now()
        const kept = records.map(
          ({ id, ...record }): Line => ({
            kind: 'kept',
            id,
            entry: { ...record, revision, at, group: '', state: 'done' },
          }),
        )
        await append(kept, false)
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
  const message = 'Idempotency-Key: expected the payload of the first request with this key, got another one'
  return new AppError(CHANGELOG_ERRORS.key_reused, message)
}

function undecidedError(): AppError {
  const message =
    'Idempotency-Key: the first request with this key was interrupted, and the changelog was edited since; compare the file, and use a new key'
  return new AppError(CHANGELOG_ERRORS.undecided, message)
}
