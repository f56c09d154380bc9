import { beforeEach, describe, expect, it } from 'vitest'
import { createRateCounter } from './rate-counter.ts'

const WINDOW_MS = 1000
let time = 0
const makeCounter = (maxKeys: number) => createRateCounter({ windowMs: WINDOW_MS, maxKeys, now: () => time })
beforeEach(() => {
  time = 5
})

describe('createRateCounter', () => {
  it('counts each key in its own window', () => {
    const { count } = makeCounter(10)
    expect(count('a', 2)).toEqual({ current: 1, ttl: 1000 })
    time += 400
    expect(count('b', 2)).toEqual({ current: 1, ttl: 1000 })
    expect(count('a', 2)).toEqual({ current: 2, ttl: 600 })
    time += 599
    expect(count('a', 2)).toEqual({ current: 3, ttl: 1 })
    time += 1
    expect(count('a', 2)).toEqual({ current: 1, ttl: 1000 })
    expect(count('b', 2)).toEqual({ current: 2, ttl: 400 })
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

  it('continues from a count that was raised, in the same window', () => {
    const { count, raise } = makeCounter(10)
    count('a', 5)
    time += 400
    raise('a', 4, 5)
    expect(count('a', 5)).toEqual({ current: 5, ttl: 600 })
    raise('a', 2, 5)
    expect(count('a', 5)).toEqual({ current: 6, ttl: 600 })
    raise('unknown', 4, 5)
    expect(count('unknown', 5).current).toBe(1)
    time += 600
    expect(count('a', 5)).toEqual({ current: 1, ttl: 1000 })
  })

  it('never evicts a key whose count was raised above the maximum', () => {
    const { count, raise } = makeCounter(2)
    count('a', 5)
    raise('a', 6, 5)
    for (const key of ['b', 'c', 'd']) count(key, 5)
    expect(count('a', 5).current).toBe(7)
    raise('a', 10, 5)
    expect(count('a', 5).current).toBe(8)
  })

  it('counts without a given clock', () => {
    const { count } = createRateCounter({ windowMs: 3_600_000, maxKeys: 1 })
    expect(count('a', 1)).toEqual({ current: 1, ttl: 3_600_000 })
    expect(count('a', 1).current).toBe(2)
  })
})
