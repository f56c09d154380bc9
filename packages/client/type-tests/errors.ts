// Errors that must compile, and errors that must not. `@ts-expect-error` is an error itself when the next line compiles.
import { ApiError, ChangelogError, InvalidResponseError, NetworkError, QuestionsError } from '@qb/client'

const assertNever = (value: never) => value

export function describe(error: unknown): string {
  if (error instanceof QuestionsError) {
    switch (error.code) {
      case 'invalid-parameters': {
        const status: 400 = error.status
        return `${status} ${error.issues.map(({ parameter, message }) => parameter + message)}`
      }
      case 'unknown-category':
      case 'unknown-question':
        // @ts-expect-error these have the status 404
        if (error.status === 400) return ''
        // @ts-expect-error only invalid parameters have issues
        return error.issues[0].message
      case 'too-many-requests':
        return `${error.retryAfterSeconds ?? 1}`
      case 'dataset-unavailable':
      case 'internal':
        return `${error.requestId}`
      case 'no-dataset':
        return error.title
      // @ts-expect-error no such code
      case 'unknown-error':
        return ''
      default:
        return assertNever(error)
    }
  }
  if (error instanceof ChangelogError) {
    // @ts-expect-error the changelog service has no codes
    error.code
    switch (error.status) {
      case 409:
      case 412:
        return error.detail
      // @ts-expect-error the status is not documented
      case 418:
        return ''
      default:
        // @ts-expect-error the other statuses are left
        return assertNever(error)
    }
  }
  if (error instanceof ApiError) {
    // @ts-expect-error an error that is not documented has no code
    error.code
    const status: number = error.status
    return `${status} ${error.detail}`
  }
  if (error instanceof InvalidResponseError) return `${error.status} ${error.message}`
  if (error instanceof NetworkError) return error.message
  return ''
}

export function describeCode(error: QuestionsError): string {
  switch (error.code) {
    case 'internal':
      return error.detail
    default:
      // @ts-expect-error a switch that misses codes is found
      return assertNever(error)
  }
}

// @ts-expect-error errors are created by the client
new QuestionsError()
