// A mutex whose holder can end without releasing it.

/** Grants one holder at a time. */
export interface Mutex<Holder> {
  /** Resolves when the holder has the mutex. Requests are granted in order. */
  acquire(holder: Holder): Promise<void>
  /** Takes the mutex and every pending request from a holder. It may have none. */
  release(holder: Holder): void
}

/** Creates a mutex. */
export function createMutex<Holder>(): Mutex<Holder> {
  let queue: { readonly holder: Holder; readonly grant: () => void }[] = []
  return {
    acquire(holder) {
      return new Promise((grant) => {
        queue.push({ holder, grant })
        if (queue.length === 1) grant()
      })
    },
    release(holder) {
      const [current] = queue
      queue = queue.filter((request) => request.holder !== holder)
      if (queue[0] !== current) queue[0]?.grant()
    },
  }
}
