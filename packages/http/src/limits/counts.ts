// Counts events per key in windows of one minute, for @fastify/rate-limit and for the events that it does not see. The
// plugin's own store forgets a blocked client after 5,000 others, and while Redis is down, its store for Redis lets every
// request pass or rejects every request.
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
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

/** Counts events. A key is blocked once its count exceeds `max`. */
export interface Counts {
  /** Counts one event, and returns the count of this process. */
  count(key: string, max: number): Count
  /** Counts one event, and returns the count of all processes, or of this process while Redis is silent. */
  countTogether(key: string, max: number): Promise<Count>
  close(): void
}

/** Options of {@link createCounts}. */
export interface CountsOptions {
  /** Counts the events of all processes. Undefined when this process counts alone. */
  readonly shared?: SharedCounter | undefined
  /** Default: 50,000. */
  readonly maxKeys?: number
  /** Returns the time of a monotonic clock, in milliseconds. Default: `performance.now`. */
  readonly now?: () => number
}

interface CountingWindow {
  current: number
  readonly max: number
  readonly endsAt: number
}

/** The key that counts the events of all keys that cannot be counted separately. */
const SHARED_KEY = ''

/**
 * Creates counts. When all keys are in use, the oldest key that is not blocked makes room. When all are blocked, new keys share
 * one count.
 */
export function createCounts({
  shared,
  maxKeys = MAX_KEYS,
  now = () => performance.now(),
}: CountsOptions = {}): Counts {
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

  /** Counts an event in all processes. While Redis is silent, this process goes on from the last count of all. */
  async function countInRedis(key: string, window: CountingWindow): Promise<Count | undefined> {
    const count = await shared?.count(key)
    if (count) window.current = Math.max(window.current, count.current)
    return count
  }

  const toCount = ({ current, endsAt }: CountingWindow): Count => ({ current, ttl: endsAt - now() })
  return {
    count(key, max) {
      const window = countHere(key, max)
      void countInRedis(key, window)
      return toCount(window)
    },
    async countTogether(key, max) {
      const window = countHere(key, max)
      const own = toCount(window)
      return (await countInRedis(key, window)) ?? own
    },
    close: () => shared?.close(),
  }
}

/** Creates the class with which @fastify/rate-limit creates its store. */
export function toStoreClass(counts: Counts) {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, done: (error: null, count: Count) => void, _windowMs: number, max: number): void {
      void counts.countTogether(key, max).then((count) => done(null, count))
    }
    child(): Store {
      return this
    }
  }
}
