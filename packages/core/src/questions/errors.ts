// Defines the errors of the question bank.
import { defineErrors } from '../errors.ts'

export const QUESTIONS_ERRORS = defineErrors('questions', {
  unknown_category: {
    outcome: 'not_found',
    help: 'No dataset has this category. `GET /api/v1/categories` lists those that are served.',
  },
  unknown_question: {
    outcome: 'not_found',
    help: 'The category has no question with this id. It may have been removed.',
  },
  dataset_unavailable: {
    outcome: 'failed',
    // It is logged when the file is scanned, and not again for each request.
    help: 'The file of the dataset is invalid, and no earlier revision of it was loaded. The health of the service, at /api/v1/health, says what is wrong with it.',
  },
  no_dataset: {
    outcome: 'unavailable',
    help: 'No dataset is served yet. Put a CSV file into the folder of the questions. Health has the state of each file.',
  },
  /** A cell of options is not a list. The reader converts this error to a diagnostic. */
  invalid_option_list: { outcome: 'invalid' },
})
