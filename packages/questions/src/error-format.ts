// Defines the format of error responses of this service: problem details. The examples are part of the
// OpenAPI document.
import { AppError } from '@qb/core/errors'
import { QUESTIONS_ERRORS } from '@qb/core/questions'
import { type ErrorFormat, HTTP_ERRORS, PROBLEM_FORMAT } from '@qb/http'

const LIMIT_ISSUE = { parameter: 'limit', message: 'expected an integer from 1 to 50, got "51"' }

/** A test checks that every error of every operation has an example. */
const EXAMPLES: readonly AppError[] = [
  new AppError(HTTP_ERRORS.invalid_parameters, `limit: ${LIMIT_ISSUE.message}`, { issues: [LIMIT_ISSUE] }),
  new AppError(
    QUESTIONS_ERRORS.unknown_category,
    'category: expected one of: astronomy, general_knowledge, literature, mathematics; got "astrology"',
  ),
  new AppError(QUESTIONS_ERRORS.unknown_question, 'expected an id of the category astronomy, got "AST-9999"'),
  new AppError(QUESTIONS_ERRORS.dataset_unavailable, 'stars.csv:2: expected 3 cells as in the header, got 2'),
  new AppError(QUESTIONS_ERRORS.no_dataset, 'expected at least one dataset, got none'),
  new AppError(
    HTTP_ERRORS.too_many_requests,
    'expected at most 60 requests a minute; try again in 12 seconds',
  ),
  new AppError(HTTP_ERRORS.internal, 'unexpected error'),
]

export const ERROR_FORMAT: ErrorFormat = { ...PROBLEM_FORMAT, examples: EXAMPLES }
