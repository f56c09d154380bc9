import { describe, expect, it } from 'vitest'
import { coalesceRuns } from './coalesce-runs.ts'

interface StartedRun {
  readonly key: string
  readonly end: (value: string) => void
  readonly fail: (error: Error) => void
}

/** Sets up runs that end when the test calls `end` or `fail`. */
function setUp({ maxRunning = 2, maxWaiting = 3 } = {}) {
  const started: StartedRun[] = []
  const createBusyError = () => new Error('busy')
  const coalesce = coalesceRuns<string, string>({ maxRunning, maxWaiting, createBusyError })
  const call = (key: string) =>
    coalesce(key, () => new Promise((end, fail) => started.push({ key, end, fail })))
  /** Returns the nth run that started, from 0. */
  const nth = (index: number) => started[index] ?? expect.unreachable(`run ${index} has not started`)
  return { call, nth, keys: () => started.map(({ key }) => key) }
}

describe('coalesceRuns', () => {
  it('starts a run immediately when none is in progress', async () => {
    const { call, nth } = setUp()
    const result = call('a')
    nth(0).end('one')
    expect(await result).toBe('one')
  })

  it('joins calls to a waiting run, but not to a run in progress', async () => {
    const { call, keys, nth } = setUp()
    const first = call('a')
    const later = [call('a'), call('a'), call('a')]
    expect(keys()).toEqual(['a'])
    nth(0).end('old')
    expect(await first).toBe('old')
    await expect.poll(keys).toEqual(['a', 'a'])
    const last = call('a')
    nth(1).end('new')
    expect(await Promise.all(later)).toEqual(['new', 'new', 'new'])
    await expect.poll(keys).toEqual(['a', 'a', 'a'])
    nth(2).end('newest')
    expect(await last).toBe('newest')
  })

  it('needs two runs for 300 concurrent calls', async () => {
    const { call, keys, nth } = setUp()
    const results = Array.from({ length: 300 }, () => call('a'))
    nth(0).end('one')
    await expect.poll(keys).toHaveLength(2)
    nth(1).end('two')
    expect(await Promise.all(results)).toEqual(['one', ...Array(299).fill('two')])
    expect(keys()).toHaveLength(2)
  })

  it('starts waiting runs in order, and skips a key that has a run in progress', async () => {
    const { call, keys, nth } = setUp()
    for (const key of ['a', 'b', 'a', 'c']) void call(key)
    expect(keys()).toEqual(['a', 'b'])
    nth(1).end('')
    await expect.poll(keys).toEqual(['a', 'b', 'c'])
    nth(0).end('')
    await expect.poll(keys).toEqual(['a', 'b', 'c', 'a'])
  })

  it('rejects a call beyond the limits, but lets calls join a waiting run', async () => {
    const { call, keys, nth } = setUp()
    for (const key of ['a', 'b', 'c', 'd', 'e']) void call(key)
    for (const key of ['f', 'a']) {
      await expect(call(key)).rejects.toThrow('busy')
    }
    const joined = call('c')
    nth(0).end('')
    await expect.poll(keys).toEqual(['a', 'b', 'c'])
    nth(2).end('shared')
    expect(await joined).toBe('shared')
    void call('f')
    await expect.poll(keys).toEqual(['a', 'b', 'c', 'd'])
  })

  it('rejects the calls that joined a run when it rejects, and no other call', async () => {
    const { call, keys, nth } = setUp()
    const first = call('a')
    const second = [call('a'), call('a')]
    nth(0).fail(new Error('broken'))
    await expect(first).rejects.toThrow('broken')
    await expect.poll(keys).toHaveLength(2)
    nth(1).end('done')
    expect(await Promise.all(second)).toEqual(['done', 'done'])
  })

  it('starts another run after a run that rejects immediately', async () => {
    const createBusyError = () => new Error('busy')
    const coalesce = coalesceRuns<string, string>({ maxRunning: 1, maxWaiting: 0, createBusyError })
    const run = async () => {
      throw new Error('broken')
    }
    await expect(coalesce('a', run)).rejects.toThrow('broken')
    await expect.poll(() => coalesce('a', async () => 'done').catch(() => 'busy')).toBe('done')
  })
})
