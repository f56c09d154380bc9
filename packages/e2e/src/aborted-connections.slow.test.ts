// Tests that a process survives clients that reset their connections, and leaks nothing.
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

/** The number of connections in the large test of both services together, and how many are concurrent. */
const CONNECTIONS = 4_000
const CONCURRENT = 50

/** The number of connections before the memory of a service is first measured. */
const WARM_UP_CONNECTIONS = 600

const key = 'qb_aborted_0123456789012345678901234567890123456789'
const KEY = {
  key,
  entry: `aborted:changes:read+changelog:write+release:create:${createHash('sha256').update(key).digest('hex')}`,
}

/** When a client resets its connection. */
type ResetTime = 'after the request' | 'at the first byte of the response'

/** Sends bytes, then resets the connection at the given time. */
function sendAndReset(port: number, bytes: string, time: ResetTime): Promise<void> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    const reset = () => socket.resetAndDestroy()
    socket.on('error', () => undefined)
    socket.once('close', () => done())
    socket.once('end', reset)
    if (time === 'at the first byte of the response') socket.once('data', reset)
    socket.write(bytes, () => {
      if (time === 'after the request') reset()
    })
  })
}

const HEAD_END = 'HTTP/1.1\r\nhost: x\r\n'
const JSON_BODY = 'content-type: application/json\r\ncontent-length: 14\r\n'

/** Requests that no route handles. */
const UNROUTED: Readonly<Record<string, string>> = {
  CONNECT: `CONNECT x:1 ${HEAD_END}\r\n`,
  'an unknown Expect header field': `GET / ${HEAD_END}expect: x\r\n\r\n`,
  'Expect: 100-continue': `POST /api/changelog/update ${HEAD_END}expect: 100-continue\r\n${JSON_BODY}\r\n`,
  'an Upgrade header field': `GET / ${HEAD_END}connection: upgrade\r\nupgrade: websocket\r\n\r\n`,
  'bytes that are not HTTP': '\0\0\0\0\r\n\r\n',
  'header fields that are too large': `GET / ${HEAD_END}x: ${'x'.repeat(100_000)}\r\n\r\n`,
  'a malformed URL': `GET /%ff ${HEAD_END}\r\n`,
  'an unknown path': `GET /nothing ${HEAD_END}\r\n`,
}

/** Incomplete requests. The service waits for the rest and sends no response. */
const INCOMPLETE: Readonly<Record<string, string>> = {
  'half of a head': 'GET / HTTP/1.1\r\nho',
  'half of a body': `POST /api/changelog/update ${HEAD_END}x-api-key: ${KEY.key}\r\n${JSON_BODY}\r\n{"cha`,
}

const FILES = [
  '/docs/static/swagger-ui-bundle.js',
  '/docs/static/swagger-ui-standalone-preset.js',
  '/docs/static/swagger-ui.css',
  '/docs/static/theme/page.js',
  '/redoc/redoc.standalone.js',
]

/** Paths that the OpenAPI document does not list. */
const PAGES = ['/', '/docs', '/docs/static/theme/page.css', '/redoc', '/openapi.json', '/metrics']

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Gets a page on a connection of its own. */
async function getOnce(url: string): Promise<{ status: number | undefined; body: string }> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}

/** Lists one request per operation and page, and a pipeline of 20 requests per static file. */
async function listRequests(url: string): Promise<string[]> {
  const { paths } = JSON.parse((await getOnce(`${url}/openapi.json`)).body) as OpenApiDocument
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
  const pages = PAGES.map((path) => ({ method: 'GET', path }))
  const requests = [...operations, ...pages].map(({ method, path }) => {
    const filled = path.replace('{category}', 'astronomy').replace(/\{\w+\}/, 'AST-0002')
    const head = `${method} ${filled} ${HEAD_END}x-api-key: ${KEY.key}\r\n`
    return method === 'POST' ? `${head}${JSON_BODY}\r\n{"changes":[]}` : `${head}\r\n`
  })
  return [...requests, ...FILES.map((file) => `GET ${file} ${HEAD_END}\r\n`.repeat(20))]
}

/** Measures a process: open file descriptors, how many of them are sockets, and resident memory in bytes. */
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

/** Sends `count` requests of the list in turn. Resets each connection; the time of the reset alternates. */
async function abortRequests(url: string, requests: readonly string[], count: number): Promise<void> {
  const port = Number(new URL(url).port)
  const incomplete = new Set(Object.values(INCOMPLETE))
  let next = 0
  const abortNext = async () => {
    while (next < count) {
      const turn = next++
      const bytes = requests[turn % requests.length] ?? ''
      const isEarly = Math.floor(turn / requests.length) % 2 === 0 || incomplete.has(bytes)
      await sendAndReset(port, bytes, isEarly ? 'after the request' : 'at the first byte of the response')
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, abortNext))
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
      // A small heap is collected often, so the measured memory contains little garbage.
      NODE_OPTIONS: '--max-semi-space-size=1 --max-old-space-size=64',
    })
  })
  afterAll(async () => {
    await service?.stop('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  it.each(Object.entries({ ...UNROUTED, ...INCOMPLETE }))(
    'survives connections that are reset after %s',
    async (_name, bytes) => {
      await abortRequests(service.url, [bytes], 40)
      expect((await getOnce(service.url)).status).toBe(200)
      expect(service.process.exitCode).toBe(null)
    },
  )

  it.runIf(process.platform === 'linux')(
    'leaks no file descriptors or memory after thousands of aborted connections',
    async () => {
      const { pid } = service.process
      const before = measure(pid)
      const requests = [
        ...(await listRequests(service.url)),
        ...Object.values({ ...UNROUTED, ...INCOMPLETE }),
      ]
      await abortRequests(service.url, requests, WARM_UP_CONNECTIONS)
      const afterWarmUp = measure(pid)
      await abortRequests(service.url, requests, CONNECTIONS / 2)
      await vi.waitFor(
        () => {
          const { descriptors, sockets } = measure(pid)
          expect(descriptors).toBeLessThanOrEqual(before.descriptors)
          expect(sockets).toBeLessThanOrEqual(before.sockets)
        },
        { timeout: 60_000, interval: 100 },
      )
      expect((await getOnce(service.url)).status).toBe(200)
      expect(measure(pid).rss / afterWarmUp.rss).toBeLessThan(1.3)
    },
    60_000,
  )
})
