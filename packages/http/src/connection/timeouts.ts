// Timeouts of connections. Each timeout frees the connection; it does not only send a response.

/** Timeouts in milliseconds, each above 0. */
export interface Timeouts {
  /** Time from the connection, or from the first byte of a further request, to the end of the header fields. */
  readonly headersMs: number
  /** Time from the same start to the end of the body. At least `headersMs`. */
  readonly requestMs: number
  /** Time between two requests of a connection. Node adds a second. */
  readonly keepAliveMs: number
  /** Time without a byte in either direction, while a response is pending or is not read. */
  readonly stalledMs: number
  /** Time between the last response and the client's close of the connection. */
  readonly lingerMs: number
  /** Interval at which `headersMs` and `requestMs` are checked. */
  readonly checkMs: number
}

/** The default timeouts. A proxy usually keeps its connections for 60 seconds. */
export const TIMEOUTS: Timeouts = {
  headersMs: 15_000,
  requestMs: 60_000,
  keepAliveMs: 72_000,
  stalledMs: 120_000,
  lingerMs: 1_000,
  checkMs: 5_000,
}
