// Returns the health of the service. The operation is public, and the response contains no secret.
import { uncached } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

/** The health of the service. */
export const Health = Type.Object(
  {
    status: Type.Literal('healthy'),
    version: Type.String({ description: 'The version of this service.' }),
  },
  {
    $id: 'Health',
    additionalProperties: false,
    description: 'The health of the service.',
    examples: [{ status: 'healthy', version: '1.0.0' }],
  },
)

export const getHealth = defineOperation({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  access: 'public',
  tag: 'Service',
  summary: 'Get the health of the service',
  description: 'Returns 200 while the process can respond. Requires no key.',
  input: {},
  result: { description: 'The service is healthy.', schema: Health },
  errors: [],
  run: (_input, { version }) => uncached<Static<typeof Health>>({ status: 'healthy', version }),
})
