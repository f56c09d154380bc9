// Tests the questions service with several workers: what they share, and what happens when one of them ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findFreePort } from './nginx.ts'
import { ROOT, type RunningService, startService } from './process.ts'

const WORKERS = 3

let directory: string
let service: RunningService | undefined
const spawned: ChildProcess[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'questions-workers-'))
  await writeQuestions(1)
})
afterEach(async () => {
  await service?.stop('SIGKILL')
  for (const child of spawned.splice(0)) child.kill('SIGKILL')
  service = undefined
  await rm(directory, { recursive: true })
})

const writeQuestions = (count: number) =>
  writeFile(
    join(directory, 'stars.csv'),
    [
      'id,question,correct_answer',
      ...Array.from({ length: count }, (_, row) => `S-${row},Question ${row}?,yes`),
      '',
    ].join('\n'),
  )

const start = async (environment: Readonly<Record<string, string>> = {}) => {
  service = await startService('questions', {
    WORKERS: String(WORKERS),
    QUESTIONS_DIR: directory,
    LOG_LEVEL: 'silent',
    ...environment,
  })
  return service
}

/**
 * Sends a request on a connection of its own, which the primary hands to the next worker. A worker that is killed closes it
 * without a response.
 */
async function request(path: string): Promise<{ status: number | undefined; body: string }> {
  const [response] = await once(
    get(`${service?.url}${path}`, { agent: false, signal: AbortSignal.timeout(10_000) }),
    'response',
  )
  return { status: response.statusCode, body: await text(response) }
}

/** Reads the value of a metric, or the sum of its time series. */
async function readMetric(name: string): Promise<number> {
  const { body } = await request('/metrics')
  const values = [...body.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].map(([, value]) =>
    Number(value),
  )
  return values.reduce((sum, value) => sum + value, 0)
}

const countRequests = () =>
  readMetric('http_request_duration_seconds_count\\{[^}]*/questions/:category"[^}]*\\}')

/** Lists the processes of the workers. */
async function listWorkers(pid = service?.process.pid): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(20)
}

/** Sends a signal to a process that can have ended. */
function killIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' })
  }
}

const isRunning = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !stat.includes(') Z '),
    () => false,
  )

