// Releases the unreleased entries as a new version.
import { type ReleaseOutcome, VERSION_BUMPS } from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'
import { GIT_ERRORS } from '@qb/core/git'
import { closedObject, HTTP_ERRORS, stringEnum } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'
import type { OperationSettings } from '../settings.ts'
import { WRITE_ERRORS, withDryRun, write, writeResult } from './write-result.ts'

const parameters = closedObject({
  version_bump: stringEnum(VERSION_BUMPS, {
    description:
      'The part of the version to increment: MAJOR for breaking changes, MINOR for features, PATCH for fixes.',
  }),
})

/** What determines the version besides the bump. */
const choices = {
  prerelease: Type.String({
    pattern: '^[A-Za-z][0-9A-Za-z-]{0,29}$',
    description:
      'The identifier of a pre-release, such as `rc`: the version is `1.3.0-rc.1`, then `1.3.0-rc.2`. A release without it is `1.3.0`.',
  }),
  version: Type.String({
    maxLength: 100,
    description:
      'The exact version, such as `2.0.0`, in place of the one that `version_bump` leads to. It must be higher than the current one.',
  }),
}

export const ReleaseResult = closedObject(
  {
    success: Type.Boolean({ description: 'Whether a version was released.' }),
    version: Type.String({
      description: 'The new version or, when nothing was released, the current version.',
    }),
    message: Type.String({ description: '`Release created successfully` or `Failed to create release`.' }),
    reason: Type.Optional(
      Type.String({ description: 'Why nothing was released. Absent when a version was released.' }),
    ),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'What the release could not continue, such as a link of the new version. Absent when there is nothing.',
      }),
    ),
    tag: Type.Optional(
      Type.String({ description: 'The name of the tag. Only in the release modes `commit` and `push`.' }),
    ),
    branch: Type.Optional(
      Type.String({
        description: 'The branch of the release. Only with `CHANGELOG_PUSH_BRANCH`; then there is no tag.',
      }),
    ),
    ...writeResult,
  },
  {
    $id: 'ReleaseResult',
    description: 'The result of a release.',
    examples: [{ success: true, version: '1.3.0', message: 'Release created successfully' }],
  },
)

/** Defines the operation that creates releases. */
export function defineCreateRelease({ folds }: OperationSettings) {
  return defineOperation({
    id: 'createRelease',
    method: 'POST',
    path: '/api/changelog/release',
    access: 'release:create',
    tag: 'Changelog',
    summary: 'Release the unreleased entries',
    description:
      'Inserts a version heading below Unreleased, with the current date in UTC, so that the entries belong to the new version. The new version is the highest released version with one part incremented, PATCH by default; with `prerelease`, a pre-release of it; or exactly `version`. Compare links are updated in the style of the file; a link that cannot be continued is left out and named in `warnings`. When there is nothing to release, `success` is false, `reason` contains the reason, and the file is unchanged. With `If-Match`, the release is created only if the file has that revision. With `Idempotency-Key`, a repeated request creates one release. With `dry_run`, nothing is written, and `version`, `diff` and `git` are what the release would be. In the release modes `commit` and `push`, a release is also a commit of the changelog and an annotated tag; in the mode `push`, both are pushed.',
    input: {
      body: withDryRun(closedObject({ ...parameters.properties, ...choices }), {
        examples: [{ version_bump: 'MINOR' }],
      }),
    },
    isConditional: true,
    isRepeatable: true,
    result: {
      description: 'The version was released, or there was nothing to release.',
      schema: ReleaseResult,
    },
    errors: [...WRITE_ERRORS, GIT_ERRORS.tag_exists, GIT_ERRORS.branch_exists],
    functionDefinition: {
      name: 'create_release',
      description: 'Release the entries under the Unreleased heading of the changelog as a new version.',
      parameters,
      alternatives: { version_bump: ['version'] },
      isDestructive: true,
    },
    run(
      {
        version_bump: bump,
        prerelease,
        version: exact,
        dry_run: isDryRun = false,
        precondition,
        requestKey: idempotencyKey,
      },
      { changelog, tag, now },
    ) {
      for (const [name, value] of Object.entries({ version_bump: bump, prerelease }))
        if (exact !== undefined && value !== undefined)
          throw new AppError(HTTP_ERRORS.invalid_body, `${name}: expected no other version, got version`)
      const date = now().toISOString().slice(0, 10)
      const release = { bump: bump ?? 'PATCH', prerelease, version: exact, folds, date, tag }
      const describe = (outcome: ReleaseOutcome): Static<typeof ReleaseResult> => {
        const { version } = outcome
        if (outcome.kind !== 'released')
          return { success: false, version, message: 'Failed to create release', reason: outcome.reason }
        const warnings = outcome.warnings && { warnings: [...outcome.warnings] }
        return { success: true, version, message: 'Release created successfully', ...warnings }
      }
      return write(changelog, { precondition, idempotencyKey, release }, describe, isDryRun)
    },
  })
}
