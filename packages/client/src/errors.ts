// Defines the errors that both clients have in common. A call that was aborted is rejected with the reason of its signal, and
// not with one of these errors.

/** What is known about a response that is an error. */
export interface ResponseFacts {
  readonly status: number
  /** The value of `X-Request-Id`, which the log of the service contains. Undefined when the response has none. */
  readonly requestId: string | undefined
  /** The time until another attempt makes sense, in seconds, from `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
}

class ResponseError extends Error implements ResponseFacts {
  declare readonly status: number
  declare readonly requestId: string | undefined
  declare readonly retryAfterSeconds: number | undefined

  constructor(message: string, facts: ResponseFacts) {
    super(message)
    Object.assign(this, facts)
  }
}

/**
 * An error response of a service. `message` is the description that the service gives. Errors that the API documents are
 * instances of the subclasses `QuestionsError` and `ChangelogError`.
 */
export class ApiError extends ResponseError {
  override name = 'ApiError'
  /** Names the expected and the actual value. The same text as `message`. */
  readonly detail = this.message
}

/** There is no complete response: the service cannot be reached, the connection was lost, or the timeout has passed. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** A response that the service does not send, such as the HTML of a proxy or JSON that is cut off. */
export class InvalidResponseError extends ResponseError {
  override name = 'InvalidResponseError'
}
