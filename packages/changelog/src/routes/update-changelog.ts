// POST /api/changelog/update: entries under Unreleased, all or none.
import { addEntries, type ChangelogFile } from '@qb/core/changelog'
import { type Guard, type Route, ref, route } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { conditionalAnswers, GUARDED, IF_MATCH, SECURITY } from '../answer.ts'
import { editIfMatch, readIfMatch } from '../conditional-edit.ts'
import { REASON, UpdateChangelogParameters } from '../operations.ts'

/** What an update answers. */
export const UpdateResult = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String({
      description: '`Changelog updated successfully` or `Failed to update changelog`.',
    }),
    reason: REASON,
  },
  {
    $id: 'UpdateResult',
    additionalProperties: false,
    description: 'Whether the entries were added.',
    examples: [{ success: true, message: 'Changelog updated successfully' }],
  },
)

/** What an update works on. */
export interface UpdateChangelog {
  readonly guard: Guard
  readonly file: ChangelogFile
}

/** Adds entries to the changelog. */
export function updateChangelog({ guard, file }: UpdateChangelog): Route {
  return route({
    method: 'POST',
    url: '/api/changelog/update',
    onRequest: guard,
    schema: {
      operationId: 'updateChangelog',
      tags: ['Changelog'],
      security: SECURITY,
      summary: 'Add entries under Unreleased',
      description:
        'Each element is one entry under the heading of its type, in order. Every byte outside the new lines stays as it was. All or nothing: when one description could be read as more than an entry, 400 says which and why, and the file is as before. Without `changes`, or with an empty list or body, nothing is written. What is answered with success is on the disk. With `If-Match`, entries are added only to the revision that it names. Needs the scope `changelog:write`.',
      headers: IF_MATCH,
      body: Type.Partial(UpdateChangelogParameters, {
        examples: [{ changes: [{ type: 'Added', description: 'A seed for every draw.' }] }],
      }),
      response: conditionalAnswers(
        ref(UpdateResult),
        'The entries are in the changelog.',
        'invalid_body',
        ...GUARDED,
        'changelog_locked',
        'content_too_large',
        'unsupported_media_type',
      ),
    },
    async handler(request, reply) {
      const { changes = [] } = request.body
      if (changes.length === 0) await readIfMatch(file, request, reply)
      else {
        await editIfMatch(file, request, reply, (text) => ({
          text: addEntries(text, changes),
          result: undefined,
        }))
      }
      return reply.send({ success: true, message: 'Changelog updated successfully' })
    },
  })
}
