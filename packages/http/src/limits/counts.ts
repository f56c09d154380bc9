// Counts events per key in windows of one minute, for @fastify/rate-limit and for the events that it does not see. The
// plugin's own store forgets a blocked client after 5,000 others, and while Redis is down, its store for Redis lets every
// request pass or rejects every request.
import type { SharedCounter } from './redis.ts'

/** Length of the window of every rate limit, in milliseconds. */
export const WINDOW_MS = 60_000

/** Maximum number of callers and addresses that are counted separately. They take at most about 10 MB. */
const MAX_KEYS = 50_000

/** The count of a key. The names are those of the store interface of @fastify/rate-limit. */
export interface Count {
  /** Number of events in the current window, including this one. */
  readonly current: number
  /** Time until the window ends, in milliseconds. */
  readonly ttl: number
}

interface CountingWindow {
  current: number
  readonly max: number
  readonly endsAt: number
}

/** The key that counts the events of all keys that cannot be counted separately. */
const SHARED_KEY = ''

/** Options of {@link createCounts}. */
interface CountsOptions {
  /** Counts the events of all processes. Undefined when this process counts alone. */
  readonly shared?: SharedCounter | undefined
  readonly maxKeys?: number
  /** Returns the time of a monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** Counts of events. A key is blocked once its count exceeds `max`. */
export type Counts = ReturnType<typeof createCounts>

/**
 * Creates counts. When all keys are in use, the oldest key that is not blocked makes room. When all are blocked, new keys share
 * one count.
 */
export function createCounts(options: CountsOptions = {}) {
  const { shared, maxKeys = MAX_KEYS, now = () => performance.now() } = options
  /** In the order of their starts. */
  const windows = new Map<string, CountingWindow>()

  function countHere(key: string, max: number): CountingWindow {
    const window = windows.get(key)
    if (window && window.endsAt > now()) {
      window.current++
      return window
    }
    windows.delete(key)
    if (windows.size >= maxKeys && !makeRoom() && key !== SHARED_KEY) return countHere(SHARED_KEY, max)
    const first = { current: 1, max, endsAt: now() + WINDOW_MS }
    windows.set(key, first)
    return first
  }

  function makeRoom(): boolean {
    for (const [key, { current, max, endsAt }] of windows) {
      const isNeeded = current > max || key === SHARED_KEY
      if (!isNeeded || endsAt <= now()) return windows.delete(key)
    }
    return false
  }

  /** Counts one event. `own` is the count of this process, `all` of all processes. */
  function countBoth(key: string, max: number): { own: Count; all: Promise<Count> } {
    const window = countHere(key, max)
    const own = { current: window.current, ttl: window.endsAt - now() }
    const countAll = async () => {
      const all = await shared?.count(key)
      // While Redis is silent, this process goes on from the last count of all.
      if (all) window.current = Math.max(window.current, all.current)
      return all ?? own
    }
    return { own, all: countAll() }
  }

  return {
    /** Counts one event, and returns the count of this process. */
    count: (key: string, max: number): Count => countBoth(key, max).own,
    /** Counts one event, and returns the count of all processes, or of this process while Redis is silent. */
    countTogether: (key: string, max: number): Promise<Count> => countBoth(key, max).all,
    close: () => shared?.close(),
  }
}
