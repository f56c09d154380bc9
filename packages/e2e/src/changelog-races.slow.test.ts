// Tests concurrent writers of one changelog, and writers that are killed while they write. Every acknowledged
// entry must be in the file exactly once.
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

/** Creates a git repository that contains only a changelog. */
function createRepository(): string {
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

/** Adds one entry. Returns the status of the response. */
async function update({ url }: RunningService, description: string): Promise<number> {
  const response = await fetch(new URL('/api/changelog/update', url), {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ changes: [{ type: 'Added', description }] }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Returns the entries under Unreleased from the service. */
async function readUnreleased(service: RunningService): Promise<string[]> {
  const history = await get<{ unreleased: { description: string }[]; total: number }>(
    service,
    '/api/changelog',
  )
  expect(history.total).toBe(1)
  return history.unreleased.map(({ description }) => description)
}

/** Returns the new entries from the file, and expects the rest of the file to be unchanged. */
function readFileEntries(repository: string): string[] {
  const text = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')
  const [, added = ''] = /^# Changelog\n\n## \[Unreleased\]\n(.*)\n## \[1\.0\.0\] - .*$/s.exec(text) ?? []
  expect(text.replace(added, '')).toBe(CHANGELOG)
  return Array.from(added.matchAll(/^- (.*)$/gm), ([, description = '']) => description)
}

const createDescriptions = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name} ${n}`)

describe('concurrent updates', () => {
  it('of one process are each written exactly once', async () => {
    const repository = createRepository()
    const service = await serve(repository)
    const descriptions = createDescriptions(200, 'update')
    const statuses = await Promise.all(descriptions.map((description) => update(service, description)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await readUnreleased(service)).toSorted()).toEqual(descriptions.toSorted())
    expect(readFileEntries(repository).toSorted()).toEqual(descriptions.toSorted())
  })

  it('of two processes are each written exactly once, and a reader sees no partial write', async () => {
    const repository = createRepository()
    const services = await Promise.all([serve(repository), serve(repository)])
    let isWriting = true
    const counts: number[] = []
    const reading = services.slice(0, 1).map(async (service) => {
      while (isWriting) counts.push((await readUnreleased(service)).length)
    })
    const descriptions = ['a', 'b'].map((name) => createDescriptions(100, name))
    const statuses = await Promise.all(
      services.flatMap((service, index) =>
        (descriptions[index] ?? []).map((description) => update(service, description)),
      ),
    ).finally(() => {
      isWriting = false
    })
    await Promise.all(reading)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(counts.length).toBeGreaterThan(0)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    for (const service of services) {
      expect((await readUnreleased(service)).toSorted()).toEqual(descriptions.flat().toSorted())
    }
    expect(readdirSync(repository).toSorted()).toEqual(['.git', 'CHANGELOG.md'])
  })
})

const REPOSITORIES = 3
const KILLS_PER_REPOSITORY = 8
const CLIENTS = 3

/** The descriptions that clients sent to one changelog, and those that the service acknowledged with 200. */
interface Ledger {
  readonly sent: Set<string>
  readonly acknowledged: Set<string>
}

/** Sends updates one after the other until the service is killed. Expects every response to be 200. */
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

/** Kills the service at the n-th event in its folder. Different counts hit different steps of a write. */
async function killAtEvent(service: RunningService, folder: string, count: number): Promise<void> {
  const ended = once(service.process, 'exit')
  let remaining = count
  const watcher = watch(folder, () => {
    remaining -= 1
    if (remaining === 0) service.process.kill('SIGKILL')
  })
  const [, signal] = await ended
  watcher.close()
  expect(signal).toBe('SIGKILL')
}

/** Expects every acknowledged entry exactly once, other sent entries at most once, and no other entries. */
function expectConsistent(entries: readonly string[], { sent, acknowledged }: Ledger): void {
  expect(entries).toHaveLength(new Set(entries).size)
  expect(entries.filter((entry) => !sent.has(entry))).toEqual([])
  const found = new Set(entries)
  expect([...acknowledged].filter((entry) => !found.has(entry))).toEqual([])
}

/**
 * Repeatedly starts a service on one repository, sends updates, kills the service and checks the file.
 * @returns the number of acknowledged entries, and the number of files that killed services left behind
 */
async function killRepeatedly(index: number) {
  const repository = createRepository()
  const ledger: Ledger = { sent: new Set(), acknowledged: new Set() }
  const listOtherFiles = () =>
    readdirSync(repository).filter((name) => !['.git', 'CHANGELOG.md'].includes(name))
  let leftBehind = 0
  for (let round = 0; round < KILLS_PER_REPOSITORY; round++) {
    const service = await serve(repository)
    expectConsistent(await readUnreleased(service), ledger)
    const killed = killAtEvent(service, repository, 12 + index + 4 * round)
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      sendUntilKilled(service, `round ${round} client ${client}`, ledger),
    )
    await Promise.all([killed, ...clients])
    expectConsistent(readFileEntries(repository), ledger)
    leftBehind += listOtherFiles().length
  }
  const last = await serve(repository)
  expect(await update(last, 'last entry')).toBe(200)
  const [entries, { changes }] = await Promise.all([
    readUnreleased(last),
    get<{ changes: unknown[] }>(last, '/api/repository/changes'),
  ])
  expectConsistent(
    entries.filter((entry) => entry !== 'last entry'),
    ledger,
  )
  expect(changes).toEqual([])
  expect(listOtherFiles()).toEqual([])
  return { acknowledged: ledger.acknowledged.size, leftBehind }
}

describe('a process that is killed while it writes', () => {
  it('leaves a complete changelog with every acknowledged entry', async () => {
    // Waits for all of them, so that no process is left when one fails.
    const outcomes = await Promise.allSettled(
      Array.from({ length: REPOSITORIES }, (_, index) => killRepeatedly(index)),
    )
    const results = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    })
    // Without files left behind, no service was killed during a write.
    const total = (of: 'acknowledged' | 'leftBehind') => results.reduce((sum, result) => sum + result[of], 0)
    expect(total('acknowledged')).toBeGreaterThan(REPOSITORIES * KILLS_PER_REPOSITORY)
    expect(total('leftBehind')).toBeGreaterThan(0)
  })
})
