import { beforeEach, describe, expect, it } from 'vitest'
import { createCounts, WINDOW_MS } from './counts.ts'
import type { SharedCounter } from './redis.ts'

let time = 0
const makeCounter = (maxKeys: number) => createCounts({ maxKeys, now: () => time })
beforeEach(() => {
  time = 5
})

describe('counts', () => {
  it('have a window for each key', () => {
    const { count } = makeCounter(10)
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
    const { count } = makeCounter(3)
    for (const key of ['a', 'b', 'c', 'a', 'd']) count(key)
    expect(count('c').current).toBe(2)
    expect(count('a').current).toBe(1)
  })

  it('are those of this process by the clock of the system', () => {
    const { count } = createCounts()
    expect(count('a').current).toBe(1)
    expect(count('a')).toEqual({ current: 2, ttl: expect.closeTo(WINDOW_MS, -3) })
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
    const { count, countTogether } = createCounts({ shared })
    expect(await countTogether('a')).toEqual({ current: 11, ttl: 7 })
    expect(count('a').current).toBe(12)
    expect(await countTogether('a')).toEqual({ current: 13, ttl: 7 })
  })

  it('go on from the last count, in the same window, while Redis is silent', async () => {
    redis = 3
    const { countTogether } = createCounts({ shared, now: () => time })
    await countTogether('a')
    redis = undefined
    time += 40_000
    expect(await countTogether('a')).toEqual({ current: 5, ttl: 20_000 })
    redis = 1
    await countTogether('a')
    redis = undefined
    expect(await countTogether('a')).toEqual({ current: 7, ttl: 20_000 })
    expect(await countTogether('other')).toEqual({ current: 1, ttl: 60_000 })
    time += 20_000
    expect(await countTogether('a')).toEqual({ current: 1, ttl: 60_000 })
  })
})
