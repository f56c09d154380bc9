// Turns the effects of transactions into their results: those that the callers get, and those that the journal keeps.
import { AppError } from '../../errors.ts'
import type { Published } from '../../git/index.ts'
import type { Precondition } from '../../revision.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { Snapshot } from './file/index.ts'
import type { JournalRecord, StoredResult } from './journal/index.ts'
import type { Committed, Effect, Transaction } from './transaction.ts'

/** How a transaction ended, for its caller. */
export type Settled = PromiseSettledResult<Committed>

/** The state of the file after a batch. */
export type FileState = Pick<Snapshot, 'revision' | 'exists'>

/** The result of a transaction for its caller. @param after the state of the file after its batch */
export function settle(effect: Effect, after: FileState, published: Published = {}): Settled {
  switch (effect.kind) {
    case 'done': {
      const { outcome } = effect
      const { revision } = after
      return { status: 'fulfilled', value: { outcome, revision, isReplayed: false, ...published } }
    }
    case 'replayed': {
      const { result, revision } = effect
      if ('error' in result) return { status: 'rejected', reason: replayError(result.error) }
      return { status: 'fulfilled', value: { ...result, revision, isReplayed: true } }
    }
    default:
      return { status: 'rejected', reason: errorOf(effect, after) }
  }
}

/** The effect of a transaction when its batch cannot be written. One that was refused or replayed keeps its own. */
export function failedEffect(effect: Effect, error: unknown): Effect {
  return effect.kind === 'refused' || effect.kind === 'replayed' ? effect : { kind: 'refused', error }
}

/** The version that a batch releases. Undefined when it releases none. */
export function findVersion(effects: readonly Effect[]): string | undefined {
  for (const effect of effects)
    if (effect.kind === 'done' && effect.outcome.kind === 'released') return effect.outcome.version
  return undefined
}

/** The results of a batch that the journal keeps: those of requests with a key. */
export function recordsOf(
  batch: readonly Transaction[],
  effects: readonly Effect[],
  after: FileState,
  published: Published = {},
): JournalRecord[] {
  return batch.flatMap(({ idempotencyKey: key }, index) => {
    const effect = effects[index] as Effect
    if (!key || effect.kind === 'replayed') return []
    const result =
      effect.kind === 'done' ? { outcome: effect.outcome, ...published } : storeError(errorOf(effect, after))
    return result ? [{ ...key, result }] : []
  })
}

function errorOf(effect: Exclude<Effect, { kind: 'done' | 'replayed' }>, after: FileState): unknown {
  return effect.kind === 'refused' ? effect.error : preconditionError(effect.precondition, after)
}

/** The stored form of an error. Undefined for an error that a repeated request may not get, such as a conflict. */
function storeError(error: unknown): StoredResult | undefined {
  if (!(error instanceof AppError) || !findDefinition(error.code)) return undefined
  const { outcome, fault } = error.definition
  if (fault !== 'caller' || !['invalid', 'precondition_failed'].includes(outcome)) return undefined
  const { code, message } = error
  const { issues, revision } = error.details
  const details = { ...(issues && { issues }), ...(revision !== undefined && { revision }) }
  return { error: { code, message, details } }
}

function replayError({
  code,
  message,
  details,
}: Extract<StoredResult, { error: unknown }>['error']): AppError {
  const definition = findDefinition(code) ?? CHANGELOG_ERRORS.journal_unusable
  return new AppError(definition, message, { ...details, isReplayed: true })
}

function findDefinition(code: string) {
  return Object.values(CHANGELOG_ERRORS).find((definition) => definition.code === code)
}

function preconditionError(precondition: Precondition, { revision, exists }: FileState): AppError {
  const expected = precondition.kind === 'exists' ? 'a file' : describeRevisions(precondition.revisions)
  const got = exists ? revision : 'no file'
  return new AppError(CHANGELOG_ERRORS.precondition_failed, `expected ${expected}, got ${got}`, { revision })
}

/** Maximum number of revisions in a message. */
const MAX_QUOTED_REVISIONS = 3

function describeRevisions(revisions: readonly string[]): string {
  if (revisions.length === 0) return 'a revision in quotation marks'
  const quoted = revisions.slice(0, MAX_QUOTED_REVISIONS).map((revision) => revision.slice(0, 80))
  const more = revisions.length > MAX_QUOTED_REVISIONS ? ', …' : ''
  return `the revision ${quoted.join(' or ')}${more}`
}
