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

it('runs one read at a time, and one more for all calls meanwhile', async () => {
  const { finish, read } = makeRead()
  const first = read()
  const [second, third] = [read(), read()]
  expect(finish).toHaveLength(1)
  finish[0]?.(1)
  expect(await first).toBe(1)
  await expect.poll(() => finish.length).toBe(2)
  const fourth = read()
  expect(finish).toHaveLength(2)
  finish[1]?.(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  await expect.poll(() => finish.length).toBe(3)
  finish[2]?.(3)
  expect(await fourth).toBe(3)
})

it('reads again after a read has ended, also after an error', async () => {
  const { finish, fail, read } = makeRead()
  const first = read()
  const second = read()
  fail[0]?.(new Error('unreadable'))
  await expect(first).rejects.toThrow('unreadable')
  await expect.poll(() => finish.length).toBe(2)
  finish[1]?.(2)
  expect(await second).toBe(2)
  const third = read()
  expect(finish).toHaveLength(3)
  finish[2]?.(3)
  expect(await third).toBe(3)
})
