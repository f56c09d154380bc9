// Publishes the new content of a group, and keeps the results of its transactions with a key: in the journal or, when the
// changes are shared with other clones, in the commit.
import type { Plan, Published, VersionControl } from '../../git/index.ts'
import { type Applied, type Effect, preconditionError } from './apply-group.ts'
import type { Outcome } from './group-queue.ts'
import { type Journal, JournalChangedError, type JournalRecord, replay, storeError } from './journal/index.ts'
import { contentRevisionOf, type Snapshot, type SnapshotCache } from './snapshot.ts'
import type { Session } from './storage.ts'
import type { Committed, Transaction } from './transaction.ts'

/** What a store keeps between groups. */
export interface GroupState {
  readonly journal: Journal
  readonly cache: SnapshotCache
  readonly versionControl?: VersionControl | undefined
}

/** The outcomes of a group, or why it must be attempted again: the file was changed, or another clone has pushed. */
export type Attempt = readonly Outcome<Committed<unknown>>[] | 'changed' | 'rejected'

/** The state of the file after a group. */
type FileState = Pick<Snapshot, 'revision' | 'exists'>

/** Says that the results of a group cannot be kept. */
export class IntentError extends Error {}

/** A group that is to be published. */
export interface Publication {
  readonly session: Session
  readonly before: Snapshot
  readonly group: readonly Transaction<unknown>[]
  readonly applied: Applied
}

/**
 * Publishes a group.
 * @throws IntentError when results cannot be kept; nothing is published then
 */
export async function publishGroup(state: GroupState, publication: Publication): Promise<Attempt> {
  const { before, group, applied } = publication
  const { document, effects } = applied
  if (document.text === before.text) {
    // A result that is not kept is computed again when the request is repeated.
    await state.journal.keep(before.revision, recordsOf(group, effects, before, {})).catch(rethrowChanged)
    return effects.map((effect) => outcomeOf(effect, before))
  }
  const bytes = Buffer.from(document.text)
  const change = { ...publication, bytes, after: { revision: contentRevisionOf(bytes), exists: true } }
  const plan = await planChange(state, change)
  return plan && state.versionControl?.isShared
    ? publishToRemote(state, change, plan)
    : publishFile(state, change, plan)
}

interface ChangedGroup extends Publication {
  /** The new content. */
  readonly bytes: Buffer
  readonly after: FileState
}

function publishContent({ session, bytes }: ChangedGroup): Promise<boolean> {
  return session.stage([bytes]).publish()
}

/** Plans the commit of a change that is recorded in git. Undefined for one that is not. */
async function planChange(
  { versionControl }: GroupState,
  { session, group, applied, bytes, after }: ChangedGroup,
): Promise<Plan | undefined> {
  const version = versionOf(applied.effects)
  if (!versionControl || (version === undefined && !versionControl.isShared)) return undefined
  const done = group.filter((_, index) => applied.effects[index]?.kind === 'done')
  const keys = done.flatMap(({ idempotencyKey: key }) => key ?? [])
  const requests = versionControl.isShared ? keys.map((key) => ({ ...key, revision: after.revision })) : []
  return versionControl.plan({ file: workingFileOf(session), bytes, version, requests })
}

/** The version that a group releases. */
export function versionOf(effects: readonly Effect[]): string | undefined {
  for (const effect of effects)
    if (effect.kind === 'done' && effect.version !== undefined) return effect.version
  return undefined
}

/** The file of a session, as version control reads it. */
export function workingFileOf({ path, content }: Pick<Session, 'path' | 'content'>) {
  return { path, bytes: content.stats && content.bytes }
}

function publishedOf(plan: Plan | undefined): Published {
  return plan ? { commit: plan.commit, ...(plan.tag && { tag: plan.tag.name }) } : {}
}

