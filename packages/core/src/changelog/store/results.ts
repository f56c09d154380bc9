// Turns what a batch did into the results of its transactions: those that the callers get, and those that the journal keeps.
import { AppError } from '../../errors.ts'
import type { Published } from '../../git/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { Found, JournalRecord, StoredResult } from './journal.ts'
import type { Applied, Committed, Transaction } from './transaction.ts'

/** How a transaction ended, for its caller. */
export type Settled = PromiseSettledResult<Committed>

/** What each transaction of a batch did, or its error. */
export type Results = Pick<Applied, 'outcome' | 'errors'>

/** The result of a transaction for its caller. @param revision the revision after its batch */
export function settle(
  transaction: Transaction,
  { outcome, errors }: Results,
  revision: string,
  published: Published = {},
): Settled {
  if (errors.has(transaction)) return { status: 'rejected', reason: errors.get(transaction) }
  return { status: 'fulfilled', value: { outcome, revision, isReplayed: false, ...published } }
}

/** The result of a transaction that was applied before. */
export function replay({ result, revision }: Found): Settled {
  if (!('error' in result)) return { status: 'fulfilled', value: { ...result, revision, isReplayed: true } }
  const { code, message, details } = result.error
  const definition = findDefinition(code) ?? CHANGELOG_ERRORS.journal_unusable
  return { status: 'rejected', reason: new AppError(definition, message, { ...details, isReplayed: true }) }
}

/** The results of a batch that the journal keeps: those of requests with a key. */
export function recordsOf(
  batch: readonly Transaction[],
  { outcome, errors }: Results,
  published: Published = {},
): JournalRecord[] {
  return batch.flatMap((transaction) => {
    const { idempotencyKey: key } = transaction
    const error = errors.get(transaction)
    const result = errors.has(transaction) ? storeError(error) : { outcome, ...published }
    return key && result ? [{ ...key, result }] : []
  })
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

function findDefinition(code: string) {
  return Object.values(CHANGELOG_ERRORS).find((definition) => definition.code === code)
}
