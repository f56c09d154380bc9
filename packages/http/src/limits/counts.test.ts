import { beforeEach, describe, expect, it } from 'vitest'
import { createCounts, WINDOW_MS } from './counts.ts'
import type { SharedCounter } from './redis.ts'

let time = 0
const makeCounter = (maxKeys: number) => {
  const { count } = createCounts({ maxKeys, now: () => time })
  return (key: string) => count(key).own
}
beforeEach(() => {
  time = 5
})

describe('counts', () => {
  it('have a window for each key', () => {
    const count = makeCounter(10)
    expect(count('a')).toEqual({ current: 1, ttl: 60_000 })
    time += 40_000
    expect(count('b')).toEqual({ current: 1, ttl: 60_000 })
    expect(count('a')).toEqual({ current: 2, ttl: 20_000 })
    time += 19_999
    expect(count('a')).toEqual({ current: 3, ttl: 1 })
    time += 1
    expect(count('a')).toEqual({ current: 1, ttl: 60_000 })
    expect(count('b')).toEqual({ current: 2, ttl: 40_000 })
  })

  it('evicts the key whose window began first when it has the maximum number of keys', () => {
    const count = makeCounter(3)
    for (const key of ['a', 'b', 'c', 'a', 'd']) count(key)
    expect(count('c').current).toBe(2)
    expect(count('a').current).toBe(1)
  })

  it('are those of this process by the clock of the system', () => {
    const { count } = createCounts()
    expect(count('a').own.current).toBe(1)
    expect(count('a').own).toEqual({ current: 2, ttl: expect.closeTo(WINDOW_MS, -3) })
  })
})

describe('counts with Redis', () => {
  let redis: number | undefined
  const shared: SharedCounter = {
    count: async () => (redis === undefined ? undefined : { current: ++redis, ttl: 7 }),
    close: () => undefined,
  }

  it('are those of all processes', async () => {
    redis = 10
    const { count } = createCounts({ shared })
    expect(await count('a').all).toEqual({ current: 11, ttl: 7 })
    expect(count('a').own.current).toBe(12)
    expect(await count('a').all).toEqual({ current: 13, ttl: 7 })
  })

  it('go on from the last count, in the same window, while Redis is silent', async () => {
    redis = 3
    const { count } = createCounts({ shared, now: () => time })
    await count('a').all
    redis = undefined
    time += 40_000
    expect(await count('a').all).toEqual({ current: 5, ttl: 20_000 })
    redis = 1
    await count('a').all
    redis = undefined
    expect(await count('a').all).toEqual({ current: 7, ttl: 20_000 })
    expect(await count('other').all).toEqual({ current: 1, ttl: 60_000 })
    time += 20_000
    expect(await count('a').all).toEqual({ current: 1, ttl: 60_000 })
  })
})
