// Tests concurrent requests for the changes of a repository: how often git runs, and which requests share a
// list.
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
/**
 * The git processes: the number that were started, that are running, and the maximum number that ran at the
 * same time.
 */
let started = 0
let running = 0
let maxRunning = 0
/**
 * A git process that has read the untracked files waits for `gate`. `waiting` is the number that have reached
 * it.
 */
let waiting = 0
let gate: Promise<void> = Promise.resolve()

const countRuns: RunGit = async (options, args, input) => {
  started += 1
  running += 1
  maxRunning = Math.max(maxRunning, running)
  try {
    const output = await runGit(options, args, input)
    if (args.includes('ls-files')) {
      waiting += 1
      await gate
    }
    return output
  } finally {
    running -= 1
  }
}

/** Blocks every list until the test calls the returned function. */
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
  maxRunning = 0
  waiting = 0
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
  it('creates two lists for 300 concurrent equal requests, with at most four concurrent git processes', async () => {
    await get()
    const runsPerList = started
    started = 0
    waiting = 0
    const open = closeGate()
    const first = get()
    await expect.poll(() => waiting, { timeout: 20_000 }).toBe(1)
    const pending = [first, ...Array.from({ length: 299 }, () => get())]
    // The response to a later request means that all requests have arrived.
    await app.inject({ url: '/api/functions', headers: { 'x-api-key': KEYS.all } })
    open()
    const responses = await Promise.all(pending)
    for (const { statusCode, body } of responses) {
      expect(statusCode).toBe(200)
      expect(JSON.parse(body)).toEqual({ changes: [{ type: 'Added', path: 'b', category: 'Feature' }] })
    }
    expect(started).toBe(2 * runsPerList)
    expect(maxRunning).toBeLessThanOrEqual(4)
  })

  it('never returns a list that started before the request', async () => {
    const open = closeGate()
    const before = get()
    await expect.poll(() => waiting, { timeout: 20_000 }).toBe(1)
    writeFileSync(join(folder, 'c'), '')
    const after = get()
    open()
    expect(pathsOf(await before)).toEqual(['b'])
    expect(pathsOf(await after)).toEqual(['b', 'c'])
    rmSync(join(folder, 'c'))
  })

  it('responds with 503 and Retry-After when 18 different lists are running or waiting', async () => {
    const open = closeGate()
    const pending = Array.from({ length: 19 }, (_, index) => get(`?since=branch-${index}`))
    const rejected = await Promise.race(pending)
    expect(assertError(rejected, GIT_ERRORS.busy)).toMatch(/expected at most 18 lists/)
    expect(rejected.statusCode).toBe(503)
    expect(rejected.headers['retry-after']).toBe('5')
    expect((await app.inject('/health')).statusCode).toBe(200)
    open()
    const statuses = (await Promise.all(pending)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(18)
    expect(maxRunning).toBeLessThanOrEqual(4)
    expect((await get('?since=branch-18')).statusCode).toBe(200)
  })
})
