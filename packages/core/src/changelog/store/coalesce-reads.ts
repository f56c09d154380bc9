// Coalesces reads, so that many callers cause few reads.
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Wraps `read`. It is called at the end of a turn of the event loop, for all calls up to then, and when the read before has
 * ended. No caller gets the result of a read that started before its call.
 */
export function coalesceReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined
  let pending: Promise<T> | undefined
  const start = async () => {
    await nextTurn()
    await running
    pending = undefined
    const result = read()
    running = result.catch(() => undefined)
    return result
  }
  return () => {
    pending ??= start()
    return pending
  }
}
