// Clients that reset their connections in the middle of an exchange must not end a process or hold what is its own.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningService, startService } from './process.ts'

/** How many connections all services together see in the large test, and how many of them at once. */
const CONNECTIONS = 10_000
const AT_ONCE = 50

/** How many connections a service sees before its memory is measured. */
const WARM_UP = 1000

const key = 'qb_aborted_0123456789012345678901234567890123456789'
const KEY = {
  key,
  entry: `aborted:changes:read+changelog:write+release:create:${createHash('sha256').update(key).digest('hex')}`,
}

/** When a client resets its connection. */
type Abort = 'after its request' | 'at the first byte of a response'

/** Sends bytes, then resets the connection. */
function sendAndReset(port: number, bytes: string, abort: Abort): Promise<void> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    const reset = () => socket.resetAndDestroy()
    socket.on('error', () => undefined)
    socket.once('close', () => done())
    socket.once('end', reset)
    if (abort === 'at the first byte of a response') socket.once('data', reset)
    socket.write(bytes, () => {
      if (abort === 'after its request') reset()
    })
  })
}

const TAIL = 'HTTP/1.1\r\nhost: x\r\n'
const JSON_BODY = 'content-type: application/json\r\ncontent-length: 14\r\n'

/** What is no request of a route. */
const STRAY: Readonly<Record<string, string>> = {
  CONNECT: `CONNECT x:1 ${TAIL}\r\n`,
  'an unknown expectation': `GET / ${TAIL}expect: x\r\n\r\n`,
  'an awaited 100 Continue': `POST /api/changelog/update ${TAIL}expect: 100-continue\r\n${JSON_BODY}\r\n`,
  'an upgrade': `GET / ${TAIL}connection: upgrade\r\nupgrade: websocket\r\n\r\n`,
  'bytes that are not HTTP': '\0\0\0\0\r\n\r\n',
  'header fields that are too large': `GET / ${TAIL}x: ${'x'.repeat(100_000)}\r\n\r\n`,
  'a malformed URL': `GET /%ff ${TAIL}\r\n`,
  'an unknown path': `GET /nothing ${TAIL}\r\n`,
}

/** What the service waits for the rest of, so that no response comes. */
const HALVES: Readonly<Record<string, string>> = {
  'half of a head': 'GET / HTTP/1.1\r\nho',
  'half of a body': `POST /api/changelog/update ${TAIL}x-api-key: ${KEY.key}\r\n${JSON_BODY}\r\n{"cha`,
}

const FILES = [
  '/docs/static/swagger-ui-bundle.js',
  '/docs/static/swagger-ui-standalone-preset.js',
  '/docs/static/swagger-ui.css',
  '/redoc/redoc.standalone.js',
]

/** Paths of the service that its description does not list. */
const PAGES = ['/', '/docs', '/docs/json', '/redoc', '/openapi.json', '/metrics']

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Gets a page on a connection that nobody keeps. */
async function getOnce(url: string): Promise<{ status: number | undefined; body: string }> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}

/** A request for each operation that a service describes, and several at once for each of its files. */
async function listRequests(url: string): Promise<string[]> {
  const { paths } = JSON.parse((await getOnce(`${url}/openapi.json`)).body) as Described
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
  const pages = PAGES.map((path) => ({ method: 'GET', path }))
  const requests = [...operations, ...pages].map(({ method, path }) => {
    const filled = path.replace('{category}', 'astronomy').replace(/\{\w+\}/, 'AST-0001')
    const head = `${method} ${filled} ${TAIL}x-api-key: ${KEY.key}\r\n`
    return method === 'POST' ? `${head}${JSON_BODY}\r\n{"changes":[]}` : `${head}\r\n`
  })
  return [...requests, ...FILES.map((file) => `GET ${file} ${TAIL}\r\n`.repeat(20))]
}

/** What a process holds: its open descriptors, how many of them are sockets, and its memory in bytes. */
function measure(pid: number | undefined) {
  const folder = `/proc/${pid}/fd`
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`)
    } catch {
      return 'closed in the meantime'
    }
  })
  const sockets = targets.filter((target) => target.startsWith('socket:')).length
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    descriptors: targets.length,
    sockets,
    rss: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024,
  }
}

/** Sends `count` requests of the list in turn and aborts each, alternating between the two ways. */
async function abortRequests(url: string, requests: readonly string[], count: number): Promise<void> {
  const port = Number(new URL(url).port)
  const halves = new Set(Object.values(HALVES))
  let next = 0
  const abortInTurn = async () => {
    while (next < count) {
      const turn = next++
      const bytes = requests[turn % requests.length] ?? ''
      const isEarly = Math.floor(turn / requests.length) % 2 === 0 || halves.has(bytes)
      await sendAndReset(port, bytes, isEarly ? 'after its request' : 'at the first byte of a response')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, abortInTurn))
}

describe.each(['questions', 'changelog'] as const)('the %s process', (name) => {
  let service: RunningService
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'aborted-'))
    execFileSync('git', ['init', '--quiet', folder])
    service = await startService(name, {
      REPOSITORY_PATH: folder,
      CHANGELOG_API_KEYS: KEY.entry,
      CHANGELOG_RATE_LIMIT_MAX: '0',
      QUESTIONS_RATE_LIMIT_MAX: '0',
      // Garbage is collected in small steps, so that memory does not depend on when the last step was.
      NODE_OPTIONS: '--max-semi-space-size=1 --max-old-space-size=64',
    })
  })
  afterAll(async () => {
    await service?.stop('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  it.each(Object.entries({ ...STRAY, ...HALVES }))(
    'survives connections that are reset after %s',
    async (_about, bytes) => {
      await abortRequests(service.url, [bytes], 40)
      expect((await getOnce(service.url)).status).toBe(200)
      expect(service.process.exitCode).toBe(null)
    },
  )

  it.runIf(process.platform === 'linux')(
    'holds nothing of thousands of aborted connections over all routes',
    async () => {
      const { pid } = service.process
      const before = measure(pid)
      const requests = [...(await listRequests(service.url)), ...Object.values({ ...STRAY, ...HALVES })]
      await abortRequests(service.url, requests, WARM_UP)
      const warm = measure(pid)
      await abortRequests(service.url, requests, CONNECTIONS / 2)
      await vi.waitFor(
        () => {
          const { descriptors, sockets } = measure(pid)
          expect(descriptors).toBeLessThanOrEqual(before.descriptors)
          expect(sockets).toBeLessThanOrEqual(before.sockets)
        },
        { timeout: 10_000, interval: 100 },
      )
      expect((await getOnce(service.url)).status).toBe(200)
      expect(measure(pid).rss / warm.rss).toBeLessThan(1.3)
    },
    60_000,
  )
})
