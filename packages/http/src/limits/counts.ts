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

/** Options of {@link createCounts}. */
interface CountsOptions {
  /** Counts the events of all processes. Undefined when this process counts alone. */
  readonly shared?: SharedCounter | undefined
  readonly maxKeys?: number
  /** Returns the time of a monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** Counts of events. */
export type Counts = ReturnType<typeof createCounts>

/** Creates counts. When all keys are in use, the key whose window began first makes room. */
export function createCounts(options: CountsOptions = {}) {
  const { shared, maxKeys = MAX_KEYS, now = () => performance.now() } = options
  /** In the order of their starts. */
  const windows = new Map<string, { current: number; readonly endsAt: number }>()

  function countHere(key: string) {
    const window = windows.get(key)
    if (window && window.endsAt > now()) {
      window.current++
      return window
    }
    windows.delete(key)
    if (windows.size >= maxKeys) windows.delete(windows.keys().next().value ?? '')
    const first = { current: 1, endsAt: now() + WINDOW_MS }
    windows.set(key, first)
    return first
  }

  return {
    /** Counts one event. `own` is the count of this process, `all` of all processes, or of this one while Redis is silent. */
    count(key: string): { readonly own: Count; readonly all: Promise<Count> } {
      const window = countHere(key)
      const own = { current: window.current, ttl: window.endsAt - now() }
      const countAll = async () => {
        const all = await shared?.count(key)
        // While Redis is silent, this process goes on from the last count of all.
        if (all) window.current = Math.max(window.current, all.current)
        return all ?? own
      }
      return { own, all: countAll() }
    },
    close: () => shared?.close(),
  }
}