describe('a service with several workers', () => {
  it('responds to requests in each of them, and counts all requests', async () => {
    await start()
    const pids = await listWorkers()
    expect(pids).toHaveLength(WORKERS)
    const before = await Promise.all(pids.map(readCpuTicks))
    let requests = 0
    await waitUntil(async () => {
      expect((await request(`/api/v1/questions/stars?seed=${++requests}`)).status).toBe(200)
      const after = await Promise.all(pids.map(readCpuTicks))
      return after.every((ticks, index) => ticks > (before[index] ?? Number.NaN))
    })
    expect(await countRequests()).toBe(requests)
    expect(await readMetric('workers')).toBe(WORKERS)
    expect(await readMetric('questions_dataset_questions')).toBe(1)
  })

  it('serves a changed dataset from each worker', async () => {
    await start({ QUESTIONS_RELOAD_SECONDS: '1' })
    await writeQuestions(2)
    const totals = async () => {
      const responses = await Promise.all(
        Array.from({ length: 2 * WORKERS }, () => request('/api/v1/questions/stars')),
      )
      return responses.map(({ body }) => JSON.parse(body).total)
    }
    await waitUntil(async () => (await totals()).every((total) => total === 2))
  })

  it('replaces a worker that is killed', async () => {
    await start()
    const [victim = 0, ...others] = await listWorkers()
    process.kill(victim, 'SIGKILL')
    // A connection that is handed to a worker at its end gets no response.
    await waitUntil(async () => !(await listWorkers()).includes(victim))
    expect(await readMetric('worker_exits_total')).toBe(1)
    for (let count = 0; count < 30; count++) {
      expect((await request('/api/v1/questions/stars')).status).toBe(200)
    }
    expect(await countRequests()).toBe(30)
    await waitUntil(async () => (await readMetric('workers')) === WORKERS)
    expect(await listWorkers()).toEqual(expect.arrayContaining(others))
    expect(await listWorkers()).not.toContain(victim)
  })

  it('closes a connection that a killed worker has not taken, and keeps no descriptor of it', async () => {
    await start()
    const countDescriptors = async () => (await readdir(`/proc/${service?.process.pid}/fd`)).length
    const before = await countDescriptors()
    for (let round = 1; round <= 3; round++) {
      const [victim = 0] = await listWorkers()
      process.kill(victim, 'SIGSTOP')
      const requests = Array.from({ length: 2 * WORKERS }, () => request('/api/v1/questions/stars'))
      const ends = Promise.allSettled(requests)
      // All but the one that the stopped worker has.
      await vi.waitFor(async () => {
        const pending = Symbol('pending')
        const states = await Promise.all(requests.map((one) => Promise.race([one, setTimeout(0, pending)])))
        expect(states.filter((state) => state === pending)).toHaveLength(1)
      }, 60_000)
      process.kill(victim, 'SIGKILL')
      const failed = (await ends).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
      expect(failed).toEqual([expect.objectContaining({ code: 'ECONNRESET' })])
      await waitUntil(async () => (await listWorkers()).length === WORKERS)
      await vi.waitFor(async () => expect(await readMetric('workers')).toBe(WORKERS), 60_000)
    }
    await vi.waitFor(async () => expect(await countDescriptors()).toBeLessThanOrEqual(before), 60_000)
  })

  it('returns metrics within two seconds while a worker is busy, with the last ones of that worker', async () => {
    await start()
    for (let count = 0; count < 30; count++) await request('/api/v1/questions/stars')
    expect(await countRequests()).toBe(30)
    const [busy = 0] = await listWorkers()
    process.kill(busy, 'SIGSTOP')
    // The primary also hands connections to the worker that has stopped, so some requests get no response.
    const scrapes = Array.from({ length: WORKERS }, async () => {
      const start = performance.now()
      const count = await countRequests()
      return { count, seconds: (performance.now() - start) / 1000 }
    })
    const answered = (await Promise.allSettled(scrapes)).flatMap((scrape) =>
      scrape.status === 'fulfilled' ? scrape.value : [],
    )
    process.kill(busy, 'SIGCONT')
    expect(answered.length).toBeGreaterThan(0)
    for (const { count, seconds } of answered) {
      expect(count).toBe(30)
      expect(seconds).toBeLessThan(2)
    }
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends all workers on %s, with exit code 0', async (signal) => {
    const { stop } = await start()
    const pids = await listWorkers()
    expect((await stop(signal)).code).toBe(0)
    expect(await Promise.all(pids.map(isRunning))).toEqual(pids.map(() => false))
  })

  it('leaves no worker behind when the primary is killed', async () => {
    const { stop } = await start()
    const pids = await listWorkers()
    await stop('SIGKILL')
    await waitUntil(async () => !(await Promise.all(pids.map(isRunning))).includes(true))
  })
})

describe('a service that cannot create a process', () => {
  it('continues with the other workers, and replaces the ended one as soon as it can', async () => {
    await start()
    const [victim = 0] = await listWorkers()
    // One file descriptor is left: enough to accept a connection, too few for the channel of a new process.
    const { length: used } = await readdir(`/proc/${service?.process.pid}/fd`)
    await limitFiles(used + 1)
    process.kill(victim, 'SIGKILL')
    await waitUntil(async () => (await listWorkers()).length === WORKERS - 1)
    await setTimeout(1000)
    expect((await request('/api/v1/questions/stars')).status).toBe(200)
    expect(await listWorkers()).toHaveLength(WORKERS - 1)
    await limitFiles(1024)
    await waitUntil(async () => (await readMetric('workers')) === WORKERS)
  })

  it('stops on a signal in the meantime', async () => {
    const { stop } = await start()
    const [victim = 0] = await listWorkers()
    await limitFiles(1)
    process.kill(victim, 'SIGKILL')
    await waitUntil(async () => (await listWorkers()).length === WORKERS - 1)
    await setTimeout(300)
    expect((await stop('SIGTERM')).code).toBe(0)
  })
})

describe('a service whose workers all end', () => {
  it('replaces them', async () => {
    await start({ QUESTIONS_PORT: String(await findFreePort()) })
    for (const pid of await listWorkers()) process.kill(pid, 'SIGKILL')
    await waitUntil(async () => {
      const response = await request('/readyz').catch(() => undefined)
      return response?.status === 200
    })
    await waitUntil(async () => (await readMetric('workers')) === WORKERS)
  })
})

