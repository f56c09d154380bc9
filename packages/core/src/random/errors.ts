// Defines the errors of seeded sampling. `invalid_sample` is a defect of the calling code, not of a request.
import { defineErrors } from '../errors.ts'

export const RANDOM_ERRORS = defineErrors('random', {
  invalid_seed: { title: 'Invalid seed', outcome: 'invalid' },
  invalid_sample: { title: 'Invalid sample', outcome: 'failed', fault: 'developer' },
})
