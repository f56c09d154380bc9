// The one error class of the project, and how a slice defines its errors. Three questions are kept apart: what happened
// (`outcome`, from which @qb/http derives a status), whose fault it is, and whether it is logged.

/** What happened, as far as the caller is concerned. */
export type Outcome =
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unavailable'
  | 'failed'

/** Who has to act: the caller, whoever runs the service, or its developers. */
export type Fault = 'caller' | 'operator' | 'developer'

/** One kind of error. */
export interface ErrorDefinition {
  /** `<slice>/<name>`, such as `questions/unknown_category`. */
  readonly code: string
  /** Says what kind of error it is; the same on every occasion. */
  readonly title: string
  readonly outcome: Outcome
  readonly fault: Fault
  /** Whether it is written to the log whatever its status is. */
  readonly isLogged: boolean
}

/** What a slice writes down of an error; the caller's fault and not logged unless it says otherwise. */
export type ErrorOptions = Pick<ErrorDefinition, 'title' | 'outcome'> &
  Partial<Pick<ErrorDefinition, 'fault' | 'isLogged'>>

/** The errors of a slice by name. The operator's and the developer's are logged unless an entry says otherwise. */
export function defineErrors<const Name extends string>(
  slice: string,
  errors: Readonly<Record<Name, ErrorOptions>>,
): Readonly<Record<Name, ErrorDefinition>> {
  const define = ([name, options]: [string, ErrorOptions]) => {
    const { fault = 'caller', isLogged = fault !== 'caller' } = options
    return [name, Object.freeze({ code: `${slice}/${name}`, ...options, fault, isLogged })] as const
  }
  const defined = Object.entries<ErrorOptions>(errors).map(define)
  return Object.freeze(Object.fromEntries(defined)) as Readonly<Record<Name, ErrorDefinition>>
}

/** One invalid member of an input; `message` says what was expected and what came. */
export interface Issue {
  readonly parameter: string
  readonly message: string
}

/** What an error may carry beside its message. */
export interface ErrorDetails {
  readonly issues?: readonly Issue[]
  /** After how many seconds it makes sense to try again. */
  readonly retryAfterSeconds?: number
  /** The current revision of what a precondition was evaluated on. */
  readonly revision?: string
  readonly cause?: unknown
}

/** The error that this project throws on purpose. Its message has the form "expected X, got Y". */
export class AppError extends Error {
  readonly definition: ErrorDefinition
  /** `<slice>/<name>`. */
  readonly code: string
  readonly details: ErrorDetails

  constructor(definition: ErrorDefinition, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.definition = definition
    this.code = definition.code
    this.details = details
  }

  /** The invalid members of the input; empty when the error is not about single members. */
  get issues(): readonly Issue[] {
    return this.details.issues ?? []
  }
}

/** Whether `error` is of this kind. */
export function isError(error: unknown, definition: ErrorDefinition): error is AppError {
  return error instanceof AppError && error.definition === definition
}
