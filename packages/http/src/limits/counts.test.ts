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
    expect(count('a', 2)).toEqual({ current: 1, ttl: 60_000 })
    time += 40_000
    expect(count('b', 2)).toEqual({ current: 1, ttl: 60_000 })
    expect(count('a', 2)).toEqual({ current: 2, ttl: 20_000 })
    time += 19_999
    expect(count('a', 2)).toEqual({ current: 3, ttl: 1 })
    time += 1
    expect(count('a', 2)).toEqual({ current: 1, ttl: 60_000 })
    expect(count('b', 2)).toEqual({ current: 2, ttl: 40_000 })
  })

  it('never evicts a blocked key', () => {
    const { count } = makeCounter(3)
    for (let call = 0; call < 3; call++) count('blocked', 2)
    for (let other = 0; other < 100; other++) count(`other ${other}`, 2)
    expect(count('blocked', 2).current).toBe(4)
  })

  it('evicts the key whose window began first when it has the maximum number of keys', () => {
    const { count } = makeCounter(3)
    for (const key of ['a', 'b', 'c', 'a', 'd']) count(key, 5)
    expect(count('c', 5).current).toBe(2)
    expect(count('a', 5).current).toBe(1)
  })

  it('counts new keys together while all keys are blocked', () => {
    const { count } = makeCounter(2)
    for (const key of ['a', 'a', 'b', 'b']) count(key, 1)
    expect([count('c', 1).current, count('d', 1).current, count('c', 1).current]).toEqual([1, 2, 3])
    expect(count('a', 1).current).toBe(3)
    time += WINDOW_MS
    expect([count('c', 1).current, count('d', 1).current]).toEqual([1, 1])
  })

  it('blocks a key only when its count exceeds the maximum', () => {
    const { count } = makeCounter(2)
    for (const key of ['a', 'a', 'b', 'c']) count(key, 2)
    expect(count('a', 2).current).toBe(1)
  })

  it('are those of this process by the clock of the system', () => {
    const { count } = createCounts()
    expect(count('a', 1).current).toBe(1)
    expect(count('a', 1)).toEqual({ current: 2, ttl: expect.closeTo(WINDOW_MS, -3) })
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
    expect(await countTogether('a', 5)).toEqual({ current: 11, ttl: 7 })
    expect(count('a', 20).current).toBe(12)
    expect(await countTogether('a', 5)).toEqual({ current: 13, ttl: 7 })
  })

  it('go on from the last count, in the same window, while Redis is silent', async () => {
    redis = 3
    const { countTogether } = createCounts({ shared, now: () => time })
    await countTogether('a', 5)
    redis = undefined
    time += 40_000
    expect(await countTogether('a', 5)).toEqual({ current: 5, ttl: 20_000 })
    redis = 1
    await countTogether('a', 5)
    redis = undefined
    expect(await countTogether('a', 5)).toEqual({ current: 7, ttl: 20_000 })
    expect(await countTogether('other', 5)).toEqual({ current: 1, ttl: 60_000 })
    time += 20_000
    expect(await countTogether('a', 5)).toEqual({ current: 1, ttl: 60_000 })
  })

  it('keep a key whose requests other processes have counted', async () => {
    redis = 5
    const { count, countTogether } = createCounts({ shared, maxKeys: 2, now: () => time })
    await countTogether('a', 5)
    redis = undefined
    for (const key of ['b', 'c', 'd']) count(key, 5)
    expect(count('a', 5).current).toBe(7)
  })
})
