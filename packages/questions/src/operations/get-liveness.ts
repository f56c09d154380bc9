// Responds to the liveness probe. A process that does not respond is restarted by its orchestrator.
import { Probe, passProbe } from '@qb/http'
import { defineOperation } from '../context.ts'

export const getLiveness = defineOperation({
  id: 'getLiveness',
  method: 'GET',
  path: '/livez',
  access: 'public',
  tag: 'Service',
  summary: 'Check that the process runs',
  description: 'Returns 200 while the process can respond.',
  input: {},
  result: { description: 'The process runs.', schema: Probe },
  errors: [],
  run: passProbe,
})
