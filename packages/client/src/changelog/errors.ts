// Defines the documented errors of the changelog service, by status. Its error responses contain a description, but no code:
// `{ "success": false, "error": "…" }`. Two errors with the same status differ in their description only.
import { ApiError, type ResponseFacts } from '../errors.ts'
import { errorStatuses } from '../generated/changelog.ts'

/** A documented status of errors of the changelog service. */
export type ChangelogErrorStatus = (typeof errorStatuses)[number]

interface ChangelogErrorOf<Status extends ChangelogErrorStatus> extends ApiError {
  readonly status: Status
}

/** A documented error of the changelog service. `status` tells the kinds of errors apart. */
export type ChangelogError = {
  [Status in ChangelogErrorStatus]: ChangelogErrorOf<Status>
}[ChangelogErrorStatus]

// A stack trace shows the name of the class.
const Documented = class ChangelogError extends ApiError {
  override name = 'ChangelogError'
}

/** The class of the documented errors, for `instanceof`. */
export const ChangelogError = Documented as unknown as (abstract new (
  ...args: never
) => ChangelogError) & { readonly prototype: ChangelogError }

/** Converts the body of an error response to an error. Returns undefined for other JSON. */
export function readErrorBody(
  { success, error }: { readonly success?: unknown; readonly error?: unknown },
  facts: ResponseFacts,
): ApiError | undefined {
  if (success !== false || typeof error !== 'string') return undefined
  const isDocumented = (errorStatuses as readonly number[]).includes(facts.status)
  return isDocumented ? new Documented(error, facts) : new ApiError(error, facts)
}
