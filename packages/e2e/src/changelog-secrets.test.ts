// What must never be seen: a key, a token or the secret of tokens in a log; and a body that nobody asked for.
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
const NO_KEY = 'hunter2-hunter2-hunter2-hunter2'
const digest = createHash('sha256').update(KEY).digest('hex')
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n'

const base64url = (value: string | object) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A token signed with the secret, or with another one; `none` is not signed at all. */
function makeToken(claims: object, alg = 'HS256', secret = JWT_SECRET): string {
  const signed = `${base64url({ alg, typ: 'JWT' })}.${base64url(claims)}`
  if (alg === 'none') return `${signed}.`
  return `${signed}.${createHmac(alg.replace('HS', 'sha'), secret).update(signed).digest('base64url')}`
}

const SECONDS = Math.floor(Date.now() / 1000)
const CLAIMS = { sub: 'e2e', scope: 'changes:read changelog:write release:create', exp: SECONDS + 3600 }
const TOKEN = makeToken(CLAIMS)
const BAD_TOKENS = [
  makeToken({ ...CLAIMS, exp: SECONDS - 3600 }),
  makeToken({ sub: 'e2e', scope: CLAIMS.scope }),
  makeToken(CLAIMS, 'none'),
  makeToken(CLAIMS, 'HS512'),
  makeToken(CLAIMS, 'HS256', 'another-secret-of-tokens-0123456789'),
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

function makeRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'qb-secrets-'))
  folders.push(folder)
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  execFileSync('git', ['init'], { cwd: folder, stdio: 'ignore' })
  return folder
}

/** Starts the service with the most talkative log, and keeps all that it says. */
async function serve(repository: string, environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['packages/changelog/dist/server.js'], {
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
  let said = ''
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk
        const url = /ready at (http:\S+)\n/.exec(said)?.[1]
        if (url) resolve(url)
      })
    }
    child.on('exit', () => reject(new Error(`ended before it was ready: ${said}`)))
  })
  const url = await ready
  return {
    url,
    child,
    /** Ends it, so that all it had to say is there. */
    async stopAndListen(): Promise<string> {
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
      return said
    },
  }
}

/** Sends bytes as they are, and gives all that comes back until the other side closes. */
async function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(bytes)
  return text(socket)
}

/** Every way to show a credential. */
const headersWith = (credential: string) => [
  { 'x-api-key': credential },
  { authorization: `Bearer ${credential}` },
  { authorization: credential },
  { authorization: `Basic ${base64url(`e2e:${credential}`)}` },
  { 'x-api-key': credential, authorization: `Bearer ${credential}` },
]

