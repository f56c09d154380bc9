// How many tasks may run at once; the others wait in the order in which they came.

/** Makes a function that runs a task as soon as fewer than `max` are running. */
export function createLimit(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running < max) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      // A task that waits takes the place over, so that no other comes in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
