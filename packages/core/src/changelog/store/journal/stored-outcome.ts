// Converts the result or the error of a transaction to JSON and back.
import { AppError, type ErrorDetails } from '../../../errors.ts'
import type { Published } from '../../../git/index.ts'
import { CHANGELOG_ERRORS } from '../../errors.ts'

/** The result or the error of a transaction, as JSON. */
export type StoredOutcome =
  | ({ readonly result: unknown } & Published)
  | {
      readonly code: string
      readonly message: string
      readonly details: Pick<ErrorDetails, 'issues' | 'revision'>
    }

const DEFINITIONS = new Map(
  Object.values(CHANGELOG_ERRORS).map((definition) => [definition.code, definition]),
)

/** The stored form of an error. Undefined for an error that a repeated request may not get, such as a conflict. */
export function storeError(error: unknown): StoredOutcome | undefined {
  if (!(error instanceof AppError) || !DEFINITIONS.has(error.code)) return undefined
  const { outcome, fault } = error.definition
  if (fault !== 'caller' || !['invalid', 'precondition_failed'].includes(outcome)) return undefined
  const { issues, revision } = error.details
  return {
    code: error.code,
    message: error.message,
    details: { ...(issues && { issues }), ...(revision !== undefined && { revision }) },
  }
}

/** Returns a stored result, or throws a stored error, marked as replayed. */
export function replay(outcome: StoredOutcome): { readonly result: unknown } & Published {
  if ('result' in outcome) return outcome
  const definition = DEFINITIONS.get(outcome.code) ?? CHANGELOG_ERRORS.journal_unusable
  throw new AppError(definition, outcome.message, { ...outcome.details, isReplayed: true })
}
