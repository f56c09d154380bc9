// Measures the changelog service against the bare work that it cannot avoid: the write of the file, a constant response, and
// `git status`. Both sides are measured in the same run, in alternation.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from './median.ts'
import type { Programs } from './programs.ts'
import { type Server, startServer } from './servers.ts'
import { createStoreUpdate } from './store-update.ts'

const KEY = `qb_bench_${'k'.repeat(43)}`
const SCOPES = 'changes:read+changelog:write+release:create'
const CHANGELOG_BYTES = 1_000_000
const FOLDERS = 500
const FILES_PER_FOLDER = 100
const CHANGED_PER_FOLDER = 10
const COMMITS = 1000
const FILES_PER_COMMIT = 3
const SIMULTANEOUS = 200
/** How many updates are not counted. After them, most code of both sides is compiled. */
const WARM_UP_UPDATES = 40
/** How many reads of the history are not counted, for the same reason. */
const WARM_UP_READS = 300
/** How many rounds of simultaneous updates are not counted. */
const WARM_UP_BURSTS = 12
/** The pause before each measurement, in milliseconds. */
const PAUSE_MS = 10
/** How long a file must have been unchanged before a request, in milliseconds. */
const SETTLED_MS = 3000

/** One comparison. Times are medians in milliseconds. */
interface Comparison {
  readonly 'this service': number
  readonly 'bare work': number
  readonly ratio: number
}

/** Measures the changelog service. */
export async function measureChangelog(
  rounds: number,
  { changelog }: Pick<Programs, 'changelog'>,
): Promise<Record<string, Comparison>> {
  if (!changelog)
    throw new Error('expected the changelog service, got none; install the package @qb/changelog')
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  createRepository(folder)
  const environment = {
    CHANGELOG_PORT: '0',
    REPOSITORY_PATH: folder,
    CHANGELOG_API_KEYS: `bench:${SCOPES}:${createHash('sha256').update(KEY).digest('hex')}`,
    CHANGELOG_RATE_LIMIT_MAX: '0',
  }
  // It starts git, which is compared with a git that runs on all cores.
  const service = await startServer(changelog, '/livez', environment, false)
  const storeFolder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const updateStore = await createStoreUpdate(storeFolder, createChangelog())
    const inProcess = await compare(rounds, updateStore, () => writeBare(storeFolder), WARM_UP_UPDATES)
    let number = 0
    const update = () => post(service, `entry ${number++}`)
    const one = await compare(rounds, update, () => writeBare(folder), WARM_UP_UPDATES)
    const peer = await startBareServer(folder)
    const againstPeer = await compare(rounds, update, () => post(peer, 'entry'), WARM_UP_UPDATES).finally(
      () => peer.stop(),
    )
    const many = await compare(
      Math.min(rounds, 7),
      () => Promise.all(Array.from({ length: SIMULTANEOUS }, update)),
      update,
      WARM_UP_BURSTS,
    )
    writeFileSync(join(folder, 'CHANGELOG.md'), createChangelog())
    // The service reads a file again while its times can be as old as the read.
    await pause(SETTLED_MS)
    const history = await get(service, '/api/changelog')
    const constant = await startConstant(history)
    const read = await compare(
      rounds * 10,
      () => get(service, '/api/changelog'),
      () => get(constant, '/'),
      WARM_UP_READS,
    ).finally(() => constant.stop())
    const list = () => get(service, '/api/repository/changes')
    const changes = await compare(rounds, list, () => readStatus(folder))
    addCommits(folder)
    const changesSinceTag = await compare(rounds, list, () => {
      readStatus(folder)
      readDifferences(folder)
    })
    return {
      'an update of 1 MB in the process, against the write of the file': inProcess,
      'an update of 1 MB over HTTP, against the write of the file': one,
      'an update of 1 MB over HTTP, against a bare server that writes the file': againstPeer,
      '200 updates at once, against one': many,
      'GET /api/changelog, against a constant response': read,
      'changes in 50,000 files, against git status': changes,
      'the same since a tag 1,000 commits back, against git status and diff-tree': changesSinceTag,
    }
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
    rmSync(storeFolder, { recursive: true })
  }
}

/**
 * Compares two functions in alternation.
 * @param warmUp the number of rounds before those that are counted. They fill the caches, and compile both sides
 */
async function compare(
  rounds: number,
  run: () => unknown,
  runBare: () => unknown,
  warmUp = 1,
): Promise<Comparison> {
  const times: number[] = []
  const bareTimes: number[] = []
  for (let round = -warmUp; round < rounds; round++) {
    const bare = await timeOf(runBare)
    const time = await timeOf(run)
    if (round < 0) continue
    times.push(time)
    bareTimes.push(bare)
  }
  const [own, bare] = [median(times), median(bareTimes)]
  const round2 = (value: number) => Math.round(value * 100) / 100
  return { 'this service': round2(own), 'bare work': round2(bare), ratio: round2(own / bare) }
}

async function timeOf(run: () => unknown): Promise<number> {
  // What the service does after a response must not delay the other side.
  await pause(PAUSE_MS)
  const start = performance.now()
  await run()
  return performance.now() - start
}

async function post(server: Server, description: string): Promise<void> {
  await send(server, '/api/changelog/update', JSON.stringify({ changes: [{ type: 'Added', description }] }))
}

function get(server: Pick<Server, 'url'>, path: string): Promise<string> {
  return send(server, path)
}

