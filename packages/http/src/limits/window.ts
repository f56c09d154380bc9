// Defines the window in which requests are counted.

/** Length of the window of every rate limit, in milliseconds. */
export const WINDOW_MS = 60_000

/** Maximum number of callers and addresses that are counted separately. They take at most about 10 MB. */
export const MAX_KEYS = 50_000
