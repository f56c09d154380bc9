import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { coalesceReads } from './coalesce-reads.ts'

/** A read whose results are given by hand. */
function makeRead() {
  const finish: ((value: number) => void)[] = []
  const fail: ((error: Error) => void)[] = []
  const read = () =>
    new Promise<number>((resolve, reject) => {
      finish.push(resolve)
      fail.push(reject)
    })
  return { finish, fail, read: coalesceReads(read) }
}

it('runs one read for the calls of one turn, and one more for all calls meanwhile', async () => {
  const { finish, read } = makeRead()
  const first = [read(), read()]
  expect(finish).toHaveLength(0)
  await expect.poll(() => finish.length).toBe(1)
  const [second, third] = [read(), read()]
  await nextTurn()
  await nextTurn()
  expect(finish).toHaveLength(1)
  finish[0]?.(1)
  expect(await Promise.all(first)).toEqual([1, 1])
  await expect.poll(() => finish.length).toBe(2)
  const fourth = read()
  finish[1]?.(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  await expect.poll(() => finish.length).toBe(3)
  finish[2]?.(3)
  expect(await fourth).toBe(3)
})

it('reads again after a read has ended, also after an error', async () => {
  const { finish, fail, read } = makeRead()
  const first = read()
  await expect.poll(() => fail.length).toBe(1)
  const second = read()
  fail[0]?.(new Error('unreadable'))
  await expect(first).rejects.toThrow('unreadable')
  await expect.poll(() => finish.length).toBe(2)
  finish[1]?.(2)
  expect(await second).toBe(2)
  const third = read()
  await expect.poll(() => finish.length).toBe(3)
  finish[2]?.(3)
  expect(await third).toBe(3)
})

it('reads again after an error that is thrown', async () => {
  let calls = 0
  const read = coalesceReads(async () => {
    calls += 1
    if (calls === 1) throw new Error('unreadable')
    return calls
  })
  await expect(read()).rejects.toThrow('unreadable')
  expect(await read()).toBe(2)
})
