import { describe, expect, it } from 'vitest'
import { shareRuns } from './share-runs.ts'

interface StartedRun {
  readonly key: string
  readonly end: (value: string) => void
  readonly fail: (error: Error) => void
}

/** Shared runs that the test ends. */
function setUp({ maxRunning = 2, maxWaiting = 3 } = {}) {
  const started: StartedRun[] = []
  const share = shareRuns<string, string>({ maxRunning, maxWaiting, retryAfterSeconds: 5 })
  const ask = (key: string) => share(key, () => new Promise((end, fail) => started.push({ key, end, fail })))
  /** The nth run that started. */
  const nth = (index: number) => started[index] ?? expect.unreachable(`run ${index} has not started`)
  return { ask, nth, keys: () => started.map(({ key }) => key) }
}

describe('a shared run', () => {
  it('starts at once when no run is in progress', async () => {
    const { ask, nth } = setUp()
    const asked = ask('a')
    nth(0).end('one')
    expect(await asked).toBe('one')
  })

  it('is not joined after it started: the second caller waits for a second run, and others join that', async () => {
    const { ask, keys, nth } = setUp()
    const first = ask('a')
    const later = [ask('a'), ask('a'), ask('a')]
    expect(keys()).toEqual(['a'])
    nth(0).end('old')
    expect(await first).toBe('old')
    await expect.poll(keys).toEqual(['a', 'a'])
    const last = ask('a')
    nth(1).end('new')
    expect(await Promise.all(later)).toEqual(['new', 'new', 'new'])
    await expect.poll(keys).toEqual(['a', 'a', 'a'])
    nth(2).end('newest')
    expect(await last).toBe('newest')
  })

  it('serves 300 concurrent callers with two runs', async () => {
    const { ask, keys, nth } = setUp()
    const asked = Array.from({ length: 300 }, () => ask('a'))
    nth(0).end('one')
    await expect.poll(keys).toHaveLength(2)
    nth(1).end('two')
    expect(await Promise.all(asked)).toEqual(['one', ...Array(299).fill('two')])
    expect(keys()).toHaveLength(2)
  })

  it('waits while the maximum is running, and starts in turn, past a key that is running', async () => {
    const { ask, keys, nth } = setUp()
    for (const key of ['a', 'b', 'a', 'c']) void ask(key)
    expect(keys()).toEqual(['a', 'b'])
    nth(1).end('')
    await expect.poll(keys).toEqual(['a', 'b', 'c'])
    nth(0).end('')
    await expect.poll(keys).toEqual(['a', 'b', 'c', 'a'])
  })

  it('is refused beyond the maximum, while callers still join a waiting run', async () => {
    const { ask, keys, nth } = setUp()
    for (const key of ['a', 'b', 'c', 'd', 'e']) void ask(key)
    for (const key of ['f', 'a']) {
      await expect(ask(key)).rejects.toMatchObject({
        code: 'git/busy',
        details: { retryAfterSeconds: 5 },
        message: 'expected at most 5 lists of changes at once, got one more; try again in 5 seconds',
      })
    }
    const joined = ask('c')
    nth(0).end('')
    await expect.poll(keys).toEqual(['a', 'b', 'c'])
    nth(2).end('shared')
    expect(await joined).toBe('shared')
    void ask('f')
    await expect.poll(keys).toEqual(['a', 'b', 'c', 'd'])
  })

  it('rejects for every caller that joined it, and for no other', async () => {
    const { ask, keys, nth } = setUp()
    const first = ask('a')
    const second = [ask('a'), ask('a')]
    nth(0).fail(new Error('broken'))
    await expect(first).rejects.toThrow('broken')
    await expect.poll(keys).toHaveLength(2)
    nth(1).end('well')
    expect(await Promise.all(second)).toEqual(['well', 'well'])
  })

  it('frees its place when it rejects at once', async () => {
    const share = shareRuns<string, string>({ maxRunning: 1, maxWaiting: 0, retryAfterSeconds: 5 })
    const run = async () => {
      throw new Error('at once')
    }
    await expect(share('a', run)).rejects.toThrow('at once')
    await expect.poll(() => share('a', async () => 'well').catch(() => 'busy')).toBe('well')
  })
})
