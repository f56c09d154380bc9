import { describe, expect, it } from 'vitest'
import { COOLDOWN_MS, createKeyCache, MAX_AGE_MS, MAX_STALE_MS } from './key-cache.ts'

/** A cache whose clock and fetches the test controls. */
function makeCache() {
  let time = 1000
  let ids: string[] | undefined = ['a']
  let fetches = 0
  let release: (() => void) | undefined
  let isHeld = false
  const events: string[] = []
  const cache = createKeyCache({
    async fetch() {
      fetches += 1
      if (isHeld) {
        await new Promise<void>((resolve) => {
          release = resolve
        })
      }
      if (!ids) throw new Error('down')
      return { ids: new Set(ids) }
    },
    now: () => time,
    onFetched: () => events.push('fetched'),
    onError: ({ message }) => events.push(message),
  })
  return {
    cache,
    events,
    find: async (id: string) => (await cache.find(id)).kind,
    fetches: () => fetches,
    publish: (...published: string[]) => {
      ids = published
    },
    takeDown: () => {
      ids = undefined
    },
    advance: (ms: number) => {
      time += ms
    },
    hold: () => {
      isHeld = true
    },
    release: () => {
      isHeld = false
      release?.()
    },
  }
}

describe('createKeyCache', () => {
  it('fetches once for many requests, before and after the first token', async () => {
    const { cache, find, fetches } = makeCache()
    cache.warmUp()
    cache.warmUp()
    expect(await Promise.all(Array.from({ length: 100 }, () => find('a')))).toEqual(Array(100).fill('found'))
    expect(fetches()).toBe(1)
  })

  it('fetches at most once a minute when ids are unknown, and then finds a new key', async () => {
    const { find, fetches, publish, advance } = makeCache()
    expect(await find('a')).toBe('found')
    publish('a', 'b')
    advance(COOLDOWN_MS - 1)
    for (let attempt = 0; attempt < 100; attempt++) expect(await find(`${attempt}`)).toBe('unknown')
    expect(await find('b')).toBe('unknown')
    expect(fetches()).toBe(1)
    advance(1)
    expect(await find('b')).toBe('found')
    expect(fetches()).toBe(2)
    for (let minute = 0; minute < 9; minute++) {
      advance(COOLDOWN_MS)
      await Promise.all(Array.from({ length: 100 }, (_, id) => find(`${minute} ${id}`)))
    }
    expect(fetches()).toBe(11)
  })

  it('lets only the tokens wait whose id started the fetch', async () => {
    const { find, publish, advance, hold, release, fetches } = makeCache()
    await find('a')
    advance(COOLDOWN_MS)
    publish('a', 'b')
    hold()
    const [first, second] = [find('b'), find('b')]
    expect(await find('c')).toBe('unknown')
    expect(await find('a')).toBe('found')
    release()
    expect(await Promise.all([first, second])).toEqual(['found', 'found'])
    expect(fetches()).toBe(2)
  })

  it('fetches again when the keys are old, and forgets withdrawn keys', async () => {
    const { find, fetches, publish, advance } = makeCache()
    await find('a')
    publish('b')
    advance(MAX_AGE_MS - 1)
    expect(await find('a')).toBe('found')
    expect(fetches()).toBe(1)
    advance(1)
    expect(await find('a')).toBe('unknown')
    expect(await find('b')).toBe('found')
    expect(fetches()).toBe(2)
  })

  it('is unavailable until the first fetch succeeds, with the time of the next one', async () => {
    const { cache, find, takeDown, publish, advance, fetches, events } = makeCache()
    takeDown()
    cache.warmUp()
    expect(await cache.find('a')).toEqual({ kind: 'unavailable', retryAfterSeconds: 60 })
    advance(COOLDOWN_MS - 1500)
    expect(await cache.find('a')).toEqual({ kind: 'unavailable', retryAfterSeconds: 2 })
    expect(fetches()).toBe(1)
    publish('a')
    advance(1500)
    expect(await find('a')).toBe('found')
    expect(events).toEqual(['down', 'fetched'])
  })

  it('uses old keys for a day while fetches fail', async () => {
    const { cache, find, takeDown, publish, advance, fetches } = makeCache()
    await find('a')
    takeDown()
    advance(MAX_STALE_MS - 1)
    expect(await find('a')).toBe('found')
    expect(await find('a')).toBe('found')
    expect(fetches()).toBe(2)
    // Whether the issuer has this key cannot be known.
    expect(await cache.find('b')).toEqual({ kind: 'unavailable', retryAfterSeconds: 60 })
    advance(1)
    expect(await find('a')).toBe('unavailable')
    publish('a')
    advance(COOLDOWN_MS)
    expect(await find('a')).toBe('found')
  })
})
