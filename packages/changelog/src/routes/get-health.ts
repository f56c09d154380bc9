// GET /health: the process answers. It needs no key and tells no secret.
import { type Route, ref, route } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { answers } from '../answer.ts'

/** That the service is alive. */
export const Health = Type.Object(
  {
    status: Type.Literal('healthy'),
    version: Type.String({ description: 'The version of this service.' }),
  },
  {
    $id: 'Health',
    additionalProperties: false,
    description: 'That the service is alive.',
    examples: [{ status: 'healthy', version: '1.0.0' }],
  },
)

/** Reports that the service is alive. */
export function getHealth({ version }: { readonly version: string }): Route {
  return route({
    method: 'GET',
    url: '/health',
    schema: {
      operationId: 'getHealth',
      tags: ['Service'],
      summary: 'Whether the service is alive',
      description: 'Always 200 while the process answers. Needs no key and tells no secret.',
      querystring: Type.Object({}, { additionalProperties: false }),
      response: answers(ref(Health), 'The service is alive.', 'invalid_parameters'),
    },
    handler(_request, reply) {
      reply.header('cache-control', 'no-store').send({ status: 'healthy', version })
    },
  })
}
