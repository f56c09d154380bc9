// Coalesces concurrent reads, so that many callers cause few reads.

/**
 * Wraps `read`. At most one read runs, and at most one more is pending. A call during a read gets the result
 * of the pending read. No caller gets the result of a read that started before its call.
 */
export function coalesceReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let pending: Promise<T> | undefined
  const start = () => {
    const result = read().finally(() => {
      if (running === result) running = undefined
    })
    running = result
    return result
  }
  return () => {
    if (!running) return start()
    pending ??= running
      .catch(() => undefined)
      .then(() => {
        pending = undefined
        return start()
      })
    return pending
  }
}