describe('a service whose workers are starting', () => {
  /** Lets each worker start for ever. Only workers have an IPC channel. */
  const endless = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent('if (process.send) await new Promise(() => setInterval(() => {}, 1e6))')}`,
  }

  it.each(['SIGTERM', 'SIGINT'] as const)('ends with exit code 0 on %s', async (signal) => {
    const child = spawnService({ QUESTIONS_PORT: '0', QUESTIONS_DIR: directory, ...endless })
    const [output, exit] = [text(child.stderr), once(child, 'exit')]
    await waitUntil(async () => (await listWorkers(child.pid)).length >= 1)
    const workers = await listWorkers(child.pid)
    // A terminal sends SIGINT to the workers too, and can end them before the primary has the signal.
    if (signal === 'SIGINT') {
      for (const pid of workers) killIfRunning(pid, signal)
      await setTimeout(300)
    }
    child.kill(signal)
    expect(await exit).toEqual([0, null])
    expect(await output).toBe('')
  })

  it('logs that a worker was killed, and ends with exit code 1', async () => {
    const child = spawnService({
      QUESTIONS_PORT: '0',
      QUESTIONS_DIR: directory,
      LOG_LEVEL: 'info',
      ...endless,
    })
    const [output, exit] = [text(child.stderr), once(child, 'exit')]
    await waitUntil(async () => (await listWorkers(child.pid)).length >= 1)
    const [worker = 0] = await listWorkers(child.pid)
    process.kill(worker, 'SIGKILL')
    expect(await exit).toEqual([1, null])
    expect(JSON.parse(await output)).toMatchObject({ msg: 'worker ended', signal: 'SIGKILL', ready: false })
  })
})

describe('a service whose primary is killed', () => {
  it('finishes the requests of its workers, without an error', async () => {
    const child = spawnService({
      QUESTIONS_PORT: '0',
      QUESTIONS_DIR: directory,
      QUESTIONS_RELOAD_SECONDS: '1',
    })
    const errors = text(child.stderr)
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    await waitUntil(async () => output.includes('ready at'))
    child.kill('SIGKILL')
    // The workers hold this pipe, so it ends with the last one.
    expect(await errors).toBe('')
  })
})

describe('a service whose workers cannot start', () => {
  it.each([
    ['an invalid config', { WORKERS: 'many' }, 'WORKERS'],
    ['a missing folder', { QUESTIONS_DIR: '/nothing-here' }, 'QUESTIONS_DIR'],
    ['a rate limit and no Redis', { QUESTIONS_RATE_LIMIT_MAX: '20' }, 'RATE_LIMIT_REDIS_URL'],
  ])('prints the reason once, with %s', async (_name, environment, reason) => {
    const { code, output } = await runToEnd({ QUESTIONS_PORT: '0', ...environment })
    expect(code).toBe(1)
    expect(output).toMatch(/^questions cannot start: /)
    expect(output.split(reason)).toHaveLength(2)
  })

  it('names the variable of the port when the port is in use', async () => {
    const { url } = await start()
    const { code, output } = await runToEnd({ QUESTIONS_PORT: new URL(url).port, QUESTIONS_DIR: directory })
    expect(code).toBe(1)
    expect(output).toMatch(
      /^questions cannot start: .*EADDRINUSE.*; perhaps it runs already; set QUESTIONS_PORT to use a different port\n$/,
    )
  })
})

function spawnService(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['packages/questions/dist/server.bundle.js'], {
    cwd: ROOT,
    env: { ...process.env, WORKERS: String(WORKERS), LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  spawned.push(child)
  return child
}

/** Limits the number of open files of the primary. */
async function limitFiles(count: number): Promise<void> {
  const [code] = await once(
    spawn('prlimit', [`--pid=${service?.process.pid}`, `--nofile=${count}:`], { stdio: 'inherit' }),
    'exit',
  )
  expect(code).toBe(0)
}

async function runToEnd(environment: Readonly<Record<string, string>>) {
  const child = spawnService(environment)
  child.stdout.resume()
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, output }
}

/** Reads the processor time of a process, in ticks of the kernel. */
async function readCpuTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}