/** Replaces the file and, with a plan, moves the branch and creates the tag. */
async function publishFile(
  { journal, cache, versionControl }: GroupState,
  changed: ChangedGroup,
  plan: Plan | undefined,
): Promise<Attempt> {
  const { before, group, bytes, after } = changed
  const { document, effects } = changed.applied
  const published = publishedOf(plan)
  const records = recordsOf(group, effects, after, published)
  const change = { before: before.revision, after: after.revision }
  const intent =
    records.length > 0 || plan
      ? await journal.intend(change, records, plan).catch((cause: unknown) => {
          if (cause instanceof JournalChangedError) throw cause
          throw new IntentError('the results cannot be kept', { cause })
        })
      : undefined
  const replaceFile = () => publishContent(changed)
  const publish = () => (plan && versionControl ? versionControl.publish(plan, replaceFile) : replaceFile())
  const isPublished = await publish().catch((error: unknown) => ({ error }))
  // After an error, it is not known whether the file was replaced. The next holder of the lock finds out.
  if (isPublished === true || isPublished === false) await intent?.end(isPublished)
  if (isPublished === true) {
    cache.put(bytes, after.revision, document)
    return effects.map((effect) => outcomeOf(effect, after, published))
  }
  return isPublished === false ? 'changed' : effects.map((effect) => failureOf(effect, isPublished.error))
}

/** Pushes the commit, and then updates this clone. The remote decides; a clone that is not updated follows later. */
async function publishToRemote(
  { journal, cache, versionControl }: GroupState,
  changed: ChangedGroup,
  plan: Plan,
): Promise<Attempt> {
  const { group, bytes, after } = changed
  const { document, effects } = changed.applied
  if (!(await versionControl?.push(plan))) return 'rejected'
  const isUpdated = await versionControl?.publish(plan, () => publishContent(changed)).catch(() => false)
  if (isUpdated) cache.put(bytes, after.revision, document)
  const published = publishedOf(plan)
  await journal.keep(after.revision, recordsOf(group, effects, after, published)).catch(() => undefined)
  return effects.map((effect) => outcomeOf(effect, after, published))
}

function rethrowChanged(error: unknown): void {
  if (error instanceof JournalChangedError) throw error
}

/** The results that are kept. */
function recordsOf(
  group: readonly Transaction<unknown>[],
  effects: readonly Effect[],
  after: FileState,
  published: Published,
): JournalRecord[] {
  return group.flatMap(({ idempotencyKey: key }, index) => {
    const effect = effects[index] as Effect
    if (!key || effect.kind === 'replayed') return []
    const outcome =
      effect.kind === 'done'
        ? { result: effect.result ?? null, ...published }
        : storeError(errorOf(effect, after))
    return outcome ? [{ ...key, outcome }] : []
  })
}

function errorOf(effect: Exclude<Effect, { kind: 'done' | 'replayed' }>, after: FileState): unknown {
  return effect.kind === 'refused' ? effect.error : preconditionError(effect.precondition, after)
}

/** The outcome of a transaction after its group. */
export function outcomeOf(
  effect: Effect,
  after: FileState,
  published: Published = {},
): Outcome<Committed<unknown>> {
  switch (effect.kind) {
    case 'done': {
      const { result } = effect
      return {
        isFulfilled: true,
        value: { result, revision: after.revision, isReplayed: false, ...published },
      }
    }
    case 'replayed':
      try {
        const { outcome, revision } = effect
        return { isFulfilled: true, value: { ...replay(outcome), revision, isReplayed: true } }
      } catch (reason) {
        return { isFulfilled: false, reason }
      }
    default:
      return { isFulfilled: false, reason: errorOf(effect, after) }
  }
}

/** The outcome of a transaction when the group cannot be written. One that was refused or replayed keeps its own. */
function failureOf(effect: Effect, error: unknown): Outcome<Committed<unknown>> {
  if (effect.kind === 'replayed') return outcomeOf(effect, { revision: effect.revision, exists: true })
  return { isFulfilled: false, reason: effect.kind === 'refused' ? effect.error : error }
}
