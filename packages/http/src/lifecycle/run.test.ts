// Tests the process of a service without a process: its exit and its output are recorded, and a test calls the
// signal handlers itself.
import { AppError, defineErrors } from '@qb/core/errors'
import { Type } from '@sinclair/typebox'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CONFIG_ERRORS, type SharedConfig, sharedConfig } from '../config/config.ts'
import type { Service } from '../service.ts'
import { listenOnFreePort, makeService } from '../testing.ts'
import { type RunOptions, runService } from './run.ts'

const ERRORS = defineErrors('test', { empty: { title: 'Empty', outcome: 'failed', isLogged: true } })
const EVENTS = ['SIGINT', 'SIGTERM', 'disconnect'] as const
const GRACE_MS = 100
// The runner of the tests can be the parent process, which must not get the messages.
const ownSend = process.send
const listenersOf = (event: string): readonly (() => void)[] =>
  process.listeners(event as 'disconnect') as (() => void)[]

let foreign: ReadonlySet<() => void>
let output: string[]
let errors: string[]
let exitCodes: unknown[]
let sent: unknown[]
let exited: Promise<void>
let app: Service

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  foreign = new Set(EVENTS.flatMap(listenersOf))
  output = []
  errors = []
  exitCodes = []
  sent = []
  process.send = (message: unknown) => sent.push(message) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => output.push(String(text)) > 0)
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0)
  exited = new Promise((resolve) => {
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      exitCodes.push(code)
      resolve()
      return undefined as never
    })
  })
  app = await makeService()
})

afterEach(async () => {
  vi.restoreAllMocks()
  if (ownSend) process.send = ownSend
  else delete process.send
  vi.useRealTimers()
  for (const event of EVENTS) {
    for (const listener of listenersOf(event)) if (!foreign.has(listener)) process.off(event, listener)
  }
  await app.close()
})

/** Calls the handlers of an event that the service has registered, but not those of the test runner. */
function emit(event: string): void {
  for (const listener of listenersOf(event)) if (!foreign.has(listener)) listener()
}

const Variables = Type.Object(sharedConfig)

const run = (options: Partial<RunOptions<SharedConfig>> = {}) =>
  runService({
    name: 'test',
    schema: Variables,
    readEnvironment: () => ({}),
    start: async () => ({ app, host: '127.0.0.1', port: 0 }),
    graceMs: GRACE_MS,
    ...options,
  })

const fail = (error: unknown) => run({ start: () => Promise.reject(error) })

describe('a service that starts', () => {
  it('prints the ready line with its URL, and stays', async () => {
    await run()
    expect(output).toEqual([expect.stringMatching(/^test ready at http:\/\/127\.0\.0\.1:\d+\n$/)])
    const url = /http:\S+/.exec(output[0] ?? '')?.[0] ?? ''
    expect((await fetch(url)).status).toBe(200)
    expect(errors).toEqual([])
    expect(exitCodes).toEqual([])
  })

  it('prints its description below the ready line, and sends both to its parent process', async () => {
    const describeStart = (url: string) => `docs at ${url}/docs`
    await run({ start: async () => ({ app, host: '127.0.0.1', port: 0, describeStart }) })
    const url = /http:\S+/.exec(output[0] ?? '')?.[0]
    const ready = `test ready at ${url}\ndocs at ${url}/docs\n`
    expect(output).toEqual([ready])
    expect(sent).toEqual([ready])
  })

  it.each([
    ['an IPv6 address', { address: '::1', family: 'IPv6', port: 80 }, 'http://[::1]:80'],
    ['an IPv4 address', { address: '127.0.0.2', family: 'IPv4', port: 81 }, 'http://127.0.0.2:81'],
    ['a Unix socket', '/run/test.sock', '/run/test.sock'],
  ])('prints the URL of %s', async (_name, address, url) => {
    vi.spyOn(app, 'listen').mockImplementation(async () => '')
    vi.spyOn(app.server, 'address').mockReturnValue(address)
    await run()
    expect(output).toEqual([`test ready at ${url}\n`])
  })
})

