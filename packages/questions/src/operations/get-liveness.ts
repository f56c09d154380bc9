// Responds to the liveness probe. A process that does not respond is restarted by its orchestrator.
import { LIVENESS } from '@qb/http'
import { defineOperation } from '../context.ts'

export const getLiveness = defineOperation(LIVENESS)
