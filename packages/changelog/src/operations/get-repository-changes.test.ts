// Concurrent requests for changes of a real repository: how often git runs, and which requests share a list.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GIT_ERRORS, openRepository, type RunGit, runGit } from '@qb/core/git'
import type { Service } from '@qb/http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assertError, KEYS, makeApp, makeContext, readValue, testEnvironment } from '../testing.ts'
import { getRepositoryChanges } from './get-repository-changes.ts'

let folder: string
let app: Service
/** Runs of git: started in all, running now, and the most that ran at once. */
let started = 0
let running = 0
let most = 0
/** A run that has listed untracked files waits for `gate`; `held` of them have reached it. */
let held = 0
let gate: Promise<void> = Promise.resolve()

const countRuns: RunGit = async (place, args, input) => {
  started += 1
  running += 1
  most = Math.max(most, running)
  try {
    const output = await runGit(place, args, input)
    if (args.includes('ls-files')) {
      held += 1
      await gate
    }
    return output
  } finally {
    running -= 1
  }
}

/** Holds every list until the test opens the gate. */
function closeGate(): () => void {
  let open = () => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  return open
}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: folder })
const get = (query = '') =>
  app.inject({ url: `/api/repository/changes${query}`, headers: { 'x-api-key': KEYS.all } })

const pathsOf = (response: { json(): { changes: { path: string }[] } }) =>
  response.json().changes.map(({ path }) => path)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'changes-'))
  git('init', '-q', '--template=')
  writeFileSync(join(folder, 'a'), '')
  git('add', 'a')
  git('commit', '-q', '-m', 'a commit')
  for (let index = 0; index < 30; index += 1) git('branch', `branch-${index}`)
  writeFileSync(join(folder, 'b'), '')
  const repository = openRepository({ path: folder, environment: testEnvironment(), runGit: countRuns })
  ;({ app } = await makeApp({ repository, environment: { CHANGELOG_RATE_LIMIT_MAX: '0' } }))
  await get()
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  started = 0
  most = 0
  held = 0
  gate = Promise.resolve()
})

describe('getRepositoryChanges', () => {
  it('runs without HTTP', async () => {
    const repository = openRepository({ path: folder, environment: testEnvironment() })
    const { context } = makeContext({ repository })
    const changes = [{ type: 'Added', path: 'b', category: 'Feature' }]
    expect(await readValue(getRepositoryChanges.run({}, context))).toEqual({ changes })
    await expect(getRepositoryChanges.run({ since: 'nothing' }, context)).rejects.toMatchObject({
      code: GIT_ERRORS.invalid_ref.code,
    })
  })
})

describe('GET /api/repository/changes', () => {
  it('makes two lists for 300 concurrent equal requests, with at most four runs of git at a time', async () => {
    await get()
    const runsPerList = started
    started = 0
    const open = closeGate()
    const pending = Array.from({ length: 300 }, () => get())
    // The response to a later request shows that all of them have arrived.
    await app.inject({ url: '/api/functions', headers: { 'x-api-key': KEYS.all } })
    open()
    const responses = await Promise.all(pending)
    for (const { statusCode, body } of responses) {
      expect(statusCode).toBe(200)
      expect(body).toBe('{"changes":[{"type":"Added","path":"b","category":"Feature"}]}')
    }
    expect(started).toBe(2 * runsPerList)
    expect(most).toBeLessThanOrEqual(4)
  })

  it('never returns a list that was started before the request', async () => {
    const open = closeGate()
    const before = get()
    await expect.poll(() => held).toBe(1)
    writeFileSync(join(folder, 'c'), '')
    const after = get()
    open()
    expect(pathsOf(await before)).toEqual(['b'])
    expect(pathsOf(await after)).toEqual(['b', 'c'])
    rmSync(join(folder, 'c'))
  })

  it('makes at most 18 different lists at once; further requests get 503 with Retry-After', async () => {
    const open = closeGate()
    const pending = Array.from({ length: 19 }, (_, index) => get(`?since=branch-${index}`))
    const refused = await Promise.race(pending)
    expect(assertError(refused, GIT_ERRORS.busy)).toMatch(/expected at most 18 lists/)
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect((await app.inject('/health')).statusCode).toBe(200)
    open()
    const statuses = (await Promise.all(pending)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(18)
    expect(most).toBeLessThanOrEqual(4)
    expect((await get('?since=branch-18')).statusCode).toBe(200)
  })
})
