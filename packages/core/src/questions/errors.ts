// Defines the errors of the question bank.
import { defineErrors } from '../errors.ts'

export const QUESTIONS_ERRORS = defineErrors('questions', {
  unknown_category: { title: 'Unknown category', outcome: 'not_found' },
  unknown_question: { title: 'Unknown question', outcome: 'not_found' },
  /** The file of the dataset is invalid, and no earlier revision of it was loaded. */
  dataset_unavailable: {
    title: 'Dataset unavailable',
    outcome: 'failed',
    fault: 'operator',
    // It is logged when the file is scanned, and not again for each request.
    isLogged: false,
  },
  /** No dataset is served yet. */
  no_dataset: { title: 'No dataset', outcome: 'unavailable', fault: 'operator', isLogged: false },
  /** A cell of options is not a list. The reader converts this error to a diagnostic. */
  invalid_option_list: { title: 'Invalid option list', outcome: 'invalid' },
})
