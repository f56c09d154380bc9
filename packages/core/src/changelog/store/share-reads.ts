// Reads that are shared between those who wait at the same time.

/**
 * Shares a read between all callers that come before it begins: one read runs, and at most one more waits for it. No
 * caller gets the result of a read that began before the call.
 */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    const reading = read().finally(() => {
      if (running === reading) running = undefined
    })
    running = reading
    return reading
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
