// Measures the changelog service beside the bare work that it cannot avoid: a write of the file, and `git status`.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createFolder } from './dataset.ts'
import { type Measure, type Table, timeOf } from './measure.ts'
import { type Server, startService } from './servers.ts'

const KEY = `qb_bench_${'k'.repeat(43)}`
const ENTRY = `bench:changes:read+changelog:write:${createHash('sha256').update(KEY).digest('hex')}`
/** The median of 70 real changelogs. */
const USUAL_BYTES = 88_000
const LARGE_BYTES = 1_000_000
const SIMULTANEOUS = 200
const FOLDERS = 500
const FILES_PER_FOLDER = 100
const CHANGED_PER_FOLDER = 10

/** Measures each build in a repository of its own. Times are medians in milliseconds. */
export async function measureChangelog({ checkouts, rounds }: Measure): Promise<Table> {
  const results: Table = {}
  for (const checkout of checkouts) {
    const folder = createFolder()
    createRepository(folder)
    const environment = { REPOSITORY_PATH: folder, CHANGELOG_API_KEYS: ENTRY, CHANGELOG_RATE_LIMIT_MAX: '0' }
    // It starts git, which is compared with a git that runs on all cores.
    const options = { environment, path: '/livez', isPinned: false }
    const service = await startService(checkout, 'changelog', options)
    for (const [title, row] of Object.entries(await measureService(service, folder, rounds))) {
      results[`${service.name}: ${title}`] = row
    }
    await service.stop()
  }
  return results
}

async function measureService(service: Server, folder: string, rounds: number): Promise<Table> {
  writeChangelog(folder, USUAL_BYTES)
  await timeOf(40, () => post(service))
  const [one, bare] = [
    await timeOf(rounds * 3, () => post(service)),
    await timeOf(rounds * 3, () => writeBare(folder)),
  ]
  const { writes, ms } = await countWrites(folder, () => postAtOnce(service))
  writeChangelog(folder, LARGE_BYTES)
  const delay = await pollDuring(service, () => postAtOnce(service, { 'if-match': '*' }))
  const list = () => send(service, '/api/repository/changes')
  await list()
  const [changes, status] = [await timeOf(rounds, list), await timeOf(rounds, () => readStatus(folder))]
  return {
    'one update of 88 KB, beside a write, fsync and rename': { ms: one, 'bare ms': bare, ratio: one / bare },
    '200 updates of 88 KB at once': { ms, writes },
    '/livez during 200 updates of 1 MB with If-Match, at most': { ms: delay },
    'changes in 50,000 files, beside git status': { ms: changes, 'bare ms': status, ratio: changes / status },
  }
}

async function send({ url }: Server, path: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url + path, { ...init, headers: { 'x-api-key': KEY, ...init.headers } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: expected status 200, got ${response.status}: ${text}`)
}

function post(service: Server, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  return send(service, '/api/changelog/update', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ changes: [{ type: 'Added', description: 'An entry.' }] }),
  })
}

async function postAtOnce(service: Server, headers?: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all(Array.from({ length: SIMULTANEOUS }, () => post(service, headers)))
}

/** Counts how many times the changelog is replaced while a function runs. */
async function countWrites(
  folder: string,
  run: () => Promise<void>,
): Promise<{ writes: number; ms: number }> {
  let writes = 0
  const watcher = watch(folder, (event, name) => {
    if (event === 'rename' && name === 'CHANGELOG.md') writes++
  })
  const ms = await timeOf(1, run)
  await pause(100)
  watcher.close()
  return { writes, ms }
}

/** Returns the longest time of a small response while a function runs. */
async function pollDuring(service: Server, run: () => Promise<void>): Promise<number> {
  let longest = 0
  let isRunning = true
  const done = run().finally(() => {
    isRunning = false
  })
  while (isRunning) {
    longest = Math.max(longest, await timeOf(1, () => send(service, '/livez')))
  }
  await done
  return longest
}

/** Writes a copy of the changelog aside, syncs it, and renames it. */
function writeBare(folder: string): void {
  const aside = join(folder, '.git/bench.tmp')
  writeFileSync(aside, readFileSync(join(folder, 'CHANGELOG.md')), { flush: true })
  renameSync(aside, join(folder, '.git/bench'))
}

function readStatus(folder: string): void {
  const args = ['status', '--porcelain', '-z', '--no-renames', '-uall']
  execFileSync('git', args, { cwd: folder, maxBuffer: 1024 ** 3 })
}

/** Creates a repository with 50,000 files, of which 5,000 are changed since the release. */
function createRepository(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], { cwd: folder })
  const write = (count: number, text: string) => {
    for (let number = 0; number < FOLDERS; number++) {
      mkdirSync(join(folder, `d${number}`), { recursive: true })
      for (let file = 0; file < count; file++) {
        writeFileSync(join(folder, `d${number}/f${file}.txt`), `${text} ${file}\n`)
      }
    }
  }
  writeChangelog(folder, USUAL_BYTES)
  write(FILES_PER_FOLDER, 'first')
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Work')
  git('tag', 'v1.0.0')
  write(CHANGED_PER_FOLDER, 'second')
}

function writeChangelog(folder: string, bytes: number): void {
  const parts = ['# Changelog\n\n## [Unreleased]\n\n### Added\n\n- The first.\n\n## [1.0.0] - 2021-01-01\n']
  let length = 0
  for (let version = 4000; length < bytes; version--) {
    const entry = `- An entry of ${version}, as long as usual ([#${version}](https://a.b/${version}))\n`
    const sections = ['Added', 'Changed', 'Fixed'].map((type) => `\n### ${type}\n\n${entry.repeat(4)}`)
    parts.push(`\n## [0.${version}.0] - 2020-01-01\n${sections.join('')}`)
    length += parts.at(-1)?.length ?? 0
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), parts.join(''))
}