describe('the log at its most talkative', { timeout: 60_000 }, () => {
  it('holds no key, no token and no secret, whatever is asked and whatever fails', async () => {
    const repository = makeRepository()
    const { url, stopAndListen } = await serve(repository)
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

    for (const credential of [KEY, TOKEN, WRONG_KEY, UNKNOWN_KEY, NO_KEY, ...BAD_TOKENS]) {
      const isGood = credential === KEY || credential === TOKEN
      for (const [index, headers] of headersWith(credential).entries()) {
        const status = await send('/api/repository/changes', { headers })
        expect([200, 401, 429]).toContain(status)
        if (!isGood) expect([401, 429]).toContain(status)
        else if (index === 1) expect(status).toBe(200)
        else if (index === 0) expect(status).toBe(credential === KEY ? 200 : 401)
        await post('/api/changelog/update', headers, `{"changes": [{"type": "Added", "key": "${credential}"`)
      }
      await send(`/api/changelog?api_key=${credential}&access_token=${credential}`)
      await send('/api/no/such/path', { headers: { 'x-api-key': credential } })
      await send('/health', { method: 'DELETE', headers: { 'x-api-key': credential } })
    }

    const known = { 'x-api-key': KEY }
    for (const body of [
      `{"changes": "${KEY}"}`,
      `{"${KEY}": 1}`,
      `{"changes": [{"type": "Added", "description": "${KEY}\\n# Heading"}]}`,
      `${TOKEN}`,
      '{"__proto__": {}}',
      '\u0000',
    ]) {
      expect(await post('/api/changelog/update', known, body)).toBe(400)
      expect(await post('/api/changelog/release', { authorization: `Bearer ${TOKEN}` }, body)).toBe(400)
    }
    await post('/api/changelog/update', { ...known, 'content-type': 'text/plain' }, KEY)
    await send(`/api/changelog/${encodeURIComponent('9.9.9')}?x=${TOKEN}`, { headers: known })
    await send(`/api/repository/changes?since=${KEY}`, { headers: known })

    renameSync(join(repository, 'CHANGELOG.md'), join(repository, 'moved.md'))
    mkdirSync(join(repository, 'CHANGELOG.md'))
    expect(await send('/api/changelog', { headers: known })).toBe(400)
    expect(await post('/api/changelog/release', known, '{}')).toBe(400)
    rmSync(join(repository, '.git'), { recursive: true })
    expect(await send('/api/repository/changes', { headers: known })).toBe(400)

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

    const said = await stopAndListen()
    expect(said.match(/"method":"(?:GET|POST|DELETE)"/g)?.length).toBeGreaterThanOrEqual(requests)
    expect([...statuses].toSorted()).toEqual([200, 400, 401, 404, 405, 415, 429])
    const secrets = [
      ...[JWT_SECRET, digest, KEY, TOKEN, WRONG_KEY, UNKNOWN_KEY, NO_KEY, ...BAD_TOKENS],
      // What a part of them would give away
      ...[KEY, WRONG_KEY, UNKNOWN_KEY].map((key) => key.slice(key.lastIndexOf('_') + 1).slice(0, 12)),
      ...[TOKEN, ...BAD_TOKENS].flatMap((token) => token.split('.').filter((part) => part.length > 12)),
    ]
    for (const secret of secrets) expect(said.includes(secret), secret).toBe(false)
  })

  it('names no secret when the config is refused', async () => {
    for (const wrong of [
      { CHANGELOG_JWT_SECRET: 'too-short-a-secret' },
      { CHANGELOG_API_KEYS: KEY },
      { CHANGELOG_API_KEYS: `e2e:everything:${digest}` },
    ]) {
      const refused = await serve(makeRepository(), wrong).then(String, (error: Error) => error.message)
      expect(refused).toContain('changelog cannot start: invalid config')
      for (const secret of ['too-short-a-secret', JWT_SECRET, KEY, digest])
        expect(refused).not.toContain(secret)
    }
  })
})

const GIGABYTE = 1024 ** 3
const CHUNK = Buffer.alloc(64 * 1024, 'x')

/** Writes as fast as the other side takes it, until it is told off or all is sent; gives the bytes that went out. */
async function pour(socket: Socket, total: number): Promise<number> {
  // Told off in the middle of a write, the socket says EPIPE before it closes.
  const done = () => true
  const ended = Promise.race([once(socket, 'close'), once(socket, 'end')]).then(done, done)
  for (let sent = 0; sent < total && !socket.destroyed && socket.writable; sent += CHUNK.length) {
    if (socket.write(CHUNK)) continue
    const drained = once(socket, 'drain').then(() => false)
    if (await Promise.race([ended, drained.catch(() => true)])) break
  }
  return socket.bytesWritten - socket.writableLength
}

describe('a body of a caller that nobody knows', { timeout: 60_000 }, () => {
  it('is refused before any of it is sent', async () => {
    const { url } = await serve(makeRepository())
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(
      'POST /api/changelog/update HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
    )
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 401 .*\r\n/)
    expect(answer.toLowerCase()).toMatch(/\r\nwww-authenticate: bearer/)
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  })

  it.each([
    ['announced', `content-length: ${GIGABYTE}`],
    ['in chunks', 'transfer-encoding: chunked'],
  ])('is cut off early when it is a gigabyte %s, and the service lives on', async (_, framing) => {
    const repository = makeRepository()
    const { url, child } = await serve(repository)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    await once(socket, 'connect')
    socket.write(
      `POST /api/changelog/update HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`,
    )
    if (framing.includes('chunked')) socket.write(`${GIGABYTE.toString(16)}\r\n`)
    const sent = await pour(socket, GIGABYTE)
    socket.destroy()
    expect(sent).toBeLessThan(64 * 1024 * 1024)
    // A connection that is cut may take the answer with it.
    if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 401 /)

    const healthy = await fetch(new URL('/api/changelog', url), { headers: { 'x-api-key': KEY } })
    expect(healthy.status).toBe(200)
    expect(child.exitCode).toBeNull()
    expect(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')).toBe(CHANGELOG)
  })
})
