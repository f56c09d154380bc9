import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type Handlers, openChannel } from './channel.ts'

/** Connects two channels. Messages are copied, and arrive later, as between processes. */
function connect(left: Handlers = {}, right: Handlers = {}) {
  const makeEndpoint = () => Object.assign(new EventEmitter(), { send: undefined as unknown })
  const [a, b] = [makeEndpoint(), makeEndpoint()]
  const deliver = (to: EventEmitter) => (message: object, done: (error: Error | null) => void) => {
    setImmediate(() => to.emit('message', structuredClone(message)))
    done(null)
  }
  a.send = deliver(b)
  b.send = deliver(a)
  return { a, b, left: openChannel(a as never, left), right: openChannel(b as never, right) }
}

describe('a channel', () => {
  it('calls functions of the other side, in both directions', async () => {
    const { left, right } = connect({ double: (value: number) => value * 2 }, { greet: async () => 'hello' })
    expect(await Promise.all([left.call('greet'), right.call('double', 4), right.call('double', 5)])).toEqual(
      ['hello', 8, 10],
    )
  })

  it('returns results in the order in which they are ready', async () => {
    const waiting: (() => void)[] = []
    const { left } = connect(
      {},
      { wait: () => new Promise<void>((resolve) => waiting.push(resolve)), now: () => 1 },
    )
    let isResolved = false
    const first = left.call('wait').then(() => {
      isResolved = true
    })
    expect(await left.call('now')).toBe(1)
    expect(isResolved).toBe(false)
    waiting[0]?.()
    await first
  })

  it('rejects a call when the function throws', async () => {
    const fail = () => {
      throw new Error('disk full')
    }
    await expect(connect({}, { fail }).left.call('fail')).rejects.toThrow('disk full')
  })

  it('rejects a call of an unknown function', async () => {
    await expect(connect({}, { a: () => 1, b: () => 2 }).left.call('c')).rejects.toThrow(
      'expected one of a, b; got c',
    )
  })

  it('rejects pending calls when the other side has ended', async () => {
    const { a, left } = connect({}, { wait: () => new Promise(() => undefined) })
    const calls = [left.call('wait'), left.call('wait')]
    a.emit('disconnect')
    for (const call of calls) await expect(call).rejects.toThrow('the other process has ended')
  })

  it('rejects a call that cannot be sent', async () => {
    const { a, left } = connect()
    a.send = (_message: object, done: (error: Error) => void) => done(new Error('channel closed'))
    await expect(left.call('x')).rejects.toThrow('channel closed')
    a.send = undefined
    await expect(left.call('x')).rejects.toThrow('expected an IPC channel')
  })

  it.each([[undefined], [null], ['text'], [{}], [{ kind: 'other' }], [{ kind: 'qb:response', id: 99 }]])(
    'ignores the message %j',
    async (message) => {
      const { a, left } = connect({}, { now: () => 1 })
      a.emit('message', message)
      expect(await left.call('now')).toBe(1)
    },
  )
})
