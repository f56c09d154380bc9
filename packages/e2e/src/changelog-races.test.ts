// Many writers on one changelog, and writers that are killed while they write. What the service said it wrote is
// there exactly once, whatever happens around it.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type RunningService, startService } from './process.ts'

const KEY = `qb_e2e_${'k'.repeat(43)}`
const ENTRY = `e2e:changes:read+changelog:write:${createHash('sha256').update(KEY).digest('hex')}`
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n\n### Added\n\n- The first.\n'

let running: RunningService[] = []
let folders: string[] = []
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop('SIGKILL')))
  for (const folder of folders) rmSync(folder, { recursive: true })
  ;[running, folders] = [[], []]
})

/** A git repository that holds a changelog and nothing else. */
function makeRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'qb-races-'))
  folders.push(folder)
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  for (const command of ['init', 'add --all', '-c user.name=e2e -c user.email=e2e@x commit --message Work']) {
    execFileSync('git', command.split(' '), { cwd: folder, stdio: 'ignore' })
  }
  return folder
}

async function serve(repository: string): Promise<RunningService> {
  const service = await startService('changelog', {
    REPOSITORY_PATH: repository,
    CHANGELOG_API_KEYS: ENTRY,
    CHANGELOG_RATE_LIMIT_MAX: '0',
  })
  running.push(service)
  return service
}

async function get<T>({ url }: RunningService, path: string): Promise<T> {
  const response = await fetch(new URL(path, url), { headers: { 'x-api-key': KEY } })
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return body as T
}

/** The status of an update that adds one entry. */
async function update({ url }: RunningService, description: string): Promise<number> {
  const response = await fetch(new URL('/api/changelog/update', url), {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ changes: [{ type: 'Added', description }] }),
  })
  await response.arrayBuffer()
  return response.status
}

/** The entries under Unreleased, as the service reads them. */
async function readUnreleased(service: RunningService): Promise<string[]> {
  const history = await get<{ unreleased: { description: string }[]; total: number }>(
    service,
    '/api/changelog',
  )
  expect(history.total).toBe(1)
  return history.unreleased.map(({ description }) => description)
}

/** The new entries, as anyone finds them who opens the file. */
function readFileEntries(repository: string): string[] {
  const text = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')
  const [, added = ''] = /^# Changelog\n\n## \[Unreleased\]\n(.*)\n## \[1\.0\.0\] - .*$/s.exec(text) ?? []
  expect(text.replace(added, '')).toBe(CHANGELOG)
  return Array.from(added.matchAll(/^- (.*)$/gm), ([, description = '']) => description)
}

