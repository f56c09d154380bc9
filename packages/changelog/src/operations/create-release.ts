// Releases what is under Unreleased as a new version.
import { CHANGELOG_ERRORS, cutRelease, VERSION_BUMPS } from '@qb/core/changelog'
import { stringEnum, uncached } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

const parameters = Type.Object(
  {
    version_bump: stringEnum(VERSION_BUMPS, {
      description:
        'Which part of the version is raised: MAJOR for breaking changes, MINOR for features, PATCH for fixes.',
    }),
  },
  { additionalProperties: false },
)

/** The result of a release. */
export const ReleaseResult = Type.Object(
  {
    success: Type.Boolean(),
    version: Type.String({ description: 'The new version; the current one when nothing was released.' }),
    message: Type.String({ description: '`Release created successfully` or `Failed to create release`.' }),
    reason: Type.Optional(Type.String({ description: 'Why nothing was released.' })),
  },
  {
    $id: 'ReleaseResult',
    additionalProperties: false,
    description: 'Whether a version was released.',
    examples: [{ success: true, version: '1.3.0', message: 'Release created successfully' }],
  },
)

export const createRelease = defineOperation({
  id: 'createRelease',
  method: 'POST',
  path: '/api/changelog/release',
  access: 'release:create',
  tag: 'Changelog',
  summary: 'Release what is unreleased',
  description:
    'Moves what is under Unreleased to a new version with today’s date in UTC, below a new empty Unreleased. Compare links follow the style of the file. The version is the highest released one with one part raised, PATCH by default. When nothing is under Unreleased, `success` is false, `reason` says so, and the file stays as it is. With `If-Match`, only the revision that it names is released.',
  input: {
    query: Type.Object({}, { additionalProperties: false }),
    body: Type.Partial(parameters, { examples: [{ version_bump: 'MINOR' }] }),
  },
  isConditional: true,
  result: {
    description: 'The version is released, or there is nothing to release.',
    schema: ReleaseResult,
  },
  errors: [
    CHANGELOG_ERRORS.ambiguous,
    CHANGELOG_ERRORS.edit_refused,
    CHANGELOG_ERRORS.unreadable,
    CHANGELOG_ERRORS.unwritable,
    CHANGELOG_ERRORS.locked,
    CHANGELOG_ERRORS.precondition_failed,
  ],
  tool: {
    name: 'create_release',
    description: 'Release everything that stands under Unreleased in the changelog as a new version.',
    parameters,
  },
  async run({ version_bump: bump = 'PATCH', precondition }, { changelog, now }) {
    const date = now().toISOString().slice(0, 10)
    const { result, revision } = await changelog.transact({
      precondition,
      change(document) {
        const outcome = cutRelease(document, { bump, date })
        return { document: outcome.kind === 'released' ? outcome.document : document, result: outcome }
      },
    })
    const { version } = result
    return uncached<Static<typeof ReleaseResult>>(
      result.kind === 'released'
        ? { success: true, version, message: 'Release created successfully' }
        : { success: false, version, message: 'Failed to create release', reason: result.reason },
      revision,
    )
  },
})
