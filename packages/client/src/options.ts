// Defines the options of both clients.

/** A function like the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Options of both clients. */
export interface ClientOptions {
  /**
   * The URL of the service, with its path prefix if it has one, such as `https://example.org/trivia`. In browsers it can be
   * relative to the page. It has no user name and password, because `fetch` rejects such URLs.
   */
  readonly baseUrl: string | URL
  /** Sends a request. The default is the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Aborts all calls of the client. */
  readonly signal?: AbortSignal | undefined
  /** Limits of the retries. */
  readonly retries?: RetryOptions | undefined
  /**
   * Maximum time until a response is complete, for each attempt, in milliseconds. It includes the time to get a credential from
   * a function. The default is 30 000.
   */
  readonly timeoutMs?: number | undefined
}

/**
 * Limits of the retries. A request is repeated after a network error or a timeout, after the statuses 429, 502, 503 and 504,
 * and after 409 with `Retry-After`. Every request has the same effect when it is sent twice: writes have an idempotency key.
 */
export interface RetryOptions {
  /** Maximum number of attempts, including the first one. `1` disables retries. The default is 4. */
  readonly attempts?: number | undefined
  /**
   * Maximum time from the first attempt to the start of the last one, in milliseconds. The default is 60 000. A call fails at
   * once when `Retry-After` is longer than the rest of this time.
   */
  readonly totalMs?: number | undefined
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call. The promise is rejected with the reason of the signal, an `AbortError` by default. */
  readonly signal?: AbortSignal | undefined
}
