// Releases the unreleased entries as a new version.
import { CHANGELOG_ERRORS, type ReleaseEffect, VERSION_BUMPS } from '@qb/core/changelog'
import { GIT_ERRORS } from '@qb/core/git'
import { stringEnum, uncached } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'
import { dryRunMembers, withDryRun, writeResult } from './write-result.ts'

const parameters = Type.Object(
  {
    version_bump: stringEnum(VERSION_BUMPS, {
      description:
        'The part of the version to increment: MAJOR for breaking changes, MINOR for features, PATCH for fixes.',
    }),
  },
  { additionalProperties: false },
)

/** The result of a release. */
export const ReleaseResult = Type.Object(
  {
    success: Type.Boolean({ description: 'Whether a version was released.' }),
    version: Type.String({
      description: 'The new version or, when nothing was released, the current version.',
    }),
    message: Type.String({ description: '`Release created successfully` or `Failed to create release`.' }),
    reason: Type.Optional(
      Type.String({ description: 'Why nothing was released. Absent when a version was released.' }),
    ),
    tag: Type.Optional(
      Type.String({ description: 'The name of the tag. Only in the release modes `commit` and `push`.' }),
    ),
    ...writeResult,
  },
  {
    $id: 'ReleaseResult',
    additionalProperties: false,
    description: 'The result of a release.',
    examples: [{ success: true, version: '1.3.0', message: 'Release created successfully' }],
  },
)

export const createRelease = defineOperation({
  id: 'createRelease',
  method: 'POST',
  path: '/api/changelog/release',
  access: 'release:create',
  tag: 'Changelog',
  summary: 'Release the unreleased entries',
  description:
    'Inserts a version heading below Unreleased, with the current date in UTC, so that the entries belong to the new version. The new version is the highest released version with one part incremented, PATCH by default. Compare links are updated in the style of the file. When there is nothing to release, `success` is false, `reason` contains the reason, and the file is unchanged. With `If-Match`, the release is created only if the file has that revision. With `Idempotency-Key`, a repeated request creates one release. With `dry_run`, nothing is written, and `version`, `diff` and `git` are what the release would be. In the release modes `commit` and `push`, a release is also a commit of the changelog and an annotated tag; in the mode `push`, both are pushed.',
  input: {
    body: withDryRun(parameters, { examples: [{ version_bump: 'MINOR' }] }),
  },
  isConditional: true,
  isRepeatable: true,
  result: {
    description: 'The version was released, or there was nothing to release.',
    schema: ReleaseResult,
  },
  errors: [
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
    GIT_ERRORS.tag_exists,
    GIT_ERRORS.unexpected_state,
    GIT_ERRORS.unwritable_repository,
    GIT_ERRORS.unreadable_repository,
    GIT_ERRORS.unreachable_remote,
  ],
  functionDefinition: {
    name: 'create_release',
    description: 'Release the entries under the Unreleased heading of the changelog as a new version.',
    parameters,
    isDestructive: true,
  },
  async run(
    { version_bump: bump = 'PATCH', dry_run: isDryRun = false, precondition, requestKey: idempotencyKey },
    { changelog, now },
  ) {
    const date = now().toISOString().slice(0, 10)
    const transaction = { precondition, release: { bump, date }, describe: describeOutcome }
    if (isDryRun) {
      const { result, revision, ...preview } = await changelog.preview(transaction)
      return uncached({ ...result, ...dryRunMembers(preview) }, revision)
    }
    const { result, revision, isReplayed, ...published } = await changelog.transact({
      ...transaction,
      idempotencyKey,
    })
    return uncached({ ...result, ...published }, revision, isReplayed)
  },
})

function describeOutcome(outcome: ReleaseEffect): Static<typeof ReleaseResult> {
  const { version } = outcome
  return outcome.kind === 'released'
    ? { success: true, version, message: 'Release created successfully' }
    : { success: false, version, message: 'Failed to create release', reason: outcome.reason }
}
