import { Writable } from 'node:stream'
import type { QuestionBank } from '@qb/core/questions'
import { createLogger } from '@qb/http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadRegularly } from './reloading.ts'
import { makeBank, makeSheet, NOW } from './testing.ts'

const silent = createLogger('test', 'silent')

/** A bank that only counts how often it is looked at. */
function makeCountingBank(): { looks: number; bank: QuestionBank } {
  const counting = {
    looks: 0,
    bank: {
      dataset: () => expect.unreachable(),
      statuses: () => [],
      lastLook: () => ({ at: NOW }),
      reload: async () => {
        counting.looks += 1
        return []
      },
    },
  }
  return counting
}

describe('reloadRegularly', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([1, 5, 60])('looks twice within %i seconds, whenever they begin', async (seconds) => {
    const counting = makeCountingBank()
    reloadRegularly(counting.bank, seconds, silent)
    for (let quarter = 0; quarter < 20; quarter++) {
      const before = counting.looks
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      expect(counting.looks - before).toBeGreaterThanOrEqual(2)
      await vi.advanceTimersByTimeAsync(seconds * 250)
    }
  })

  it('never looks at 0', async () => {
    const counting = makeCountingBank()
    reloadRegularly(counting.bank, 0, silent)
    await vi.advanceTimersByTimeAsync(1_000_000)
    expect(counting.looks).toBe(0)
  })

  it('looks again only once the look before is done', async () => {
    const counting = makeCountingBank()
    let finish = () => {}
    const bank = {
      ...counting.bank,
      reload: () => {
        counting.looks += 1
        return new Promise<[]>((resolve) => {
          finish = () => resolve([])
        })
      },
    }
    reloadRegularly(bank, 1, silent)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(counting.looks).toBe(1)
    finish()
    await vi.advanceTimersByTimeAsync(1000)
    expect(counting.looks).toBe(2)
  })

  it('writes down what is taken up, what is gone, and once that the folder cannot be read', async () => {
    const lines: { msg: string; category?: string }[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    })
    const bank = await makeBank({ 'Refined_Stars_Questions.csv': makeSheet('S', 2) })
    const changes = [[{ category: 'moons', status: bank.statuses()[0] }], [{ category: 'comets' }], [], []]
    const problems = [undefined, undefined, undefined, 'gone', 'gone']
    const told = {
      ...bank,
      lastLook: () => ({ at: NOW, ...(problems[0] && { problem: problems[0] }) }),
      reload: async () => {
        problems.shift()
        return changes.shift() ?? []
      },
    } as QuestionBank
    reloadRegularly(told, 1, createLogger('test', 'info', stream))
    await vi.advanceTimersByTimeAsync(1700)
    expect(lines.map(({ msg, category }) => [msg, category])).toEqual([
      ['dataset taken up', 'moons'],
      ['dataset gone', 'comets'],
      ['nothing can be taken up', undefined],
    ])
  })
})
