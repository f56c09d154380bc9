// How long a connection may take for what it does. Each of these ends in a freed connection, not only in a response.

/** Milliseconds, each above 0. */
export interface Timeouts {
  /** From the connection, or from the first byte of a further request, to the end of its header fields. */
  readonly headersMs: number
  /** The same to the end of its body; at least `headersMs`. */
  readonly requestMs: number
  /** Between two requests of a connection. Node adds a second. */
  readonly keepAliveMs: number
  /** Without a byte in either direction while a response is awaited or is not read. */
  readonly stalledMs: number
  /** Between a last response and the client's end of the connection. */
  readonly lingerMs: number
  /** How often `headersMs` and `requestMs` are looked at. */
  readonly checkMs: number
}

/** What holds where nothing else is asked for. A proxy keeps its connections for 60 seconds as a rule. */
export const TIMEOUTS: Timeouts = {
  headersMs: 15_000,
  requestMs: 60_000,
  keepAliveMs: 72_000,
  stalledMs: 120_000,
  lingerMs: 1_000,
  checkMs: 5_000,
}
