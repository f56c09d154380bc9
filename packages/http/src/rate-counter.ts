// Counts in windows of fixed length, in bounded memory. A key that is blocked is never forgotten to make room.

/** What was counted under a key. */
export interface Count {
  /** In this window, this one included. */
  readonly current: number
  /** Milliseconds to the end of the window. */
  readonly ttl: number
}

/** Counts what happens under a key; `max` is how much may before the key is blocked. */
export type CountKey = (key: string, max: number) => Count

/** How a counter counts. */
export interface RateCounterOptions {
  readonly windowMs: number
  /** How many keys are told apart. */
  readonly maxKeys: number
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

interface Window {
  current: number
  readonly endsAt: number
}

/** Under what keys are counted together that there is no room for. */
const OTHERS = Symbol('others')

/**
 * Makes a counter. When there are too many keys, the one whose window began first is forgotten, if it is not blocked;
 * when all are blocked, new ones are counted as one.
 */
export function createRateCounter({
  windowMs,
  maxKeys,
  now = () => performance.now(),
}: RateCounterOptions): CountKey {
  type Key = string | typeof OTHERS
  const counting = new Map<Key, Window>()
  const blocked = new Map<Key, Window>()

  /** Forgets windows that are over, first come first. */
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
