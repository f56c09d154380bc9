// Defines the timeouts of connections. When a timeout expires, the connection is closed.

/** Timeouts in milliseconds, each above 0. */
export interface Timeouts {
  /** From the start of the connection, or from the first byte of a later request, to the last header field. */
  readonly headersMs: number
  /** From the same start to the end of the body. At least `headersMs`. */
  readonly requestMs: number
  /** Idle time between two requests of a connection. Node adds one second. */
  readonly keepAliveMs: number
  /** Time without a byte in either direction, while a response is pending or the client does not read it. */
  readonly stalledMs: number
  /** Time between the final response of a connection and its close by the client. */
  readonly lingerMs: number
  /** Interval at which `headersMs` and `requestMs` are checked. */
  readonly checkMs: number
}

/** The default timeouts. `keepAliveMs` is longer than the 60 seconds for which a proxy usually keeps idle connections. */
export const TIMEOUTS: Timeouts = {
  headersMs: 15_000,
  requestMs: 60_000,
  keepAliveMs: 72_000,
  stalledMs: 120_000,
  lingerMs: 1_000,
  checkMs: 5_000,
}
