// Defines the common parts of the operations that write: the dry run, the members of their results, and their errors.
import { CHANGELOG_ERRORS, type ChangelogStore, type OutcomeOf, type Transaction } from '@qb/core/changelog'
import type { ErrorDefinition } from '@qb/core/errors'
import { GIT_ERRORS, GitPreview } from '@qb/core/git'
import { closedObject, optional, type Result, uncached } from '@qb/http'
import { type ObjectOptions, type TObject, type TProperties, Type } from '@sinclair/typebox'

const DryRun = Type.Boolean({
  default: false,
  description: 'Whether to return what would change, and to write nothing.',
})

/** The schema of a body: the given members and `dry_run`, all optional. */
export function withDryRun<T extends TProperties>(parameters: TObject<T>, options: ObjectOptions) {
  return Type.Partial(closedObject({ ...parameters.properties, dry_run: DryRun }), options)
}

/** The members of a result that depend on the release mode or on the dry run. */
export const writeResult = optional({
  commit: Type.String({
    description: 'The hash of the commit. Only in the release modes `commit` and `push`.',
  }),
  git: GitPreview,
  dry_run: Type.Literal(true, { description: 'Only in a dry run: nothing was written.' }),
  diff: Type.String({
    description: 'Only in a dry run: the unified diff of the changelog. Empty when nothing would change.',
  }),
})

/** The errors of every operation that writes. */
export const WRITE_ERRORS: readonly ErrorDefinition[] = [
  CHANGELOG_ERRORS.ambiguous,
  CHANGELOG_ERRORS.edit_refused,
  CHANGELOG_ERRORS.unreadable,
  CHANGELOG_ERRORS.unwritable,
  CHANGELOG_ERRORS.locked,
  CHANGELOG_ERRORS.precondition_failed,
  CHANGELOG_ERRORS.key_reused,
  CHANGELOG_ERRORS.key_in_use,
  CHANGELOG_ERRORS.undecided,
  CHANGELOG_ERRORS.journal_unusable,
  CHANGELOG_ERRORS.push_rejected,
  GIT_ERRORS.unexpected_state,
  GIT_ERRORS.unwritable_repository,
  GIT_ERRORS.unreadable_repository,
  GIT_ERRORS.unreachable_remote,
]

/** Runs a transaction, or previews it. @param describe creates the result of the operation */
export async function write<T extends Transaction, R extends object>(
  changelog: ChangelogStore,
  transaction: T,
  describe: (outcome: OutcomeOf<T>) => R,
  isDryRun: boolean,
): Promise<Result<R>> {
  if (isDryRun) {
    const { outcome, revision, diff, git } = await changelog.preview(transaction)
    return uncached({ ...describe(outcome), dry_run: true, diff, ...(git && { git }) }, revision)
  }
  const { outcome, revision, isReplayed, ...published } = await changelog.transact(transaction)
  return uncached({ ...describe(outcome), ...published }, revision, isReplayed)
}
