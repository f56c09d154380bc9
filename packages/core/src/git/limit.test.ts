import { describe, expect, it } from 'vitest'
import { createLimit } from './limit.ts'

describe('a limit', () => {
  it('runs as many tasks at once as it may, in their order, also when some fail', async () => {
    const limit = createLimit(4)
    const began: number[] = []
    let running = 0
    let most = 0
    const tasks = Array.from({ length: 50 }, (_, index) =>
      limit(async () => {
        began.push(index)
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
    expect(began).toEqual([...Array(50).keys()])
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(17)
    expect(await limit(async () => 'after')).toBe('after')
  })
})
