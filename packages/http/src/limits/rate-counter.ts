// Counts events per key in windows of fixed length. The number of keys is limited, and a key that exceeds its
// limit is never evicted.

/** The count of a key. The names are those of the store interface of @fastify/rate-limit. */
export interface Count {
  /** Number of events in the current window, including this one. */
  readonly current: number
  /** Time until the window ends, in milliseconds. */
  readonly ttl: number
}

/** A counter of events per key. */
export interface RateCounter {
  /** Counts one event of a key. The key is blocked once its count exceeds `max`. */
  count(key: string, max: number): Count
  /** Raises the count of a key in its current window to `current`. A higher count stays. */
  raise(key: string, current: number, max: number): void
}

/** Options of a counter. */
export interface RateCounterOptions {
  /** Length of a window, in milliseconds. */
  readonly windowMs: number
  /** Maximum number of keys that are counted separately. */
  readonly maxKeys: number
  /** Returns the time of a monotonic clock, in milliseconds. Default: `performance.now`. */
  readonly now?: () => number
}

interface CountingWindow {
  current: number
  readonly endsAt: number
}

/** The key that counts the events of all keys that cannot be counted separately. */
const SHARED_KEY = Symbol('shared')

/**
 * Creates a counter. When it has `maxKeys` keys, it evicts the unblocked key whose window began first. When
 * all keys are blocked, new keys share one count.
 */
export function createRateCounter({
  windowMs,
  maxKeys,
  now = () => performance.now(),
}: RateCounterOptions): RateCounter {
  type Key = string | typeof SHARED_KEY
  const unblocked = new Map<Key, CountingWindow>()
  const blocked = new Map<Key, CountingWindow>()

  /** Deletes expired windows in insertion order, up to the first one that has not expired. */
  function deleteExpired(windows: Map<Key, CountingWindow>, time: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > time) return
      windows.delete(key)
    }
  }

  /** Ensures capacity for one more key. Returns false when all keys are blocked. */
  function ensureCapacity(time: number): boolean {
    deleteExpired(unblocked, time)
    deleteExpired(blocked, time)
    if (unblocked.size + blocked.size < maxKeys) return true
    const [oldest] = unblocked.keys()
    return oldest !== undefined && unblocked.delete(oldest)
  }

  function count(key: Key, max: number): Count {
    const time = now()
    const window = blocked.get(key) ?? unblocked.get(key)
    if (window && window.endsAt > time) {
      window.current++
      if (window.current > max && unblocked.delete(key)) blocked.set(key, window)
      return { current: window.current, ttl: window.endsAt - time }
    }
    blocked.delete(key)
    unblocked.delete(key)
    if (key !== SHARED_KEY && !ensureCapacity(time)) return count(SHARED_KEY, max)
    // The shared key must never be evicted, so it counts as blocked from its first event.
    const windows = key === SHARED_KEY ? blocked : unblocked
    windows.set(key, { current: 1, endsAt: time + windowMs })
    return { current: 1, ttl: windowMs }
  }

  function raise(key: string, current: number, max: number): void {
    // A blocked key needs no higher count.
    const window = unblocked.get(key)
    if (!window || window.current >= current) return
    window.current = current
    if (current > max && unblocked.delete(key)) blocked.set(key, window)
  }

  return { count, raise }
}
