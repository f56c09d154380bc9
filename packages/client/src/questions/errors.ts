// Defines the documented errors of the questions service, by the last part of their problem `type`.
import { ApiError, type ResponseFacts } from '../errors.ts'
import { type ProblemDetails, statusOfCode } from '../generated/questions.ts'

/** The last part of a problem `type`: `unknown-category` of `/errors#unknown-category`. */
export type QuestionsErrorCode = keyof typeof statusOfCode

/** An invalid parameter. */
export type Issue = NonNullable<ProblemDetails['errors']>[number]

interface QuestionsErrorOf<Code extends QuestionsErrorCode> extends ApiError {
  /** Identifies the kind of error. */
  readonly code: Code
  readonly status: (typeof statusOfCode)[Code]
  /** Describes the kind of error. The same for every error with this `code`. */
  readonly title: string
  /** The invalid parameters, only with the code `invalid-parameters`. */
  readonly issues: Code extends 'invalid-parameters' ? readonly Issue[] : readonly []
}

/** A documented error of the questions service. `code` tells the kinds of errors apart. */
export type QuestionsError = { [Code in QuestionsErrorCode]: QuestionsErrorOf<Code> }[QuestionsErrorCode]

// A stack trace shows the name of the class.
const Documented = class QuestionsError extends ApiError {
  override name = 'QuestionsError'
  readonly code: QuestionsErrorCode
  readonly title: string
  readonly issues: readonly Issue[]

  constructor(
    { detail, title, errors = [] }: ProblemDetails,
    code: QuestionsErrorCode,
    facts: ResponseFacts,
  ) {
    super(detail, facts)
    this.code = code
    this.title = title
    this.issues = errors
  }
}

/** The class of the documented errors, for `instanceof`. */
export const QuestionsError = Documented as unknown as (abstract new (
  ...args: never
) => QuestionsError) & { readonly prototype: QuestionsError }

/** Converts problem details to an error. Returns undefined for other JSON. */
export function readProblem(body: object, facts: ResponseFacts): ApiError | undefined {
  const problem = body as Partial<ProblemDetails>
  if (typeof problem.type !== 'string' || typeof problem.detail !== 'string') return undefined
  const code = problem.type.replace(/^.*\/errors#/, '') as QuestionsErrorCode
  const isDocumented = Object.hasOwn(statusOfCode, code) && statusOfCode[code] === facts.status
  return isDocumented
    ? new Documented(problem as ProblemDetails, code, facts)
    : new ApiError(problem.detail, facts)
}
