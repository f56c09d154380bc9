import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { mapConcurrently } from './map-concurrently.ts'

describe('mapConcurrently', () => {
  it('returns results in the order of the items, with at most `limit` calls at the same time', async () => {
    let [running, maxRunning] = [0, 0]
    const results = await mapConcurrently([3, 1, 2, 0], 2, async (turns) => {
      maxRunning = Math.max(maxRunning, ++running)
      for (let turn = 0; turn < turns; turn++) await setImmediate()
      running--
      return turns * 10
    })
    expect(results).toEqual([30, 10, 20, 0])
    expect(maxRunning).toBe(2)
  })

  it('accepts no items', async () => {
    expect(await mapConcurrently([], 2, () => expect.unreachable())).toEqual([])
  })

  it('rejects with the error of a call', async () => {
    const fail = async () => {
      throw new Error('broken')
    }
    await expect(mapConcurrently([1], 2, fail)).rejects.toThrow('broken')
  })
})
