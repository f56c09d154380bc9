import { describe, expect, it } from 'vitest'
import { createLimit } from './limit.ts'

describe('a limit', () => {
  it('runs at most the maximum of tasks at once, in order, even if some reject', async () => {
    const limit = createLimit(4)
    const started: number[] = []
    let running = 0
    let most = 0
    const tasks = Array.from({ length: 50 }, (_, index) =>
      limit(async () => {
        started.push(index)
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
        if (index % 3 === 0) throw new Error('broken')
        return index
      }),
    )
    const ended = await Promise.allSettled(tasks)
    expect(most).toBe(4)
    expect(started).toEqual([...Array(50).keys()])
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(17)
    expect(await limit(async () => 'after')).toBe('after')
  })
})
