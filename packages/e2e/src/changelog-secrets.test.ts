// Tests that logs contain no keys, tokens or secrets, and that the service reads no unauthenticated body.
import { execFileSync, spawn } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { ROOT } from './process.ts'

const JWT_SECRET = 'the-secret-of-tokens-0123456789abcdef'
const KEY = 'qb_e2e_AllowedAllowedAllowedAllowedAllowedAllowed1'
const WRONG_KEY = 'qb_e2e_MistakenMistakenMistakenMistakenMistaken2'
const UNKNOWN_KEY = 'qb_nobody_StrangerStrangerStrangerStrangerStran3'
const MALFORMED_KEY = 'hunter2-hunter2-hunter2-hunter2'
const digest = createHash('sha256').update(KEY).digest('hex')
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n'

const base64url = (value: string | object) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** Creates a token that is signed with the given secret. With the algorithm `none` it is not signed. */
function createToken(claims: object, alg = 'HS256', secret = JWT_SECRET): string {
  const signed = `${base64url({ alg, typ: 'JWT' })}.${base64url(claims)}`
  if (alg === 'none') return `${signed}.`
  return `${signed}.${createHmac(alg.replace('HS', 'sha'), secret).update(signed).digest('base64url')}`
}

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const CLAIMS = { sub: 'e2e', scope: 'changes:read changelog:write release:create', exp: NOW_SECONDS + 3600 }
const TOKEN = createToken(CLAIMS)
const BAD_TOKENS = [
  createToken({ ...CLAIMS, exp: NOW_SECONDS - 3600 }),
  createToken({ sub: 'e2e', scope: CLAIMS.scope }),
  createToken(CLAIMS, 'none'),
  createToken(CLAIMS, 'HS512'),
  createToken(CLAIMS, 'HS256', 'different-secret-of-tokens-01234567'),
  `${TOKEN.slice(0, -4)}AAAA`,
  'eyJhbGciOiJIUzI1NiJ9.not-base64-!.x',
]

let children: ReturnType<typeof spawn>[] = []
let folders: string[] = []
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true })
  ;[children, folders] = [[], []]
})

function createRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'qb-secrets-'))
  folders.push(folder)
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  execFileSync('git', ['init'], { cwd: folder, stdio: 'ignore' })
  return folder
}

/** Starts the service at the log level `trace` and collects its output. */
async function serve(repository: string, environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['packages/changelog/dist/server.bundle.js'], {
    cwd: ROOT,
    env: {
      ...process.env,
      CHANGELOG_PORT: '0',
      REPOSITORY_PATH: repository,
      CHANGELOG_API_KEYS: `e2e:changes:read+changelog:write+release:create:${digest}`,
      CHANGELOG_JWT_SECRET: JWT_SECRET,
      LOG_LEVEL: 'trace',
      LOG_REQUESTS: 'true',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        const url = /ready at (http:\S+)\n/.exec(output)?.[1]
        if (url) resolve(url)
      })
    }
    child.on('exit', () => reject(new Error(`expected the ready line, got the end of the output: ${output}`)))
  })
  const url = await ready
  return {
    url,
    child,
    /** Stops the service and returns its complete output. */
    async stopAndReadOutput(): Promise<string> {
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
      return output
    },
  }
}

/** Sends bytes without changes. Returns everything that is received until the connection is closed. */
async function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(bytes)
  return text(socket)
}

/** Returns header fields for every way to send a credential. */
const listHeaders = (credential: string) => [
  { 'x-api-key': credential },
  { authorization: `Bearer ${credential}` },
  { authorization: credential },
  { authorization: `Basic ${base64url(`e2e:${credential}`)}` },
  { 'x-api-key': credential, authorization: `Bearer ${credential}` },
]

