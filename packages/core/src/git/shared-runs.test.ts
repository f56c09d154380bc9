import { describe, expect, it } from 'vitest'
import { shareRuns } from './shared-runs.ts'

interface Begun {
  readonly key: string
  readonly end: (value: string) => void
  readonly fail: (error: Error) => void
}

/** Shared runs that end when the test says so. */
function setUp({ maxRunning = 2, maxWaiting = 3 } = {}) {
  const begun: Begun[] = []
  const share = shareRuns<string, string>({ maxRunning, maxWaiting, refuse: () => new Error('busy') })
  const ask = (key: string) => share(key, () => new Promise((end, fail) => begun.push({ key, end, fail })))
  /** The run that began as the nth. */
  const nth = (index: number) => begun[index] ?? expect.unreachable(`run ${index} has not begun`)
  return { ask, begun, nth, keys: () => begun.map(({ key }) => key) }
}

describe('a shared run', () => {
  it('begins at once where nothing runs', async () => {
    const { ask, nth } = setUp()
    const asked = ask('a')
    nth(0).end('one')
    expect(await asked).toBe('one')
  })

  it('is never joined after it began: the second caller waits for a second run, and others join that', async () => {
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

  it('is two runs for 300 callers at once', async () => {
    const { ask, keys, nth } = setUp()
    const asked = Array.from({ length: 300 }, () => ask('a'))
    nth(0).end('one')
    await expect.poll(keys).toHaveLength(2)
    nth(1).end('two')
    expect(await Promise.all(asked)).toEqual(['one', ...Array(299).fill('two')])
    expect(keys()).toHaveLength(2)
  })

  it('waits where as many as may are running, and begins in turn, past a key that is running', async () => {
    const { ask, keys, nth } = setUp()
    for (const key of ['a', 'b', 'a', 'c']) void ask(key)
    expect(keys()).toEqual(['a', 'b'])
    nth(1).end('')
    await expect.poll(keys).toEqual(['a', 'b', 'c'])
    nth(0).end('')
    await expect.poll(keys).toEqual(['a', 'b', 'c', 'a'])
  })

  it('is refused beyond the bound, while joining one that waits is not', async () => {
    const { ask, keys, nth } = setUp()
    for (const key of ['a', 'b', 'c', 'd', 'e']) void ask(key)
    await expect(ask('f')).rejects.toThrow('busy')
    await expect(ask('a')).rejects.toThrow('busy')
    const joined = ask('c')
    nth(0).end('')
    await expect.poll(keys).toEqual(['a', 'b', 'c'])
    nth(2).end('shared')
    expect(await joined).toBe('shared')
    void ask('f')
    await expect.poll(keys).toEqual(['a', 'b', 'c', 'd'])
  })

  it('that fails does so for all who joined it, and for no one else', async () => {
    const { ask, keys, nth } = setUp()
    const first = ask('a')
    const second = [ask('a'), ask('a')]
    nth(0).fail(new Error('broken'))
    await expect(first).rejects.toThrow('broken')
    await expect.poll(keys).toHaveLength(2)
    nth(1).end('well')
    expect(await Promise.all(second)).toEqual(['well', 'well'])
  })

  it('may throw at once without holding a place', async () => {
    const share = shareRuns<string, string>({ maxRunning: 1, maxWaiting: 0, refuse: () => new Error('busy') })
    const run = async () => {
      throw new Error('at once')
    }
    await expect(share('a', run)).rejects.toThrow('at once')
    await expect.poll(() => share('a', async () => 'well').catch(() => 'busy')).toBe('well')
  })
})
