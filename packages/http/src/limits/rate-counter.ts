// A counter of events per key in windows of fixed length. Memory is bounded. A blocked key is never evicted to make
// room.

/** The count of one key. */
export interface Count {
  /** Events in the current window, including this one. */
  readonly current: number
  /** Milliseconds until the window ends. */
  readonly ttl: number
}

/** Counts one event of a key. The key is blocked when its count exceeds `max`. */
export type CountKey = (key: string, max: number) => Count

/** Options of a counter. */
export interface RateCounterOptions {
  readonly windowMs: number
  /** Maximum number of keys that are counted separately. */
  readonly maxKeys: number
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

interface Window {
  current: number
  readonly endsAt: number
}

/** The shared key of all keys for which there is no room. */
const OTHERS = Symbol('others')

/**
 * Creates a counter. When there are too many keys, the counter evicts the unblocked key whose window began first.
 * When all keys are blocked, new keys share one count.
 */
export function createRateCounter({
  windowMs,
  maxKeys,
  now = () => performance.now(),
}: RateCounterOptions): CountKey {
  type Key = string | typeof OTHERS
  const counting = new Map<Key, Window>()
  const blocked = new Map<Key, Window>()

  /** Deletes ended windows in insertion order, up to the first window that has not ended. */
  function forgetEnded(windows: Map<Key, Window>, time: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > time) return
      windows.delete(key)
    }
  }

  function makeRoom(time: number): boolean {
    forgetEnded(counting, time)
    forgetEnded(blocked, time)
    if (counting.size + blocked.size < maxKeys) return true
    const [oldest] = counting.keys()
    return oldest !== undefined && counting.delete(oldest)
  }

  function countIn(key: Key, max: number): Count {
    const time = now()
    const known = blocked.get(key) ?? counting.get(key)
    if (known && known.endsAt > time) {
      known.current++
      if (known.current > max && counting.delete(key)) blocked.set(key, known)
      return { current: known.current, ttl: known.endsAt - time }
    }
    blocked.delete(key)
    counting.delete(key)
    if (key !== OTHERS && !makeRoom(time)) return countIn(OTHERS, max)
    const windows = key === OTHERS ? blocked : counting
    windows.set(key, { current: 1, endsAt: time + windowMs })
    return { current: 1, ttl: windowMs }
  }

  return countIn
}
