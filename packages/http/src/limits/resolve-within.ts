// Limits how long a caller waits for a response that is read from a socket. It does not cancel anything.

/**
 * Returns the result of a promise, or undefined when it takes longer than `ms` milliseconds. When this process was busy for that
 * time, it first reads what it has received meanwhile: the event loop reads from sockets between timers and immediates.
 * @param promise must not be rejected
 */
export function resolveWithin<T>(
  ms: number,
  promise: Promise<T>,
  onTimeout: () => void,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    let immediate: NodeJS.Immediate | undefined
    const giveUp = () => {
      onTimeout()
      resolve(undefined)
    }
    const timer = setTimeout(() => {
      immediate = setImmediate(giveUp)
    }, ms)
    void promise.then((value) => {
      clearTimeout(timer)
      clearImmediate(immediate)
      resolve(value)
    })
  })
}
