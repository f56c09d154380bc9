// Limits how many tasks run at once. Waiting tasks start in the order in which they were added.

/** Creates a function that runs a task as soon as fewer than `max` tasks are running. */
export function createLimit(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running < max) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      // `running` stays the same when a task is waiting, so that a task that is added now cannot start before
      // it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
