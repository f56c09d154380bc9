// Coalesces concurrent calls with the same key into one run. A call joins only a run that has not started: a
// run in progress may have read the repository before the caller's last change.

/** The limits of {@link coalesceRuns}. */
export interface CoalesceOptions {
  /** Maximum number of runs in progress. */
  readonly maxRunning: number
  /** Maximum number of runs that wait to start. Any number of callers can join one of them. */
  readonly maxWaiting: number
  /** Creates the error for a call that exceeds these limits. */
  readonly createBusyError: () => Error
}

interface WaitingRun<T> {
  readonly result: Promise<T>
  readonly start: () => Promise<unknown>
}

/**
 * Creates a function that joins the waiting run of a key, or adds a new run. A key has at most one run in
 * progress and one that waits. The function rejects with the result of `createBusyError` when the run would
 * have to wait and `maxWaiting` runs wait already.
 */
export function coalesceRuns<K, T>({ maxRunning, maxWaiting, createBusyError }: CoalesceOptions) {
  const running = new Set<K>()
  const waiting = new Map<K, WaitingRun<T>>()

  function startWaiting(): void {
    for (const [key, { start }] of waiting) {
      if (running.size >= maxRunning) return
      if (running.has(key)) continue
      waiting.delete(key)
      running.add(key)
      void start().finally(() => {
        running.delete(key)
        startWaiting()
      })
    }
  }

  return async (key: K, run: () => Promise<T>): Promise<T> => {
    const joined = waiting.get(key)
    if (joined) return joined.result
    const canStart = running.size < maxRunning && !running.has(key)
    if (!canStart && waiting.size >= maxWaiting) throw createBusyError()
    const added = createWaitingRun(run)
    waiting.set(key, added)
    startWaiting()
    return added.result
  }
}

function createWaitingRun<T>(run: () => Promise<T>): WaitingRun<T> {
  let start: WaitingRun<T>['start'] = async () => {}
  const result = new Promise<T>((resolve, reject) => {
    start = () => run().then(resolve, reject)
  })
  return { result, start }
}
