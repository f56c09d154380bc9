// Tests that the command `start` runs and stops both services, also when a process around it is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { ROOT, scaleBudget } from './process.ts'

const START = 'packages/start/dist/start.js'
const FREE_PORTS = { QUESTIONS_PORT: '0', CHANGELOG_PORT: '0' }
let started: ChildProcess[] = []
let blocker: Server | undefined
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started = []
  blocker?.close()
})

/**
 * Starts both services and waits for their ready lines.
 * @param shell when given, a shell with this `argv0` runs the command, as a package manager does
 */
async function start(shell?: { argv0: string }) {
  const [command, options] = shell
    ? (['/bin/sh', ['-c', `"${process.execPath}" ${START}; true`]] as const)
    : ([process.execPath, [START]] as const)
  const child = spawn(command, options, {
    cwd: ROOT,
    env: { ...process.env, ...FREE_PORTS },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...shell,
  })
  started.push(child)
  const ports: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const port = / ready at http:\/\/127\.0\.0\.1:(\d+)$/.exec(line)?.[1]
    if (port) ports.push(Number(port))
    if (ports.length === 2) break
  }
  expect(ports).toHaveLength(2)
  return { child, ports }
}

/** Waits until no process listens on the port. */
async function waitUntilClosed(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (!open) return
    await new Promise((next) => setTimeout(next, 20))
  }
}

describe('start', () => {
  it('rejects a query that is not UTF-8, also in a bundled service', async () => {
    const { ports } = await start()
    const paths = ['questions/astronomy?seed=caf%E9', 'questions/astronomy/AST-0002/check?answer=caf%E9']
    for (const path of paths)
      expect((await fetch(`http://127.0.0.1:${ports[0]}/api/v1/${path}`)).status).toBe(400)
  })

  it.each([
    [[], '127.0.0.1', ['changelog ready at http://127.0.0.1:', '  changelog ', '  releases ', '  API key ']],
    [['--lan'], '127.0.0.1', ['  Phones in the same network']],
  ])(
    'with %j ends with the addresses that a person needs, each service in one block',
    async (options, host, others) => {
      const child = spawn(process.execPath, [START, ...options], {
        cwd: ROOT,
        env: { ...process.env, ...FREE_PORTS, NODE_ENV: '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      started.push(child)
      const lines: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line)
        if (line.startsWith('Ctrl+C')) break
      }
      const found = ['questions ready at', '  quiz ', '  API docs ', '  try ', ...others]
      const positions = found.map((start) => lines.findIndex((line) => line.startsWith(start)))
      expect(positions).toEqual([...positions].sort((a, b) => a - b))
      expect(positions).not.toContain(-1)
      expect(lines[0]).toMatch(new RegExp(`^questions ready at http://${host}:`))
      // A class may see the terminal.
      expect(lines.some((line) => line.includes('API key'))).toBe(options.length === 0)
    },
  )

  it.each([
    ['start', START],
    ['a service', 'packages/questions/dist/server.bundle.js'],
  ])('stays when the reader of the output of %s ends before it prints', async (_name, program) => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    probe.close()
    await once(probe, 'close')
    const child = spawn(process.execPath, [program], {
      cwd: ROOT,
      env: { ...process.env, ...FREE_PORTS, QUESTIONS_PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    child.stdout.destroy()
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    const isServed = () =>
      fetch(`http://127.0.0.1:${port}/livez`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isServed, { timeout: 30_000 }).toBe(true)
    // The time in which the error of the output would end the process.
    await new Promise((next) => setTimeout(next, 1500))
    expect([child.exitCode, errors]).toEqual([null, expect.not.stringContaining('EPIPE')])
  })

  it('prints addresses with the base path, also when that ends with a slash', async () => {
    const paths = { QUESTIONS_BASE_PATH: '/trivia/', CHANGELOG_BASE_PATH: '/changes/' }
    const child = spawn(process.execPath, [START], {
      cwd: ROOT,
      env: { ...process.env, ...FREE_PORTS, ...paths },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    let output = ''
    for await (const chunk of child.stdout) {
      output += chunk
      if (output.includes('/trivia') && output.includes('/changes')) break
    }
    const addresses = output.match(/http:\/\/[^\s']+/g) ?? []
    expect(addresses.filter((address) => /\w\/\//.test(address))).toEqual([])
    expect(output).toMatch(/\/trivia\/quiz\/$/m)
  })

  it('rejects an unknown option with its usage', async () => {
    const child = spawn(process.execPath, [START, '--wan'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    expect((await once(child, 'close'))[0]).toBe(2)
    expect(errors).toContain('unknown option: --wan; did you mean "--lan"?\n')
    expect(errors).toContain('Usage: start [--lan]')
  })

  it('prints the errors of both services when neither can start', async () => {
    const invalid = { ...process.env, QUESTIONS_PORT: 'x', CHANGELOG_PORT: 'y' }
    for (let attempt = 0; attempt < 5; attempt++) {
      const child = spawn(process.execPath, [START], {
        cwd: ROOT,
        env: invalid,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      started.push(child)
      let errors = ''
      child.stderr.on('data', (chunk) => {
        errors += chunk
      })
      const [code] = await once(child, 'close')
      expect(code).toBe(1)
      expect(errors).toContain('QUESTIONS_PORT')
      expect(errors).toContain('CHANGELOG_PORT')
    }
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'stops both services within a second after %s, with exit code 0',
    async (signal) => {
      const { child, ports } = await start()
      const begin = performance.now()
      const ended = once(child, 'exit')
      child.kill(signal)
      expect((await ended)[0]).toBe(0)
      await Promise.all(ports.map(waitUntilClosed))
      const ms = performance.now() - begin
      expect(ms).toBeLessThan(await scaleBudget(1000))
    },
  )

  it('stops both services when it is killed', async () => {
    const { child, ports } = await start()
    child.kill('SIGKILL')
    await Promise.all(ports.map(waitUntilClosed))
  })

  it.runIf(process.platform === 'linux')(
    'stops both services when the pnpm process that runs it is killed',
    async () => {
      const { child, ports } = await start({ argv0: 'pnpm' })
      child.kill('SIGTERM')
      await Promise.all(ports.map(waitUntilClosed))
    },
  )

  it('ends with exit code 1 when one service cannot start', async () => {
    blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const port = String((blocker.address() as { port: number }).port)
    const child = spawn(process.execPath, [START], {
      cwd: ROOT,
      env: { ...process.env, ...FREE_PORTS, CHANGELOG_PORT: port },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    started.push(child)
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    expect((await once(child, 'close'))[0]).toBe(1)
    // The other service stops, so nobody should be sent to it.
    expect(output).toBe('')
  })
})
