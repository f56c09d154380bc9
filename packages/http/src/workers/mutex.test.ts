import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMutex, type Mutex } from './mutex.ts'

let mutex: Mutex<string>
let granted: string[]
beforeEach(() => {
  mutex = createMutex()
  granted = []
})

async function acquire(...holders: readonly string[]): Promise<void> {
  for (const holder of holders) void mutex.acquire(holder).then(() => granted.push(holder))
  await setImmediate()
}

async function release(holder: string): Promise<void> {
  mutex.release(holder)
  await setImmediate()
}

describe('a mutex', () => {
  it('is granted to one holder at a time, in order', async () => {
    await acquire('a', 'b', 'c')
    expect(granted).toEqual(['a'])
    await release('a')
    expect(granted).toEqual(['a', 'b'])
    await release('b')
    expect(granted).toEqual(['a', 'b', 'c'])
  })

  it('can be acquired again after it was released', async () => {
    await acquire('a')
    await release('a')
    await acquire('a')
    expect(granted).toEqual(['a', 'a'])
  })

  it('is not granted to a holder that has ended while it waited', async () => {
    await acquire('a', 'b', 'c')
    await release('b')
    expect(granted).toEqual(['a'])
    await release('a')
    expect(granted).toEqual(['a', 'c'])
  })

  it('stays with its holder when another one ends', async () => {
    await acquire('a')
    await release('b')
    await acquire('c')
    expect(granted).toEqual(['a'])
  })
})
