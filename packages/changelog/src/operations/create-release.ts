// Releases the unreleased entries as a new version.
import {
  type ReleaseOptions,
  type ReleaseOutcome,
  type RemoteOutcome,
  VERSION_BUMPS,
} from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'
import { GIT_ERRORS } from '@qb/core/git'
import { closedObject, HTTP_ERRORS, optional, stringEnum } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { type ChangelogContext, defineOperation } from '../context.ts'
import type { OperationSettings } from '../settings.ts'
import { WRITE_ERRORS, withDryRun, write, writeResult } from './write-result.ts'

const parameters = closedObject({
  version_bump: stringEnum(VERSION_BUMPS, {
    description:
      'The part of the version to increment: MAJOR for breaking changes, MINOR for features, PATCH for fixes. A body with neither this nor `version` is a PATCH.',
  }),
})

/** What determines the version. */
export const versionChoice = {
  ...parameters.properties,
  prerelease: Type.String({
    pattern: '^[A-Za-z][0-9A-Za-z-]{0,29}$',
    description:
      'The identifier of a pre-release, such as `rc`: the version is `1.3.0-rc.1`, then `1.3.0-rc.2`. A release without it is `1.3.0`.',
  }),
  version: Type.String({
    maxLength: 100,
    description:
      'The exact version, such as `2.0.0`, in place of the one that `version_bump` leads to. It must be SemVer or have the form of the current one, and be higher.',
  }),
}

const VersionChoice = closedObject(versionChoice)

export const ReleaseResult = closedObject(
  {
    success: Type.Boolean({ description: 'Whether a version was released.' }),
    version: Type.String({
      description: 'The new version or, when nothing was released, the current version.',
    }),
    message: Type.String({ description: '`Release created successfully` or `Failed to create release`.' }),
    ...optional({
      reason: Type.String({ description: 'Why nothing was released. Absent when a version was released.' }),
      warnings: Type.Array(Type.String(), {
        description:
          'What the release could not continue, such as a link of the new version. Absent when there is nothing.',
      }),
      tag: Type.String({
        description: 'The name of the tag. Only in the release modes `commit` and `push`.',
      }),
      branch: Type.String({
        description: 'The branch of the release. Only with `CHANGELOG_PUSH_BRANCH`; then there is no tag.',
      }),
      packages: Type.Array(
        closedObject({
          package: Type.String(),
          version: Type.String(),
          tag: Type.Optional(Type.String()),
          warnings: Type.Optional(Type.Array(Type.String())),
        }),
        {
          description:
            'The released packages. Only when several are released together; then `version` lists them with their versions.',
        },
      ),
    }),
    ...writeResult,
  },
  {
    $id: 'ReleaseResult',
    description: 'The result of a release.',
    examples: [{ success: true, version: '1.3.0', message: 'Release created successfully' }],
  },
)

export function defineCreateRelease({ folds }: OperationSettings) {
  return defineOperation({
    id: 'createRelease',
    method: 'POST',
    path: '/api/changelog/release',
    access: 'release:create',
    tag: 'Changelog',
    summary: 'Release the unreleased entries',
    description: `Inserts a version heading below Unreleased, with the current date in UTC, so that the entries belong to the new version.

- The new version is the highest released version with one part incremented, PATCH by default; with \`prerelease\`, a pre-release of it; or exactly \`version\`.
- Compare links are updated in the style of the file. A link that cannot be continued is left out and named in \`warnings\`.
- When there is nothing to release, \`success\` is false, \`reason\` contains the reason, and the file is unchanged.
- With \`If-Match\`, the release is created only if the file has that revision.
- With \`Idempotency-Key\`, a repeated request creates one release.
- With \`dry_run\`, nothing is written, and \`version\`, \`diff\` and \`git\` are what the release would be.
- In the release modes \`commit\` and \`push\`, a release is also a commit of the changelog and an annotated tag. In the mode \`push\`, both are pushed.`,
    input: {
      body: withDryRun(VersionChoice, {
        examples: [{ version_bump: 'MINOR', dry_run: true }],
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
    run({ dry_run: isDryRun = false, precondition, requestKey: idempotencyKey, ...choice }, context) {
      const release = toReleaseOptions(choice, context, folds)
      return write(context.changelog, { precondition, idempotencyKey, release }, describeRelease, isDryRun)
    },
  })
}

/** Reads what determines the version. @throws AppError `http/invalid_body` for an exact version beside something else */
export function toReleaseOptions(
  { version_bump: bump, prerelease, version }: Partial<Static<typeof VersionChoice>>,
  { package: one, now }: Pick<ChangelogContext, 'package' | 'now'>,
  folds: boolean,
): ReleaseOptions {
  for (const [name, value] of Object.entries({ version_bump: bump, prerelease }))
    if (version !== undefined && value !== undefined)
      throw new AppError(HTTP_ERRORS.invalid_body, `${name}: cannot be combined with version`)
  const date = now().toISOString()
  return { bump: bump ?? 'PATCH', prerelease, version, folds, date, tag: one.tag }
}

type Described = Static<typeof ReleaseResult>

const MESSAGES = { released: 'Release created successfully', nothing_to_release: 'Failed to create release' }

/** Describes the release of one changelog. */
export function describeRelease(outcome: ReleaseOutcome): Described {
  const { kind, version } = outcome
  if (kind !== 'released') return { success: false, version, message: MESSAGES[kind], reason: outcome.reason }
  const warnings = outcome.warnings && { warnings: [...outcome.warnings] }
  return { success: true, version, message: MESSAGES[kind], ...warnings }
}

/** Describes the releases of several packages. Nothing was released unless each had something to release. */
export function describeReleases(names: readonly string[], outcomes: readonly RemoteOutcome[]): Described {
  const all = outcomes.map(({ outcome, tag }, index) => {
    const { success: _, message: __, ...described } = describeRelease(outcome)
    return { package: names[index] ?? '', ...described, ...(tag !== undefined && { tag }) }
  })
  const reasons = all.flatMap(({ package: name, reason }) => (reason ? `${name}: ${reason}` : []))
  const list = (versions: readonly string[]) =>
    all.map((one, index) => `${one.package} ${versions[index]}`).join(', ')
  const version = list(all.map((one) => one.version))
  if (reasons.length > 0) {
    const current = list(outcomes.map((one) => one.before))
    const reason = reasons.join('; ')
    return { success: false, version: current, message: MESSAGES.nothing_to_release, reason }
  }
  return { success: true, version, message: MESSAGES.released, packages: all }
}