const numbered = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name} ${n}`)

describe('updates at once', { timeout: 60_000 }, () => {
  it('to one process, 200 of them, are there exactly once each', async () => {
    const repository = makeRepository()
    const service = await serve(repository)
    const descriptions = numbered(200, 'update')
    const statuses = await Promise.all(descriptions.map((description) => update(service, description)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await readUnreleased(service)).toSorted()).toEqual(descriptions.toSorted())
    expect(readFileEntries(repository).toSorted()).toEqual(descriptions.toSorted())
  })

  it('to two processes on one file, 100 each, are there exactly once each, and readers see no half', async () => {
    const repository = makeRepository()
    const services = await Promise.all([serve(repository), serve(repository)])
    let isWriting = true
    const seen: number[] = []
    const reading = services.slice(0, 1).map(async (service) => {
      while (isWriting) seen.push((await readUnreleased(service)).length)
    })
    const descriptions = ['a', 'b'].map((name) => numbered(100, name))
    const statuses = await Promise.all(
      services.flatMap((service, index) =>
        (descriptions[index] ?? []).map((description) => update(service, description)),
      ),
    ).finally(() => {
      isWriting = false
    })
    await Promise.all(reading)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    for (const service of services) {
      expect((await readUnreleased(service)).toSorted()).toEqual(descriptions.flat().toSorted())
    }
    expect(readdirSync(repository).toSorted()).toEqual(['.git', 'CHANGELOG.md'])
  })
})

const REPOSITORIES = 5
const KILLS_EACH = 10
const CLIENTS = 3

/** What clients sent to one changelog, and what of it they were told is written. */
interface Ledger {
  readonly sent: Set<string>
  readonly acknowledged: Set<string>
}

/** Updates one after another until the service is gone; every answer it gives is a success. */
async function sendUntilKilled(service: RunningService, name: string, ledger: Ledger): Promise<void> {
  for (let number = 0; ; number++) {
    const description = `${name} update ${number}`
    ledger.sent.add(description)
    const status = await update(service, description).catch(() => undefined)
    if (status === undefined) return
    expect(status).toBe(200)
    ledger.acknowledged.add(description)
  }
}

/** Kills the service at the n-th thing that happens in its folder, so that each step of a write is hit. */
async function killAtEvent(service: RunningService, folder: string, count: number): Promise<void> {
  const ended = once(service.process, 'exit')
  let left = count
  const watcher = watch(folder, () => {
    left -= 1
    if (left === 0) service.process.kill('SIGKILL')
  })
  const [, signal] = await ended
  watcher.close()
  expect(signal).toBe('SIGKILL')
}

/** Every acknowledged entry exactly once, any other that was sent at most once, and nothing else. */
function expectAccounted(entries: readonly string[], { sent, acknowledged }: Ledger): void {
  expect(entries).toHaveLength(new Set(entries).size)
  expect(entries.filter((entry) => !sent.has(entry))).toEqual([])
  const found = new Set(entries)
  expect([...acknowledged].filter((entry) => !found.has(entry))).toEqual([])
}

/** Starts, streams, kills, looks at the file; again and again on one repository. Gives what it came upon. */
async function killOverAndOver(lane: number) {
  const repository = makeRepository()
  const ledger: Ledger = { sent: new Set(), acknowledged: new Set() }
  const strangers = () => readdirSync(repository).filter((name) => !['.git', 'CHANGELOG.md'].includes(name))
  let leftBehind = 0
  for (let round = 0; round < KILLS_EACH; round++) {
    const service = await serve(repository)
    expectAccounted(await readUnreleased(service), ledger)
    const killed = killAtEvent(service, repository, 12 + lane + 3 * round)
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      sendUntilKilled(service, `round ${round} client ${client}`, ledger),
    )
    await Promise.all([killed, ...clients])
    expectAccounted(readFileEntries(repository), ledger)
    leftBehind += strangers().length
  }
  const last = await serve(repository)
  expect(await update(last, 'after all')).toBe(200)
  const [entries, { changes }] = await Promise.all([
    readUnreleased(last),
    get<{ changes: unknown[] }>(last, '/api/repository/changes'),
  ])
  expectAccounted(
    entries.filter((entry) => entry !== 'after all'),
    ledger,
  )
  expect(changes).toEqual([])
  expect(strangers()).toEqual([])
  return { acknowledged: ledger.acknowledged.size, leftBehind }
}

describe('a process killed while it writes', { timeout: 300_000 }, () => {
  it('leaves a whole file with all that was acknowledged, 50 times, and nothing that counts as a change', async () => {
    // All of them to their end, or one that fails would leave the processes of the others behind.
    const outcomes = await Promise.allSettled(
      Array.from({ length: REPOSITORIES }, (_, lane) => killOverAndOver(lane)),
    )
    const lanes = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    })
    // Otherwise no kill came in the middle of a write, and nothing was tested.
    const total = (of: 'acknowledged' | 'leftBehind') => lanes.reduce((sum, lane) => sum + lane[of], 0)
    expect(total('acknowledged')).toBeGreaterThan(REPOSITORIES * KILLS_EACH)
    expect(total('leftBehind')).toBeGreaterThan(0)
  })
})
