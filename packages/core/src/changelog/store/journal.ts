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
import { AppError } from '../../errors.ts'
import type { Decision, FileState, IdempotencyKey, Plan, Published } from '../../git/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { FileSystem } from './file-system.ts'
import { findJournalPath, JournalChangedError, type JournalFile, openJournalFile } from './journal-file.ts'
import type { Outcome } from './transaction.ts'

// Whoever changes the form of lines also changes their checksum, so that no version reads the lines of another one.

/** The result of a transaction that took effect, with its key. */
export interface JournalRecord extends IdempotencyKey {
  readonly result: Published & { readonly outcome: Exclude<Outcome, { kind: 'nothing_to_release' }> }
}

/** The results of a batch. They are an intent until its end is known. */
interface ResultsLine {
  readonly kind: 'results'
  readonly state: 'done' | 'intended' | 'undecided'
  /** Identifies the batch. */
  readonly group: string
  /** The time in milliseconds since 1970. */
  readonly at: number
  /** The revisions of the changelog around the batch. */
  readonly before: string
  readonly after: string
  readonly records: readonly JournalRecord[]
  readonly plan?: Plan
}

/** How an intent ended. */
interface EndLine {
  readonly kind: 'end'
  readonly group: string
  readonly decision: Decision
}

type Line = ResultsLine | EndLine

/** A result that was found. */
export interface Found {
  readonly result: JournalRecord['result']
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

/** The results of earlier transactions. The methods need the lock, and throw JournalChangedError when it is lost. */
export type Journal = ReturnType<typeof openJournal>

type CompletePlan = (plan: Plan, state: FileState) => Promise<Decision>

/** A result, the line that it is from, and how its batch ended. */
interface Entry {
  readonly record: JournalRecord
  readonly line: ResultsLine
  readonly state: ResultsLine['state']
}

/** How an intent without a plan ended, by the state of the file. */
const DECISIONS = { before: 'not_done', after: 'done', other: 'undecided' } as const

/** Maximum number of results that are kept. When there are more, the oldest are forgotten. */
const MAX_RECORDS = 100_000
/** Size from which the file is rewritten without the results that have expired, in bytes. */
const COMPACT_BYTES = 1024 * 1024

/** Opens the journal of a changelog. Nothing is read yet. @param repository the path of the repository */
export function openJournal(fs: FileSystem, repository: string, { folder, maxAgeMs, now }: JournalOptions) {
  let file: JournalFile | undefined
  let filePath: string | undefined
  let compactedSize = COMPACT_BYTES
  const intents = new Map<string, ResultsLine>()
  const entries = new Map<string, Entry>()

  const apply = (line: Line) => {
    if (line.kind === 'results') {
      if (line.state === 'intended') intents.set(line.group, line)
      for (const record of line.records) {
        // The entries stay in the order of their times.
        entries.delete(record.id)
        entries.set(record.id, { record, line, state: line.state })
      }
      return
    }
    const { group, decision } = line
    for (const { id } of intents.get(group)?.records ?? []) {
      const entry = entries.get(id)
      if (entry?.line.group !== group) continue
      if (decision === 'not_done') entries.delete(id)
      else entries.set(id, { ...entry, state: decision })
    }
    intents.delete(group)
  }
  const append = async (lines: readonly Line[], isSynced: boolean) => {
    await file?.append(lines, isSynced)
    for (const line of lines) apply(line)
  }
  const read = async (path: string) => {
    const found = await findJournalPath(folder, repository, path)
    if (found !== filePath || !file) file = openJournalFile(fs, found)
    filePath = found
    try {
      const lines = await file.read()
      if (!lines) return
      intents.clear()
      entries.clear()
      for (const line of lines as Line[]) apply(line)
    } catch (error) {
      // The next call reads all lines again.
      file = openJournalFile(fs, found)
      throw error
    }
  }
  /** Forgets old results, and rewrites a large file without them. */
  const compact = async () => {
    for (const [id, { line }] of entries) {
      if (line.at > now() - maxAgeMs && entries.size <= MAX_RECORDS) break
      entries.delete(id)
    }
    if (!file || file.size() < compactedSize || intents.size > 0) return
    await file.replace(
      [...entries.values()].map(
        ({ record, line: { plan: _, ...line }, state }): Line => ({ ...line, state, records: [record] }),
      ),
    )
    compactedSize = Math.max(COMPACT_BYTES, file.size() * 2)
  }

  return {
    /** The time before which results have expired, in milliseconds since 1970. */
    oldest: () => now() - maxAgeMs,
    /**
     * Reads what other processes wrote, and decides what was interrupted.
     * @param path the real path of the changelog
     * @param revision the current revision of the changelog
     * @param complete completes an interrupted plan, or finds that it did not take effect
     */
    async refresh(path: string, revision: string, complete?: CompletePlan): Promise<void> {
      await explainErrors(() => read(path))
      const ends: Line[] = []
      for (const { group, before, after, plan } of intents.values()) {
        const state = revision === after ? 'after' : revision === before ? 'before' : 'other'
        // Only the release mode in which it was planned can decide it.
        const decision = plan ? await complete?.(plan, state) : DECISIONS[state]
        if (decision) ends.push({ kind: 'end', group, decision })
      }
      await explainErrors(async () => {
        if (ends.length > 0) await append(ends, true)
        await compact()
      })
    },
    /** Finds the result of a transaction. @throws AppError `changelog/key_reused`, `changelog/undecided` */
    find({ id, fingerprint }: IdempotencyKey): Found | undefined {
      const entry = entries.get(id)
      if (!entry || entry.line.at <= now() - maxAgeMs) return undefined
      const { record, line, state } = entry
      if (record.fingerprint !== fingerprint) throw reusedError()
      if (state !== 'done') {
        const message =
          'Idempotency-Key: the first request with this key was interrupted, and the changelog was edited since; compare the file, and use a new key'
        throw new AppError(CHANGELOG_ERRORS.undecided, message)
      }
      return { result: record.result, revision: line.after }
    },
    /** Keeps the results of a batch to be published. Returns a function that says whether it was, and never throws. */
    intend: (change: Pick<ResultsLine, 'before' | 'after'>, records: readonly JournalRecord[], plan?: Plan) =>
      explainErrors(async () => {
        const group = randomUUID()
        const line = { kind: 'results', state: 'intended', group, at: now(), ...change, records } as const
        await append([{ ...line, ...(plan && { plan }) }], true)
        return async (isPublished: boolean) => {
          const end = { kind: 'end', group, decision: isPublished ? 'done' : 'not_done' } as const
          // Without this line, the next holder of the lock compares the file.
          await append([end], false).catch(() => undefined)
        }
      }),
    /** Keeps the results of transactions that are published. @param revision the revision after them */
    keep: (revision: string, records: readonly JournalRecord[]) =>
      explainErrors(async () => {
        if (records.length === 0) return
        const origin = { group: '', at: now(), before: revision, after: revision }
        await append([{ kind: 'results', state: 'done', ...origin, records }], false)
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
      `the journal of requests and releases cannot be used: ${(error as Error).message}; nothing was changed`,
      { cause: error },
    )
  }
}

/** The error of a key that was used with another payload. */
export function reusedError(): AppError {
  const message = 'Idempotency-Key: expected the payload of the first request with this key, got another one'
  return new AppError(CHANGELOG_ERRORS.key_reused, message)
}
