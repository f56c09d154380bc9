// Responds to the readiness probe. A load balancer sends no requests to a process that is not ready.
import { AppError } from '@qb/core/errors'
import { QUESTIONS_ERRORS } from '@qb/core/questions'
import { Probe, passProbe } from '@qb/http'
import { defineOperation } from '../context.ts'

export const getReadiness = defineOperation({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  access: 'public',
  tag: 'Service',
  summary: 'Check that the service is ready',
  description: 'Returns 200 when at least one dataset is served, otherwise 503.',
  input: {},
  isLimited: false,
  result: { description: 'The service is ready.', schema: Probe },
  errors: [QUESTIONS_ERRORS.no_dataset],
  run(_input, { bank }) {
    if (bank.statuses().some(({ dataset }) => dataset !== undefined)) return passProbe()
    throw new AppError(QUESTIONS_ERRORS.no_dataset, 'expected at least one dataset, got none')
  },
})
