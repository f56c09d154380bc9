// Tests the limits of a run of git: its timeout, the programs that it starts, and its output.
import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { commitIn, gitIn, listErrorIn, putGit, putIn, testEnvironment, useScratch } from '../testing.ts'
import { runGit } from './run-git.ts'

const MEBIBYTE = 1024 * 1024
const LONG_TIMEOUT_MS = 15_000

const scratch = useScratch()
beforeEach(() => {
  putIn(scratch.folder, 'a')
  commitIn(scratch.folder)
})

const run = (timeoutMs: number, ...args: string[]) =>
  runGit({ path: scratch.folder, timeoutMs, environment: testEnvironment() }, args)

describe('a run of git', () => {
  it('ends when it is aborted, and does not begin after that', async () => {
    const started = join(scratch.home, 'started')
    putGit(scratch.home, () => `touch '${started}'\nsleep 600`)
    const abort = new AbortController()
    const options = { path: scratch.folder, timeoutMs: LONG_TIMEOUT_MS, environment: testEnvironment() }
    const running = runGit({ ...options, signal: abort.signal }, ['status'])
    await expect.poll(() => existsSync(started)).toBe(true)
    abort.abort()
    const rejection = { code: 'git/unreadable_repository', message: expect.stringContaining('abort') }
    await expect(running).rejects.toMatchObject(rejection)
    rmSync(started)
    await expect(runGit({ ...options, signal: abort.signal }, ['status'])).rejects.toMatchObject(rejection)
    expect(existsSync(started)).toBe(false)
  })

  it('is killed after the timeout, together with the programs that it has started', async () => {
    const alive = join(scratch.home, 'alive')
    execFileSync('mkfifo', [alive])
    putGit(scratch.home, () => `exec 3>'${alive}'\nsleep 600 &\nsleep 600`)
    // The stream of the FIFO ends when the last program that has it open has ended.
    const ended = finished(createReadStream(alive).resume())
    await expect(run(2000)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: 'expected git to end within 2000 ms, got a timeout',
    })
    await ended
  })

  it('ends after the timeout even if a program that it has started keeps its output open', async () => {
    putGit(scratch.home, () => 'sleep 600 &\nexit 0')
    await expect(run(500)).rejects.toMatchObject({ code: 'git/unreadable_repository' })
  })

  it('ends after the timeout even if it keeps writing output', async () => {
    putGit(scratch.home, () => 'while :; do echo x; sleep 0.01; done')
    await expect(run(500)).rejects.toMatchObject({ code: 'git/unreadable_repository' })
  })

  it('returns 64 MiB of output, and rejects one byte more', async () => {
    putGit(scratch.home, () => `for bytes in "$@"; do :; done; head -c "$bytes" /dev/zero`)
    expect(await run(LONG_TIMEOUT_MS, String(64 * MEBIBYTE))).toHaveLength(64 * MEBIBYTE)
    await expect(run(LONG_TIMEOUT_MS, String(64 * MEBIBYTE + 1))).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: 'expected at most 67108864 bytes of output from git, got more',
    })
  })

  it('reports the first line of its standard error, and drops what exceeds the limit', async () => {
    putGit(scratch.home, () => 'echo first >&2; head -c 10000000 /dev/zero >&2; exit 3')
    await expect(run(LONG_TIMEOUT_MS)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringMatching(/ got first$/),
    })
  })

  it('rejects when an argument cannot be passed', async () => {
    await expect(run(LONG_TIMEOUT_MS, 'a\0b')).rejects.toMatchObject({ code: 'git/unreadable_repository' })
    await expect(run(LONG_TIMEOUT_MS, 'a'.repeat(4 * MEBIBYTE))).rejects.toMatchObject({
      code: 'git/unreadable_repository',
    })
  })

  it('succeeds when git does not read its input', async () => {
    putGit(scratch.home, () => 'exit 0')
    const options = { path: scratch.folder, timeoutMs: LONG_TIMEOUT_MS, environment: testEnvironment() }
    expect(await runGit(options, [], 'x'.repeat(MEBIBYTE))).toHaveLength(0)
  })
})

describe('an error of git while changes are listed', () => {
  it.each([
    'rev-parse --is-shallow-repository',
    'for-each-ref',
    'log',
    'merge-base',
    'diff-tree',
    'status',
    'config',
    'hash-object',
  ])('is not treated as an empty result when git is killed (%s)', async (command) => {
    putIn(scratch.folder, 'CHANGELOG.md', '## [1.0.0]\n')
    commitIn(scratch.folder)
    putIn(scratch.folder, 'd')
    commitIn(scratch.folder)
    // Whether the clone is shallow matters only without a tag.
    if (!command.startsWith('rev-parse')) gitIn(scratch.folder, 'tag', 'v1.0.0')
    putIn(scratch.folder, 'c')
    commitIn(scratch.folder)
    gitIn(scratch.folder, 'rm', '-q', '--cached', 'a')
    putIn(scratch.folder, 'b')
    putGit(scratch.home, (real) => `case " $* " in *" ${command} "*) kill -9 $$;; esac\nexec ${real} "$@"`)
    const error = await listErrorIn(scratch.folder, { versionHeading: '## [1.0.0]' })
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toBe('expected a repository that git can read, got signal SIGKILL')
  })
})
