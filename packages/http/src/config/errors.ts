// Defines the error for invalid config. It ends the process at start and never becomes a response.
import { defineErrors } from '@qb/core/errors'

export const CONFIG_ERRORS = defineErrors('config', {
  invalid: { title: 'Invalid config', outcome: 'failed', fault: 'operator' },
})
