// Combines two signals. `AbortSignal.any` would do the same, but is missing in browsers from before 2024.

/** A signal that is aborted when one of the given ones is. Call `unlink` when it is no longer needed. */
export interface LinkedSignal {
  readonly signal: AbortSignal | undefined
  readonly unlink: () => void
}

/** Combines two signals. */
export function linkSignals(first: AbortSignal | undefined, second: AbortSignal | undefined): LinkedSignal {
  if (!first || !second) return { signal: first ?? second, unlink: () => undefined }
  const controller = new AbortController()
  const links = [first, second].map((signal) => {
    const abort = () => controller.abort(signal.reason)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    return () => signal.removeEventListener('abort', abort)
  })
  return { signal: controller.signal, unlink: () => links.forEach((unlink) => void unlink()) }
}
