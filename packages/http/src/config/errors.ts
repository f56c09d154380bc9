// The error for invalid config. It stops the process at start and never reaches a client.
import { defineErrors } from '@qb/core/errors'

export const CONFIG_ERRORS = defineErrors('config', {
  invalid: { title: 'Invalid config', outcome: 'failed', fault: 'operator' },
})