describe('a service that cannot start', () => {
  it.each([
    [
      'invalid config',
      new AppError(CONFIG_ERRORS.invalid, 'PORT: expected 1, got 2'),
      'invalid config\nPORT: expected 1, got 2',
    ],
    [
      'another anticipated error',
      new AppError(ERRORS.empty, 'expected a dataset, got none'),
      'expected a dataset, got none',
    ],
    ['a system error', Object.assign(new Error('EACCES: denied'), { code: 'EACCES' }), 'EACCES: denied'],
    ['a value that is not an error', 'nothing works', 'nothing works'],
  ])('prints only the message of %s, and exits with code 1', async (_name, error, reason) => {
    await fail(error)
    expect(errors).toEqual([`test cannot start: ${reason}\n`])
    expect(output).toEqual([])
    expect(exitCodes).toEqual([1])
  })

  it.each([
    ['without a code', new Error('defect')],
    ['with a code of a library', Object.assign(new Error('defect'), { code: 'FST_BROKE' })],
  ])('prints the stack of an error %s, and exits with code 1', async (_name, error) => {
    await fail(error)
    expect(errors).toEqual([`test cannot start: ${error.stack}\n`])
    expect(exitCodes).toEqual([1])
  })

  it('names what the operator has set instead of the variable', async () => {
    const error = new AppError(CONFIG_ERRORS.invalid, 'PORT: expected 1, got 2')
    await run({
      start: () => Promise.reject(error),
      nameVariable: (variable) => `--${variable.toLowerCase()}`,
    })
    expect(errors).toEqual(['test cannot start: invalid config\n--port: expected 1, got 2\n'])
  })

  it.each([
    ['the variable of the port', undefined, 'TEST_PORT'],
    [
      'the option of the program that can set it',
      (_variable: string, isSet: boolean) => (isSet ? 'x' : '--port'),
      '--port',
    ],
  ])('names %s when the port is in use', async (_name, nameVariable, expected) => {
    const port = await listenOnFreePort(app)
    const second = await makeService()
    await run({
      start: async () => ({ app: second, host: '127.0.0.1', port }),
      ...(nameVariable && { nameVariable }),
    })
    expect(errors.join('')).toMatch(
      new RegExp(
        `^test cannot start: .*EADDRINUSE.*; perhaps it runs already; set ${expected} to use a different port\n$`,
      ),
    )
    expect(exitCodes).toEqual([1])
    await second.close()
  })
})

describe('shutdown', () => {
  it.each(EVENTS)('begins with %s, closes the service and exits with code 0', async (event) => {
    await run()
    emit(event)
    await exited
    expect(app.server.listening).toBe(false)
    expect(exitCodes).toEqual([0])
    expect(errors).toEqual([])
  })

  it('begins only once, whatever the number of signals', async () => {
    const close = vi.spyOn(app, 'close')
    await run()
    for (const event of EVENTS) emit(event)
    await exited
    expect(close).toHaveBeenCalledTimes(1)
    expect(exitCodes).toEqual([0])
  })

  it('exits with code 1 after twice the grace period when closing never completes', async () => {
    vi.spyOn(app, 'close').mockReturnValue(new Promise<undefined>(() => undefined) as never)
    await run()
    emit('SIGTERM')
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS - 1)
    expect(exitCodes).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(exitCodes).toEqual([1])
  })

  it('prints the error and exits with code 1 when closing fails', async () => {
    const error = new Error('disk full')
    vi.spyOn(app, 'close').mockReturnValue(Promise.reject(error) as never)
    await run()
    emit('SIGINT')
    await exited
    expect(errors).toEqual([`${error.stack}\n`])
    expect(exitCodes).toEqual([1])
  })
})
