// Tests what happens when other processes change the changelog or its lock while services run.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type RunningService, scaleBudget, startService } from './process.ts'

const KEY = `qb_e2e_${'k'.repeat(43)}`
const ENTRY = `e2e:changes:read+changelog:write+release:create:${createHash('sha256').update(KEY).digest('hex')}`
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n\n### Added\n\n- The first.\n'

let running: RunningService[] = []
let folders: string[] = []
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop('SIGKILL')))
  for (const folder of folders) rmSync(folder, { recursive: true })
  ;[running, folders] = [[], []]
})

/** Creates a folder, with a changelog when the content is given. */
function createFolder(changelog: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'qb-interference-'))
  folders.push(folder)
  if (changelog !== undefined) writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  return folder
}

async function serve(folder: string): Promise<RunningService> {
  const service = await startService('changelog', {
    REPOSITORY_PATH: folder,
    CHANGELOG_API_KEYS: ENTRY,
    CHANGELOG_RATE_LIMIT_MAX: '0',
  })
  running.push(service)
  return service
}

interface Response {
  readonly status: number
  readonly body: string
}

async function get({ url }: RunningService, path: string): Promise<Response> {
  const response = await fetch(new URL(path, url), { headers: { 'x-api-key': KEY } })
  return { status: response.status, body: await response.text() }
}

async function post({ url }: RunningService, path: string, body: unknown): Promise<Response> {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.text() }
}

const update = (service: RunningService, description: string) =>
  post(service, '/api/changelog/update', { changes: [{ type: 'Added', description }] })

const readEntries = (folder: string) =>
  Array.from(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').matchAll(/^- (.*)$/gm), ([, text]) => text)

/** Sends updates one after the other. Returns the descriptions of those with the status 200. */
async function sendInTurn(service: RunningService, name: string, count: number): Promise<string[]> {
  const acknowledged: string[] = []
  for (let number = 0; number < count; number++) {
    const description = `${name} update ${number}`
    if ((await update(service, description)).status === 200) acknowledged.push(description)
  }
  return acknowledged
}

/** Repeats an action until `isOver` returns true. Yields to the event loop after each repetition. */
async function repeat(isOver: () => boolean, action: () => void): Promise<void> {
  while (!isOver()) {
    action()
    await nextTurn()
  }
}

describe('a lock whose modification time jumps', () => {
  it('does not make two services lose an acknowledged entry', async () => {
    // Large, so that a write takes several milliseconds.
    const folder = createFolder(CHANGELOG + '- Some entry of an old version.\n'.repeat(5_000))
    const services = await Promise.all([serve(folder), serve(folder)])
    let isOver = false
    const jumping = repeat(
      () => isOver,
      () => {
        const past = Date.now() / 1000 - 10
        try {
          utimesSync(join(folder, 'CHANGELOG.md.lock'), past, past)
        } catch {
          // There is no lock at the moment.
        }
      },
    )
    const acknowledged = await Promise.all(
      services.map((service, index) => sendInTurn(service, `service ${index}`, 40)),
    ).finally(() => {
      isOver = true
    })
    await jumping
    const entries = new Set(readEntries(folder))
    expect(acknowledged.flat().filter((entry) => !entries.has(entry))).toEqual([])
    expect(acknowledged.map(({ length }) => length)).toEqual([40, 40])
  })
})

describe('an editor that saves while an entry is added', () => {
  it('loses neither its content nor the entry', async () => {
    const folder = createFolder(CHANGELOG + '- Some entry of an old version.\n'.repeat(5_000))
    const service = await serve(folder)
    const saved: string[] = []
    for (let round = 0; round < 40; round++) {
      let isOver = false
      const updated = update(service, `entry ${round}`).finally(() => {
        isOver = true
      })
      const isLocked = () => existsSync(join(folder, 'CHANGELOG.md.lock'))
      while (!isLocked() && !isOver) await nextTurn()
      // Saves in place, as an editor does. The delay varies, so that all steps of the update are hit.
      const start = performance.now()
      while (performance.now() - start < 2 * (round % 20) && !isOver) await nextTurn()
      saved.push(`saved ${round}`)
      appendFileSync(join(folder, 'CHANGELOG.md'), `- saved ${round}\n`)
      expect((await updated).status).toBe(200)
    }
    const entries = new Set(readEntries(folder))
    expect(saved.map((_, round) => `entry ${round}`).filter((entry) => !entries.has(entry))).toEqual([])
    // The service cannot detect a save between its last comparison and the rename, which may happen once.
    expect(saved.filter((entry) => !entries.has(entry)).length).toBeLessThanOrEqual(1)
  })
})

describe('a foreign file at the path of the lock', () => {
  it('makes every update return 400 without waiting', async () => {
    const folder = createFolder(CHANGELOG)
    writeFileSync(join(folder, 'CHANGELOG.md.lock'), 'a foreign file')
    const service = await serve(folder)
    const start = performance.now()
    const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => update(service, `update ${n}`)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]))
    expect(responses[0]?.body).toContain('CHANGELOG.md.lock')
    // Waiting would take 20 times 10 seconds.
    expect(performance.now() - start).toBeLessThan(await scaleBudget(20_000))
    expect(readFileSync(join(folder, 'CHANGELOG.md.lock'), 'utf8')).toBe('a foreign file')
  })
})

describe('a FIFO in place of the changelog', () => {
  it('makes every request return 400, and SIGTERM still ends the process', async () => {
    const folder = createFolder(undefined)
    execFileSync('git', ['init', '--quiet', folder])
    execFileSync('mkfifo', [join(folder, 'CHANGELOG.md')])
    const service = await serve(folder)
    const responses = await Promise.all([
      ...Array.from({ length: 10 }, () => get(service, '/api/changelog')),
      get(service, '/api/changelog/latest'),
      get(service, '/api/repository/changes'),
      update(service, 'an entry'),
      post(service, '/api/changelog/release', {}),
    ])
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 400))
    expect((await service.stop()).code).toBe(0)
  })
})
