// Tests the counter with a server in another thread that responds as Redis does. `e2e` tests it with Redis itself.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '../observability/log.ts'
import { openSharedCounter, type SharedCounter } from './redis.ts'

/**
 * Responds to each script with one more than before, and counts its responses in shared memory. It posts its port. It holds
 * its responses back after the message true, until the message false.
 */
const SERVER = `
  const { parentPort, workerData: responses } = require('node:worker_threads')
  let held
  parentPort.on('message', (isHolding) => {
    held?.forEach((send) => send())
    held = isHolding ? [] : undefined
    parentPort.postMessage('done')
  })
  const server = require('node:net').createServer((socket) => {
    const respond = (command) => {
      if (/info/i.test(command)) return socket.write('$9\\r\\nloading:0\\r\\n')
      if (!/eval/i.test(command)) return socket.write('+OK\\r\\n')
      const send = () => {
        socket.write('*2\\r\\n:' + (responses[0] + 1) + '\\r\\n:60000\\r\\n')
        Atomics.add(responses, 0, 1)
        Atomics.notify(responses, 0)
      }
      if (held) held.push(send)
      else send()
    }
    socket.on('error', () => undefined)
    socket.on('data', (data) => String(data).split(/(?=^\\*\\d+\\r$)/m).forEach(respond))
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

let counter: SharedCounter | undefined
let server: Worker | undefined
afterEach(async () => {
  counter?.close()
  await server?.terminate()
})

async function open(port: number): Promise<SharedCounter> {
  const logger = createLogger('test', 'silent')
  counter = await openSharedCounter({
    url: `redis://127.0.0.1:${port}`,
    prefix: 'test:',
    logger,
  })
  return counter
}

async function startServer(): Promise<{ port: number; worker: Worker; responses: Int32Array }> {
  const responses = new Int32Array(new SharedArrayBuffer(4))
  server = new Worker(SERVER, { eval: true, workerData: responses })
  return { port: (await once(server, 'message'))[0], worker: server, responses }
}

describe('a shared counter', () => {
  it('counts from its first event on', async () => {
    const { count } = await open((await startServer()).port)
    expect(await count('a')).toEqual({ current: 1, ttl: 60_000 })
    expect(await count('a')).toEqual({ current: 2, ttl: 60_000 })
  })

  it('reads a response that arrived while the process was busy for longer than the timeout', async () => {
    const { port, responses } = await startServer()
    const { count } = await open(port)
    for (let event = 1; event <= 3; event++) {
      const counted = count('a')
      // Blocks this thread until the response has arrived, and then until the timeout has passed.
      Atomics.wait(responses, 0, event - 1, 10_000)
      Atomics.wait(responses, 0, event, 150)
      expect(await counted).toEqual({ current: event, ttl: 60_000 })
    }
  })

  it('counts in a slow Redis, but does not wait for it', async () => {
    const { port, worker } = await startServer()
    const { count } = await open(port)
    const hold = async (isHolding: boolean) => {
      worker.postMessage(isHolding)
      await once(worker, 'message')
    }
    await hold(true)
    const [first, second] = [count('a'), count('a')]
    expect(await first).toBeUndefined()
    const third = await Promise.race([count('a'), new Promise((resolve) => setImmediate(resolve, 'waits'))])
    expect(third).toBeUndefined()
    expect(await second).toBeUndefined()
    await hold(false)
    let events = 3
    const next = async () => {
      events++
      return (await count('a'))?.current === events
    }
    await expect.poll(next).toBe(true)
  })

  it('does not wait for a server that cannot be reached, and does not count', async () => {
    const { port, worker } = await startServer()
    await worker.terminate()
    expect(await (await open(port)).count('a')).toBeUndefined()
  })
})
