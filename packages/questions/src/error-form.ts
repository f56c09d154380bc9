// Error responses of this service are problem details. The docs show an example of each error of its operations.
import { AppError } from '@qb/core/errors'
import { QUESTIONS_ERRORS } from '@qb/core/questions'
import { type ErrorForm, HTTP_ERRORS, ProblemDetails, renderProblem } from '@qb/http'

const LIMIT = { parameter: 'limit', message: 'expected an integer from 1 to 50, got "51"' }

/** The form of error responses. A test checks that each error of each operation has an example. */
export const ERROR_FORM: ErrorForm = {
  contentType: 'application/problem+json',
  schema: ProblemDetails,
  render: renderProblem,
  examples: [
    new AppError(HTTP_ERRORS.invalid_parameters, `limit: ${LIMIT.message}`, { issues: [LIMIT] }),
    new AppError(
      QUESTIONS_ERRORS.unknown_category,
      'expected one of: astronomy, literature; got "astrology"',
    ),
    new AppError(QUESTIONS_ERRORS.unknown_question, 'expected ids of the category astronomy, got "AST-9999"'),
    new AppError(
      QUESTIONS_ERRORS.dataset_unavailable,
      'stars.csv:2:8: expected 3 cells as in the header, got 2',
    ),
    new AppError(
      HTTP_ERRORS.too_many_requests,
      'expected at most 60 requests a minute; try again in 12 seconds',
    ),
    new AppError(HTTP_ERRORS.internal, 'an unexpected error'),
  ],
}