/** Keeps connections open. `fetch` would take as much time for a request as the service. */
const AGENT = new Agent({ keepAlive: true, maxSockets: SIMULTANEOUS })

/** Sends a request, a POST if it has a body. @throws Error when the status is not 2xx */
function send({ url }: Pick<Server, 'url'>, path: string, body?: string): Promise<string> {
  const headers = { 'x-api-key': KEY, ...(body !== undefined && { 'content-type': 'application/json' }) }
  return new Promise((resolve, reject) => {
    const options = { agent: AGENT, headers, method: body === undefined ? 'GET' : 'POST' }
    const sent = request(url + path, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const text = String(Buffer.concat(parts))
        if (Math.trunc((response.statusCode ?? 0) / 100) === 2) resolve(text)
        else reject(new Error(text))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Starts a server of Node.js that returns a body. */
function startConstant(body: string): Promise<Server> {
  return startBare(`
    const body = Buffer.from(${JSON.stringify(body)})
    const listener = (request, response) => {
      response.setHeader('content-type', 'application/json').end(body)
    }`)
}

/** Starts a server of Node.js that parses the body, and writes the file as {@link writeBare} does. */
function startBareServer(folder: string): Promise<Server> {
  const fileSystem = ['closeSync', 'fsyncSync', 'openSync', 'readFileSync', 'renameSync', 'writeSync']
  return startBare(`
    const { ${fileSystem.join(', ')} } = require('node:fs')
    const { join } = require('node:path')
    ${writeBare}
    const listener = (request, response) => {
      if (request.method === 'GET') return response.end()
      let body = ''
      request.on('data', (part) => { body += part })
      request.on('end', () => {
        const { changes } = JSON.parse(body)
        writeBare(${JSON.stringify(folder)})
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ changes }))
      })
    }`)
}

/** Starts a server of Node.js. @param program defines its `listener` */
function startBare(program: string): Promise<Server> {
  const start = `
    const server = require('node:http').createServer(listener)
    server.listen(0, '127.0.0.1', () => console.log('bare ready at http://127.0.0.1:' + server.address().port))`
  return startServer([process.execPath, '--eval', program + start], '/', {}, false)
}

/** Reads the changelog, writes a copy aside, syncs it, renames it, and syncs the folder. */
function writeBare(folder: string): void {
  const bytes = readFileSync(join(folder, 'CHANGELOG.md'))
  const file = openSync(join(folder, '.git/bench.tmp'), 'w')
  writeSync(file, bytes)
  fsyncSync(file)
  closeSync(file)
  renameSync(join(folder, '.git/bench.tmp'), join(folder, '.git/bench'))
  const parent = openSync(join(folder, '.git'), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

function readStatus(folder: string): void {
  const options = ['status', '--porcelain', '-z', '--no-renames', '-uall']
  execFileSync('git', options, { cwd: folder, maxBuffer: 1024 ** 3 })
}

function readDifferences(folder: string): void {
  const options = ['diff-tree', '-r', '-z', '--no-renames', 'v1.0.0', 'HEAD']
  execFileSync('git', options, { cwd: folder, maxBuffer: 1024 ** 3 })
}

/** Adds commits after the release. They change files that the working tree has not changed. */
function addCommits(folder: string): void {
  const git = (args: string[], input?: string) => execFileSync('git', args, { cwd: folder, input })
  const branch = String(git(['symbolic-ref', 'HEAD'])).trim()
  const now = Math.trunc(Date.now() / 1000)
  const commits = Array.from({ length: COMMITS }, (_, number) => {
    const text = `commit ${number}\n`
    const files = Array.from({ length: FILES_PER_COMMIT }, (_, file) => {
      const path = `d${(number * FILES_PER_COMMIT + file) % FOLDERS}/f${50 + (number % 50)}.txt`
      return `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`
    })
    const parent = number === 0 ? `from ${branch}^0\n` : ''
    return `commit ${branch}\ncommitter b <b@b> ${now + number} +0000\ndata 4\nWork\n${parent}${files.join('')}`
  })
  git(['fast-import', '--quiet'], commits.join(''))
  git(['checkout', '--quiet', 'HEAD', '--', '*/f[5-9][0-9].txt'])
}

/** Creates a repository with a changelog of 1 MB and 50,000 files, of which 5,000 are changed since the release. */
function createRepository(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], { cwd: folder })
  const write = (count: number, text: string) => {
    for (let number = 0; number < FOLDERS; number++) {
      mkdirSync(join(folder, `d${number}`), { recursive: true })
      for (let file = 0; file < count; file++)
        writeFileSync(join(folder, `d${number}/f${file}.txt`), `${text} ${file}\n`)
    }
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), createChangelog())
  write(FILES_PER_FOLDER, 'first')
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Work')
  git('tag', 'v1.0.0')
  write(CHANGED_PER_FOLDER, 'second')
}

function createChangelog(): string {
  const parts = ['# Changelog\n\n## [Unreleased]\n\n### Added\n\n- The first.\n']
  let length = 0
  for (let version = 4000; length < CHANGELOG_BYTES; version--) {
    const sections = ['Added', 'Changed', 'Fixed'].map((type) => {
      const entries = [1, 2, 3, 4].map(
        (entry) =>
          `- Entry ${entry} of ${version}, as long as usual ([#${version}](https://a.b/${version}))\n`,
      )
      return `\n### ${type}\n\n${entries.join('')}`
    })
    const part = `\n## [0.${version}.0] - 2020-01-01\n${sections.join('')}`
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}
