// Tests the start and the graceful shutdown of each service as a process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { ROOT, type RunningService, scaleBudget, startService } from './process.ts'

let running: RunningService[] = []
const start = async (...options: Parameters<typeof startService>) => {
  const service = await startService(...options)
  running.push(service)
  return service
}
afterEach(() => {
  for (const { process } of running) process.kill('SIGKILL')
  running = []
})

describe.each(['questions', 'changelog'] as const)('the %s process', (name) => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends within a second after %s, with exit code 0',
    async (signal) => {
      const service = await start(name)
      const { code, ms } = await service.stop(signal)
      expect(code).toBe(0)
      expect(ms).toBeLessThan(await scaleBudget(1000))
    },
  )

  it('ends with exit code 0 when it receives several signals', async () => {
    const service = await start(name)
    service.process.kill('SIGINT')
    service.process.kill('SIGTERM')
    expect((await service.stop('SIGINT')).code).toBe(0)
  })

  it('does not wait for idle connections and incomplete requests', async () => {
    const service = await start(name)
    const port = Number(new URL(service.url).port)
    const [idle, incomplete] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    await Promise.all([once(idle, 'connect'), once(incomplete, 'connect')])
    for (const socket of [idle, incomplete]) socket.on('error', () => undefined)
    incomplete.write('GET / HTTP/1.1\r\nhost: x\r\n')
    const agent = new Agent({ keepAlive: true })
    await new Promise((done) => get(service.url, { agent }, (response) => response.resume().on('end', done)))
    const { code, ms } = await service.stop()
    agent.destroy()
    expect(code).toBe(0)
    expect(ms).toBeLessThan(await scaleBudget(1000))
  })

  it.each([
    [
      { QUESTIONS_PORT: '99999', CHANGELOG_PORT: '99999', LOG_REQUESTS: 'loud' },
      /_PORT: .*\n.*LOG_REQUESTS: expected/,
    ],
    [{ QUESTIONS_HOST: '203.0.113.1', CHANGELOG_HOST: '203.0.113.1' }, /EADDRNOTAVAIL/],
  ])('prints an error and ends with exit code 1 for %j', async (environment, message) => {
    const child = spawn(process.execPath, [`packages/${name}/dist/server.bundle.js`], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
    })
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(stderr).toMatch(new RegExp(`^${name} cannot start: `))
    expect(stderr).toMatch(message)
    expect(code).toBe(1)
  })
})

describe('a response in flight', () => {
  it('is completed after the signal', async () => {
    const service = await start('questions')
    const port = Number(new URL(service.url).port)
    const socket = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    await once(socket, 'connect')
    socket.write('GET /api/v1/questions/astronomy?seed=x&limit=50 HTTP/1.1\r\nhost: x\r\n')
    const ended = service.stop('SIGTERM')
    socket.write('\r\n')
    await once(socket, 'close')
    const [head = '', body = ''] = Buffer.concat(received).toString().split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(JSON.parse(body).questions).toHaveLength(50)
    expect((await ended).code).toBe(0)
  })
})

describe('clients that send requests during the shutdown', () => {
  it('get a response to each request, or cannot connect', async () => {
    const service = await start('questions')
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    let ended = false
    const errors: string[] = []
    const sendRequest = () =>
      new Promise<boolean>((done) => {
        const request = get(`${service.url}/api/v1/questions/astronomy/random`, { agent }, (response) => {
          response.resume().on('end', () => done(response.headers.connection !== 'close'))
        })
        request.on('error', (error: NodeJS.ErrnoException) => {
          if (!ended || error.code !== 'ECONNREFUSED') errors.push(String(error.code))
          done(false)
        })
      })
    // Opens all connections before the shutdown.
    await Promise.all(Array.from({ length: 20 }, sendRequest))
    const clients = Array.from({ length: 20 }, async () => {
      while (await sendRequest());
    })
    const { code, ms } = await service.stop()
    ended = true
    await Promise.all(clients)
    agent.destroy()
    expect(errors).toEqual([])
    expect(code).toBe(0)
    expect(ms).toBeLessThan(await scaleBudget(1000))
  })

  it('get a large response completely when they read it slowly', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'large-'))
    const text = 'x'.repeat(10_000)
    const rows = Array.from({ length: 50 }, (_, id) => `${id},${text},${text}\n`).join('')
    writeFileSync(join(folder, 'Refined_Large_Questions.csv'), `id,question,correct_answer\n${rows}`)
    const service = await start('questions', { QUESTIONS_DIR: folder })
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    let received = 0
    socket.on('data', (chunk) => {
      received += chunk.length
      socket.pause()
      setImmediate(() => socket.resume())
    })
    await once(socket, 'connect')
    socket.write('GET /api/v1/questions/large?random=false&limit=50 HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    const stopped = service.stop()
    await once(socket, 'close')
    rmSync(folder, { recursive: true })
    expect(received).toBeGreaterThan(1_000_000)
    expect((await stopped).code).toBe(0)
  })
})

describe('draws without a seed', () => {
  it('return different questions', async () => {
    const service = await start('questions')
    const draw = async () => {
      const response = await fetch(`${service.url}/api/v1/questions/astronomy/random?count=20`)
      return (await response.json()) as { seed: string; questions: unknown[] }
    }
    const [first, second] = [await draw(), await draw()]
    expect(first.seed).not.toBe(second.seed)
    expect(first.questions).not.toEqual(second.questions)
  })
})

describe('an unknown column', () => {
  it('is logged once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'columns-'))
    writeFileSync(
      join(folder, 'Refined_Columns_Questions.csv'),
      'id,question,correct_answer,note\n1,Q?,A,hm\n',
    )
    const child = spawn(process.execPath, ['packages/questions/dist/server.bundle.js'], {
      cwd: ROOT,
      env: { ...process.env, QUESTIONS_DIR: folder, QUESTIONS_PORT: '0' },
    })
    await once(child.stdout, 'data')
    child.kill()
    const log = await text(child.stderr)
    rmSync(folder, { recursive: true })
    expect(log.match(/"columns":\["note"\]/g)).toHaveLength(1)
  })
})

describe('a missing dataset folder', () => {
  it('is an error that names the config variable, with exit code 1', async () => {
    const child = spawn(process.execPath, ['packages/questions/dist/server.bundle.js'], {
      cwd: ROOT,
      env: { ...process.env, QUESTIONS_DIR: 'no/such/folder', QUESTIONS_PORT: '0' },
    })
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(stderr).toMatch(/QUESTIONS_DIR: expected a readable folder, got .*, which does not exist/)
    expect(code).toBe(1)
  })
})
