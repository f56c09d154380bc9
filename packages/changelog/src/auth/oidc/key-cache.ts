// Caches the keys of an issuer. Whatever tokens arrive, the keys are fetched at most once a minute, and no request waits longer
// than one fetch takes.

/** The keys of an issuer, by their ids. */
export interface KeySet {
  readonly ids: ReadonlySet<string>
}

/** What is known about a key. */
export type KeyLookup<Keys> =
  | { readonly kind: 'found'; readonly keys: Keys }
  /** The issuer has no such key. */
  | { readonly kind: 'unknown' }
  /** The keys of the issuer cannot be fetched. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }

/** Finds keys by id. */
export interface KeyCache<Keys> {
  /** Starts to fetch the keys, so that they are there before the first token. */
  warmUp(): void
  /** Finds the key set with a key. Never throws. */
  find(id: string): Promise<KeyLookup<Keys>>
}

/** Options of {@link createKeyCache}. */
export interface KeyCacheOptions<Keys> {
  readonly fetch: () => Promise<Keys>
  /** Returns the time of a monotonic clock, in milliseconds. */
  readonly now: () => number
  readonly onFetched: () => void
  readonly onError: (error: Error) => void
}

/** Minimum time between two fetches, in milliseconds. */
export const COOLDOWN_MS = 60_000
/** How long keys are used without another fetch, in milliseconds. A key that the issuer withdraws is accepted that long. */
export const MAX_AGE_MS = 10 * 60_000
/** How long keys are used when every fetch ends with an error, in milliseconds. */
export const MAX_STALE_MS = 24 * 60 * 60_000

/** Creates a cache. It is empty until a fetch succeeds. */
export function createKeyCache<Keys extends KeySet>(options: KeyCacheOptions<Keys>): KeyCache<Keys> {
  const { fetch, now, onFetched, onError } = options
  let cached: { readonly keys: Keys; readonly fetchedAt: number } | undefined
  let running: { readonly id: string | undefined; readonly end: Promise<void> } | undefined
  let lastFetch = { startedAt: Number.NEGATIVE_INFINITY, hasFailed: false }

  async function fetchOnce(startedAt: number): Promise<void> {
    try {
      const keys = await fetch()
      // The age counts from the start, because the response may be as old as that.
      cached = { keys, fetchedAt: startedAt }
      lastFetch = { startedAt, hasFailed: false }
      onFetched()
    } catch (error) {
      lastFetch = { startedAt, hasFailed: true }
      onError(error as Error)
    }
  }

  /** Starts a fetch, unless one was started in the last minute. */
  function start(id: string | undefined): void {
    const time = now()
    if (running || time - lastFetch.startedAt < COOLDOWN_MS) return
    lastFetch = { ...lastFetch, startedAt: time }
    const end = fetchOnce(time).finally(() => {
      running = undefined
    })
    running = { id, end }
  }

  /** The keys, unless they are too old to be used. */
  const usable = () => (cached && now() - cached.fetchedAt < MAX_STALE_MS ? cached : undefined)

  return {
    warmUp: () => start(undefined),
    async find(id) {
      const before = usable()
      const isKnown = before?.keys.ids.has(id) ?? false
      if (before && isKnown && now() - before.fetchedAt < MAX_AGE_MS)
        return { kind: 'found', keys: before.keys }
      start(id)
      // Tokens with made-up ids do not wait for a fetch that another id has started.
      if (running && (!before || isKnown || running.id === id)) await running.end
      const after = usable()
      if (after?.keys.ids.has(id)) return { kind: 'found', keys: after.keys }
      if (after && !lastFetch.hasFailed) return { kind: 'unknown' }
      const waitMs = lastFetch.startedAt + COOLDOWN_MS - now()
      return { kind: 'unavailable', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
    },
  }
}
