// Defines `AppError`, the error class of the services, and the tables in which each slice declares its errors.

export { suggestSimilar } from './similar.ts'

/** The kind of error. `@qb/http` maps it to a status, unless HTTP has a more specific status. */
export type Outcome =
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'unprocessable'
  | 'too_large'
  | 'unavailable'
  | 'failed'

/** The definition of an error: one entry of the error table of a slice. */
export interface ErrorDefinition {
  /** `<slice>/<name>`, such as `questions/unknown_category`. */
  readonly code: string
  /** A short name of the error. It is the same for every occurrence. */
  readonly title: string
  readonly outcome: Outcome
  /** Whether every occurrence is logged, because someone other than the caller must act. */
  readonly isLogged: boolean
  /** What the error means, and what a client can do. Code is in backticks. Errors that no client receives lack it. */
  readonly help?: string
}

/** One entry as a slice writes it. `title` defaults to the words of the name, `isLogged` to false. */
export type ErrorOptions = Pick<ErrorDefinition, 'outcome'> & Partial<Omit<ErrorDefinition, 'code'>>

/** Defines the errors of a slice, whose name is the first part of each code. They are frozen. */
export function defineErrors<const Name extends string>(
  slice: string,
  errors: Readonly<Record<Name, ErrorOptions>>,
): Readonly<Record<Name, ErrorDefinition>> {
  const define = ([name, options]: [string, ErrorOptions]) => {
    const title = name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
    return [name, Object.freeze({ code: `${slice}/${name}`, title, isLogged: false, ...options })] as const
  }
  const defined = Object.entries<ErrorOptions>(errors).map(define)
  return Object.freeze(Object.fromEntries(defined)) as Readonly<Record<Name, ErrorDefinition>>
}

/** One invalid member of an input. */
export interface Issue {
  /** The name of the member, such as `limit` or `changes[0].type`. */
  readonly parameter: string
  /** What was expected and what was received: "expected X, got Y". */
  readonly message: string
}

/** Optional data of an error. */
export interface ErrorDetails {
  /** The invalid members of the input. */
  readonly issues?: readonly Issue[]
  /** Seconds to wait before a retry (`Retry-After`). */
  readonly retryAfterSeconds?: number
  /** The current revision of the resource, when a precondition on its revision failed. */
  readonly revision?: string
  /** The error that caused this error. */
  readonly cause?: unknown
}

/**
 * An anticipated error. In a service, an error of any other class results in a response with status 500. Where
 * possible, the message has the form "expected X, got Y".
 */
export class AppError extends Error {
  readonly definition: ErrorDefinition
  /** The code of the definition: `<slice>/<name>`. */
  readonly code: string
  readonly details: ErrorDetails

  constructor(definition: ErrorDefinition, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.definition = definition
    this.code = definition.code
    this.details = details
  }

  /** The invalid members of the input. Empty when the error does not concern single members. */
  get issues(): readonly Issue[] {
    return this.details.issues ?? []
  }
}

/** Checks whether a thrown value is an `AppError` with this definition. */
export function isError(error: unknown, definition: ErrorDefinition): error is AppError {
  return error instanceof AppError && error.definition === definition
}
