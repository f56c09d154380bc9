// Many requests for changes at once, against a real repository: how often git is run, and what is never shared.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRepository, type RunGit, runGit } from '@qb/core/git'
import type { Service } from '@qb/http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assertFailure, KEYS, makeApp, testEnvironment } from '../testing.ts'

let folder: string
let app: Service
/** Runs of git: begun, at once now, at once at most. */
let begun = 0
let running = 0
let most = 0
/** What a run that has listed untracked files waits for, and how many wait. */
let held = 0
let gate: Promise<void> = Promise.resolve()

const countRuns: RunGit = async (place, args, input) => {
  begun += 1
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

/** Keeps all lists from their end until the test opens the gate. */
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
  begun = 0
  most = 0
  held = 0
  gate = Promise.resolve()
})

describe('GET /api/repository/changes', () => {
  it('makes two lists for 300 equal requests at once, with at most four runs of git at a time', async () => {
    await get()
    const forOne = begun
    begun = 0
    const open = closeGate()
    const asked = Array.from({ length: 300 }, () => get())
    // A request that came later has been answered, so all of them are in.
    await app.inject({ url: '/api/functions', headers: { 'x-api-key': KEYS.all } })
    open()
    const responses = await Promise.all(asked)
    for (const { statusCode, body } of responses) {
      expect(statusCode).toBe(200)
      expect(body).toBe('{"changes":[{"type":"Added","path":"b","category":"Feature"}]}')
    }
    expect(begun).toBe(2 * forOne)
    expect(most).toBeLessThanOrEqual(4)
  })

  it('never gives a list that was begun before the request came', async () => {
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

  it('makes 18 different lists at once and no more: the others are told when to come again', async () => {
    const open = closeGate()
    const asked = Array.from({ length: 19 }, (_, index) => get(`?since=branch-${index}`))
    const refused = await Promise.race(asked)
    expect(assertFailure(refused, 'repository_busy')).toMatch(/expected at most 18 lists/)
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect((await app.inject('/health')).statusCode).toBe(200)
    open()
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(18)
    expect(most).toBeLessThanOrEqual(4)
    expect((await get('?since=branch-18')).statusCode).toBe(200)
  })
})