describe('the log at the level trace', { timeout: 60_000 }, () => {
  it('contains no key, token or secret, for valid and invalid requests', async () => {
    const repository = createRepository()
    const { url, stopAndReadOutput } = await serve(repository)
    const statuses = new Set<number>()
    let requests = 0
    const send = async (path: string, options: RequestInit = {}) => {
      const response = await fetch(new URL(path, url), options)
      await response.arrayBuffer()
      statuses.add(response.status)
      requests += 1
      return response.status
    }
    const json = { 'content-type': 'application/json' }
    const post = (path: string, headers: Record<string, string>, body: string) =>
      send(path, { method: 'POST', headers: { ...json, ...headers }, body })

    for (const credential of [KEY, TOKEN, WRONG_KEY, UNKNOWN_KEY, MALFORMED_KEY, ...BAD_TOKENS]) {
      const isValid = credential === KEY || credential === TOKEN
      for (const [index, headers] of listHeaders(credential).entries()) {
        const status = await send('/api/repository/changes', { headers })
        expect([200, 401, 429]).toContain(status)
        if (!isValid) expect([401, 429]).toContain(status)
        else if (index === 1) expect(status).toBe(200)
        else if (index === 0) expect(status).toBe(credential === KEY ? 200 : 401)
        await post('/api/changelog/update', headers, `{"changes": [{"type": "Added", "key": "${credential}"`)
      }
      await send(`/api/changelog?api_key=${credential}&access_token=${credential}`)
      await send('/api/no/such/path', { headers: { 'x-api-key': credential } })
      await send('/health', { method: 'DELETE', headers: { 'x-api-key': credential } })
    }

    const headers = { 'x-api-key': KEY }
    for (const body of [
      `{"changes": "${KEY}"}`,
      `{"${KEY}": 1}`,
      `{"changes": [{"type": "Added", "description": "${KEY}\\n# Heading"}]}`,
      `${TOKEN}`,
      '{"__proto__": {}}',
      '\u0000',
    ]) {
      expect(await post('/api/changelog/update', headers, body)).toBe(400)
      expect(await post('/api/changelog/release', { authorization: `Bearer ${TOKEN}` }, body)).toBe(400)
    }
    await post('/api/changelog/update', { ...headers, 'content-type': 'text/plain' }, KEY)
    await send(`/api/changelog/${encodeURIComponent('9.9.9')}?x=${TOKEN}`, { headers })
    await send(`/api/repository/changes?since=${KEY}`, { headers })

    renameSync(join(repository, 'CHANGELOG.md'), join(repository, 'moved.md'))
    mkdirSync(join(repository, 'CHANGELOG.md'))
    expect(await send('/api/changelog', { headers })).toBe(400)
    expect(await post('/api/changelog/release', headers, '{}')).toBe(400)
    rmSync(join(repository, '.git'), { recursive: true })
    expect(await send('/api/repository/changes', { headers })).toBe(400)

    for (const bytes of [
      `GARBAGE ${KEY}\r\nx-api-key: ${KEY}\r\n\r\n`,
      `GET /%ff?key=${KEY} HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\nconnection: close\r\n\r\n`,
      `GET / HTTP/1.1\r\nx-api-key: ${KEY}\r\nconnection: close\r\n\r\n`,
      `GET / HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\nx: ${TOKEN.repeat(100)}\r\n\r\n`,
      `GET /?${KEY.repeat(300)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      `GET / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\nx-api-key : ${KEY}\r\n\r\n`,
    ]) {
      expect(await sendRaw(url, bytes), bytes.slice(0, 80)).toMatch(/^HTTP\/1\.1 4\d\d /)
    }

    const output = await stopAndReadOutput()
    expect(output.match(/"method":"(?:GET|POST|DELETE)"/g)?.length).toBeGreaterThanOrEqual(requests)
    expect([...statuses].toSorted()).toEqual([200, 400, 401, 404, 405, 415, 429])
    const secrets = [
      ...[JWT_SECRET, digest, KEY, TOKEN, WRONG_KEY, UNKNOWN_KEY, MALFORMED_KEY, ...BAD_TOKENS],
      // Recognisable parts of them
      ...[KEY, WRONG_KEY, UNKNOWN_KEY].map((key) => key.slice(key.lastIndexOf('_') + 1).slice(0, 12)),
      ...[TOKEN, ...BAD_TOKENS].flatMap((token) => token.split('.').filter((part) => part.length > 12)),
    ]
    for (const secret of secrets) expect(output.includes(secret), secret).toBe(false)
  })

  it('contains no secret when the config is invalid', async () => {
    for (const environment of [
      { CHANGELOG_JWT_SECRET: 'too-short-a-secret' },
      { CHANGELOG_API_KEYS: KEY },
      { CHANGELOG_API_KEYS: `e2e:everything:${digest}` },
    ]) {
      const message = await serve(createRepository(), environment).then(
        String,
        (error: Error) => error.message,
      )
      expect(message).toContain('changelog cannot start: invalid config')
      for (const secret of ['too-short-a-secret', JWT_SECRET, KEY, digest])
        expect(message).not.toContain(secret)
    }
  })
})

const GIGABYTE = 1024 ** 3
const CHUNK = Buffer.alloc(64 * 1024, 'x')

/** Writes until the peer closes the connection or all bytes are sent. Returns the number of bytes sent. */
async function sendBytes(socket: Socket, total: number): Promise<number> {
  // When the peer closes the connection during a write, the promises reject with EPIPE.
  const returnTrue = () => true
  const ended = Promise.race([once(socket, 'close'), once(socket, 'end')]).then(returnTrue, returnTrue)
  for (let sent = 0; sent < total && !socket.destroyed && socket.writable; sent += CHUNK.length) {
    if (socket.write(CHUNK)) continue
    const drained = once(socket, 'drain').then(() => false)
    if (await Promise.race([ended, drained.catch(() => true)])) break
  }
  return socket.bytesWritten - socket.writableLength
}

describe('the body of an unauthenticated request', { timeout: 60_000 }, () => {
  it('is rejected before it is sent', async () => {
    const { url } = await serve(createRepository())
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(
      'POST /api/changelog/update HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
    )
    const response = await text(socket)
    expect(response).toMatch(/^HTTP\/1\.1 401 .*\r\n/)
    expect(response.toLowerCase()).toMatch(/\r\nwww-authenticate: bearer/)
    expect(response.toLowerCase()).toContain('\r\nconnection: close\r\n')
  })

  it.each([
    ['a Content-Length', `content-length: ${GIGABYTE}`],
    ['chunked encoding', 'transfer-encoding: chunked'],
  ])('is not read to its end when it is a gigabyte with %s', async (_, framing) => {
    const repository = createRepository()
    const { url, child } = await serve(repository)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    let response = ''
    socket.on('data', (chunk) => {
      response += chunk
    })
    await once(socket, 'connect')
    socket.write(
      `POST /api/changelog/update HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`,
    )
    if (framing.includes('chunked')) socket.write(`${GIGABYTE.toString(16)}\r\n`)
    const sent = await sendBytes(socket, GIGABYTE)
    socket.destroy()
    expect(sent).toBeLessThan(64 * 1024 * 1024)
    // When the service closes the connection, the response can be lost.
    if (response !== '') expect(response).toMatch(/^HTTP\/1\.1 401 /)

    const second = await fetch(new URL('/api/changelog', url), { headers: { 'x-api-key': KEY } })
    expect(second.status).toBe(200)
    expect(child.exitCode).toBeNull()
    expect(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')).toBe(CHANGELOG)
  })
})
