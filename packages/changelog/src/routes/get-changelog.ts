// GET /api/changelog: the history as data.
import { type ChangelogContent, ChangelogEntry, type ChangelogFile, Release } from '@qb/core/changelog'
import { answerIfFresh, type Guard, type Route, ref, route } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { answers, GUARDED, SECURITY } from '../answer.ts'
import type { RenderedHistory } from '../rendered-history.ts'
import { sendPieces } from '../send-pieces.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

/** A changelog as data. */
export const ChangelogHistory = Type.Object(
  {
    version: Type.String({ description: 'The highest released version, `0.0.0` where there is none.' }),
    unreleased: Type.Array(ref(ChangelogEntry)),
    releases: Type.Array(ref(Release), { description: 'In the order of the file.' }),
    total: Type.Integer({ minimum: 0, description: 'How many releases there are.' }),
  },
  {
    $id: 'ChangelogHistory',
    additionalProperties: false,
    description: 'A changelog as data.',
    examples: [
      {
        version: '1.2.0',
        unreleased: [{ type: 'Added', description: 'A seed for every draw.' }],
        releases: [{ version: '1.2.0', date: '2026-11-21', yanked: false, changes: [] }],
        total: 1,
      },
    ],
  },
)

/** What reading the history works on. */
export interface GetChangelog {
  readonly guard: Guard
  readonly file: ChangelogFile
  readonly render: (content: ChangelogContent) => RenderedHistory
}

/** Gives the history. */
export function getChangelog({ guard, file, render }: GetChangelog): Route {
  return route({
    method: 'GET',
    url: '/api/changelog',
    onRequest: guard,
    schema: {
      operationId: 'getChangelog',
      tags: ['Changelog'],
      security: SECURITY,
      summary: 'The history of releases',
      description:
        'The current version, what is unreleased, and the releases in the order of the file, cut by `limit` and `offset`. `ETag` is the hash of the file’s content; with `If-None-Match` an unchanged file is a 304. Needs the scope `changes:read`.',
      querystring: Type.Object(
        {
          limit: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MAX_LIMIT,
              default: DEFAULT_LIMIT,
              description: 'How many releases to give at most.',
            }),
          ),
          offset: Type.Optional(
            Type.Integer({ minimum: 0, default: 0, description: 'How many releases to skip.' }),
          ),
        },
        { additionalProperties: false },
      ),
      response: answers(ref(ChangelogHistory), 'The history.', 'invalid_parameters', ...GUARDED),
    },
    async handler(request, reply) {
      const content = await file.read()
      const known = { tag: content.hash, cacheControl: 'private, no-cache' }
      if (answerIfFresh(request, reply, known)) return reply
      const { limit = DEFAULT_LIMIT, offset = 0 } = request.query
      return sendPieces(reply, 'application/json', render(content).history(limit, offset))
    },
  })
}
