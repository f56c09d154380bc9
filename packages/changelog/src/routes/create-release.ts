// POST /api/changelog/release: what is Unreleased becomes a version.
import { type ChangelogFile, cutRelease } from '@qb/core/changelog'
import { type Guard, type Route, ref, route } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { conditionalAnswers, GUARDED, IF_MATCH, SECURITY } from '../answer.ts'
import { editIfMatch } from '../conditional-edit.ts'
import { CreateReleaseParameters, REASON } from '../operations.ts'

/** What a release answers. */
export const ReleaseResult = Type.Object(
  {
    success: Type.Boolean(),
    version: Type.String({ description: 'The new version; the current one where nothing was released.' }),
    message: Type.String({ description: '`Release created successfully` or `Failed to create release`.' }),
    reason: REASON,
  },
  {
    $id: 'ReleaseResult',
    additionalProperties: false,
    description: 'Whether a version was released.',
    examples: [{ success: true, version: '1.3.0', message: 'Release created successfully' }],
  },
)

/** What a release works on. */
export interface CreateRelease {
  readonly guard: Guard
  readonly file: ChangelogFile
  readonly now: () => Date
}

/** Cuts a release. */
export function createRelease({ guard, file, now }: CreateRelease): Route {
  return route({
    method: 'POST',
    url: '/api/changelog/release',
    onRequest: guard,
    schema: {
      operationId: 'createRelease',
      tags: ['Changelog'],
      security: SECURITY,
      summary: 'Release what is unreleased',
      description:
        'What stands under Unreleased comes to stand under a new version with today’s date in UTC, below a fresh empty Unreleased; compare links follow the style that the file has. The version is the highest released one with one part raised, PATCH when `version_bump` is left out. With nothing under Unreleased, `success` is false, `reason` says so, and the file is as before. With `If-Match`, only the revision that it names is released. Needs the scope `release:create`.',
      headers: IF_MATCH,
      body: Type.Partial(CreateReleaseParameters, { examples: [{ version_bump: 'MINOR' }] }),
      response: conditionalAnswers(
        ref(ReleaseResult),
        'The release is made, or there is nothing to release.',
        'invalid_body',
        ...GUARDED,
        'changelog_locked',
        'content_too_large',
        'unsupported_media_type',
      ),
    },
    async handler(request, reply) {
      const bump = request.body.version_bump ?? 'PATCH'
      const date = now().toISOString().slice(0, 10)
      const outcome = await editIfMatch(file, request, reply, (text) => {
        const result = cutRelease(text, { bump, date })
        return { text: result.released ? result.text : text, result }
      })
      const { version } = outcome
      if (outcome.released)
        return reply.send({ success: true, version, message: 'Release created successfully' })
      return reply.send({
        success: false,
        version,
        message: 'Failed to create release',
        reason: outcome.reason,
      })
    },
  })
}
