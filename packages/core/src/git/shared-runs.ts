// Runs that requests share. A request never joins a run that has begun: what that run has read may be older than what
// the client did before it asked.

/** How many runs there may be. */
export interface RunBounds {
  readonly maxRunning: number
  /** Runs that have not begun; each may have any number of callers. */
  readonly maxWaiting: number
  /** What is thrown for a run beyond that. */
  readonly refuse: () => Error
}

interface WaitingRun<T> {
  readonly result: Promise<T>
  readonly begin: () => Promise<unknown>
}

/**
 * Makes a function that runs something for a key, or joins the run for that key which has not begun yet. Of each key
 * at most one run is running and one is waiting.
 */
export function shareRuns<K, T>({ maxRunning, maxWaiting, refuse }: RunBounds) {
  const running = new Set<K>()
  const waiting = new Map<K, WaitingRun<T>>()

  function beginNext(): void {
    for (const [key, { begin }] of waiting) {
      if (running.size >= maxRunning) return
      if (running.has(key)) continue
      waiting.delete(key)
      running.add(key)
      void begin().finally(() => {
        running.delete(key)
        beginNext()
      })
    }
  }

  return async (key: K, run: () => Promise<T>): Promise<T> => {
    const joined = waiting.get(key)
    if (joined) return joined.result
    const beginsNow = running.size < maxRunning && !running.has(key)
    if (!beginsNow && waiting.size >= maxWaiting) throw refuse()
    const added = makeWaiting(run)
    waiting.set(key, added)
    beginNext()
    return added.result
  }
}

function makeWaiting<T>(run: () => Promise<T>): WaitingRun<T> {
  let begin: WaitingRun<T>['begin'] = async () => {}
  const result = new Promise<T>((resolve, reject) => {
    begin = () => run().then(resolve, reject)
  })
  return { result, begin: () => begin() }
}
