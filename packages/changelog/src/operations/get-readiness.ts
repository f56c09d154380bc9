// Responds to the readiness probe. A load balancer sends no requests to a process that is not ready.
import { Probe, passProbe } from '@qb/http'
import { defineOperation } from '../context.ts'

export const getReadiness = defineOperation({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  access: 'public',
  tag: 'Service',
  summary: 'Check that the service is ready',
  description: 'Returns 200 when the service accepts requests.',
  input: {},
  isLimited: false,
  result: { description: 'The service is ready.', schema: Probe },
  errors: [],
  run: passProbe,
})
