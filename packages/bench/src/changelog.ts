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
  for (const [name, checkout] of checkouts) {
    const folder = createFolder()
    createRepository(folder)
    const environment = { REPOSITORY_PATH: folder, CHANGELOG_API_KEYS: ENTRY, CHANGELOG_RATE_LIMIT_MAX: '0' }
    // It starts git, which is compared with a git that runs on all cores.
    const service = await startService(name, checkout, 'changelog', { environment, cores: '0,1' })
    const add = (title: string, row: Readonly<Record<string, number>>) => {
      results[`${name}: ${title}`] = row
    }
    const addRatio = (title: string, ms: number, bareMs: number) =>
      add(title, { ms, 'bare ms': bareMs, ratio: ms / bareMs })

    const aside = join(folder, '.git/bench.tmp')
    await timeOf(40, () => post(service))
    const updateMs = await timeOf(rounds * 3, () => post(service))
    const writeMs = await timeOf(rounds * 3, () => {
      writeFileSync(aside, readFileSync(join(folder, 'CHANGELOG.md')), { flush: true })
      renameSync(aside, join(folder, '.git/bench'))
    })
    addRatio('one update of 88 KB, beside a write, fsync and rename', updateMs, writeMs)
    add('200 updates of 88 KB at once', await countWrites(folder, service))
    writeChangelog(folder, LARGE_BYTES)
    const delayMs = await pollDuring(service, postAtOnce(service, { 'if-match': '*' }))
    add('/livez during 200 updates of 1 MB with If-Match, at most', { ms: delayMs })
    const list = () => send(service, '/api/repository/changes')
    await list()
    const changesMs = await timeOf(rounds, list)
    const status = ['status', '--porcelain', '-z', '--no-renames', '-uall']
    const statusMs = await timeOf(rounds, () =>
      execFileSync('git', status, { cwd: folder, maxBuffer: 1024 ** 3 }),
    )
    addRatio('changes in 50,000 files, beside git status', changesMs, statusMs)
    await service.stop()
  }
  return results
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

/** Counts how many times simultaneous updates replace the changelog. */
async function countWrites(folder: string, service: Server): Promise<{ ms: number; writes: number }> {
  let writes = 0
  const watcher = watch(folder, (event, name) => {
    if (event === 'rename' && name === 'CHANGELOG.md') writes++
  })
  const ms = await timeOf(1, () => postAtOnce(service))
  await pause(100)
  watcher.close()
  return { ms, writes }
}

/** Returns the longest time of a small response until a promise is settled. */
async function pollDuring(service: Server, work: Promise<void>): Promise<number> {
  let longest = 0
  let isRunning = true
  const done = work.finally(() => {
    isRunning = false
  })
  while (isRunning) longest = Math.max(longest, await timeOf(1, () => send(service, '/livez')))
  await done
  return longest
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
