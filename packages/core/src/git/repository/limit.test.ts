import { describe, expect, it } from 'vitest'
import { createLimit } from './limit.ts'

describe('createLimit', () => {
  it('runs at most `max` tasks at once, in order, even if some of them reject', async () => {
    const limit = createLimit(4)
    const started: number[] = []
    let running = 0
    let maxRunning = 0
    const tasks = Array.from({ length: 50 }, (_, index) =>
      limit(async () => {
        started.push(index)
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
        if (index % 3 === 0) throw new Error('broken')
        return index
      }),
    )
    const results = await Promise.allSettled(tasks)
    expect(maxRunning).toBe(4)
    expect(started).toEqual([...Array(50).keys()])
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(17)
    expect(await limit(async () => 'after')).toBe('after')
  })
})
