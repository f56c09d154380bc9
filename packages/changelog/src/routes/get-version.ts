// GET /api/changelog/{version}: one version as data, or its notes as they stand in the file.
import { type ChangelogContent, type ChangelogFile, Release } from '@qb/core/changelog'
import { answerIfFresh, type Guard, type Route, ref, route } from '@qb/http'
import { Type } from '@sinclair/typebox'
import Negotiator from 'negotiator'
import { answers, GUARDED, SECURITY } from '../answer.ts'
import type { RenderedHistory } from '../rendered-history.ts'
import { sendPieces } from '../send-pieces.ts'

/** What reading a version works on. */
export interface GetVersion {
  readonly guard: Guard
  readonly file: ChangelogFile
  readonly render: (content: ChangelogContent) => RenderedHistory
}

/** Gives one version. */
export function getVersion({ guard, file, render }: GetVersion): Route {
  return route({
    method: 'GET',
    url: '/api/changelog/:version',
    onRequest: guard,
    schema: {
      operationId: 'getVersion',
      tags: ['Changelog'],
      security: SECURITY,
      summary: 'One version, as data or as Markdown',
      description:
        'As JSON, or with `Accept: text/markdown` its notes exactly as they stand in the file, without the heading. Under `unreleased` the version is `unreleased` and the date null. Needs the scope `changes:read`.',
      params: Type.Object({
        version: Type.String({
          description: '`unreleased`, `latest` (the highest), or a version.',
          examples: ['latest'],
        }),
      }),
      querystring: Type.Object({}, { additionalProperties: false }),
      response: {
        ...answers(ref(Release), 'The version.', 'invalid_parameters', ...GUARDED, 'unknown_version'),
        200: {
          description: 'The version.',
          content: {
            'application/json': { schema: ref(Release) },
            'text/markdown': { schema: Type.String() },
          },
        },
      },
    },
    async handler(request, reply) {
      const content = await file.read()
      const version = render(content).version(request.params.version)
      const type = new Negotiator(request.raw).mediaType(['application/json', 'text/markdown'])
      reply.header('vary', 'accept')
      const known = { tag: content.hash, cacheControl: 'private, no-cache' }
      if (answerIfFresh(request, reply, known)) return reply
      if (type === 'text/markdown') return sendPieces(reply, type, version.markdown())
      return sendPieces(reply, 'application/json', version.json())
    },
  })
}
