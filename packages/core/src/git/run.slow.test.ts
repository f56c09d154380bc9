// Tests the limits of a run of git: its timeout, the programs that it starts, and its output.
import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { runGit } from './repository.ts'
import {
  commitIn,
  gitIn,
  listErrorIn,
  listIn,
  putGit,
  putIn,
  testEnvironment,
  useScratch,
} from './testing.ts'

const MEBIBYTE = 1024 * 1024
const LONG_TIMEOUT_MS = 15_000

const scratch = useScratch()
beforeEach(() => {
  putIn(scratch.folder, 'a')
  commitIn(scratch.folder)
})

const run = (timeoutMs: number, ...args: string[]) =>
  runGit({ path: scratch.folder, timeoutMs, environment: testEnvironment() }, ['status', ...args], '')
const write = (timeoutMs: number, ...args: string[]) =>
  runGit(
    { path: scratch.folder, timeoutMs, environment: testEnvironment(), isWriting: true },
    ['status', ...args],
    '',
  )

describe.each([
  ['reads', run],
  ['writes', write],
])('a git that %s', (_name, start) => {
  it('is killed after the timeout', async () => {
    const alive = join(scratch.home, 'alive')
    execFileSync('mkfifo', [alive])
    putGit(scratch.home, () => `exec 3>'${alive}'\nexec sleep 600`)
    // The stream of the FIFO ends when the last program that has it open has ended.
    const ended = finished(createReadStream(alive).resume())
    await expect(start(2000)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: 'expected git to end within 2000 ms, got a timeout',
    })
    await ended
  })

  it('ends after the timeout even if a program that it has started keeps its output open', async () => {
    putGit(scratch.home, () => 'sleep 600 &\nexit 0')
    await expect(start(500)).rejects.toMatchObject({ code: 'git/unreadable_repository' })
  })

  it('ends after the timeout even if it keeps writing output', async () => {
    putGit(scratch.home, () => 'while :; do echo x; echo x >&2; sleep 0.01; done')
    await expect(start(500)).rejects.toMatchObject({ code: 'git/unreadable_repository' })
  })

  it('fails when a signal ends it after a part of the output', async () => {
    putGit(scratch.home, () => 'echo a part\nkill -9 $$')
    await expect(start(LONG_TIMEOUT_MS)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: 'expected a repository that git can read, got a signal that ended git',
    })
  })

  it.each([1, 128])('fails when it exits with %s and says nothing', async (code) => {
    putGit(scratch.home, () => `exit ${code}`)
    await expect(start(LONG_TIMEOUT_MS)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: `expected a repository that git can read, got exit code ${code}`,
    })
  })

  it('succeeds when it prints an error and exits with 0', async () => {
    putGit(scratch.home, () => 'echo warning >&2; echo output')
    expect(String(await start(LONG_TIMEOUT_MS))).toBe('output\n')
  })

  it('returns bytes that are not UTF-8, and output that comes late', async () => {
    putGit(scratch.home, () => `printf '\\377'; (sleep 0.3; printf '\\376') & exit 0`)
    expect(await start(LONG_TIMEOUT_MS)).toEqual(Buffer.from([0xff, 0xfe]))
  })

  it('returns 64 MiB of output, and rejects one byte more', async () => {
    putGit(scratch.home, () => `for bytes in "$@"; do :; done; head -c "$bytes" /dev/zero`)
    expect(await start(LONG_TIMEOUT_MS, String(64 * MEBIBYTE))).toHaveLength(64 * MEBIBYTE)
    await expect(start(LONG_TIMEOUT_MS, String(64 * MEBIBYTE + 1))).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: 'expected at most 67108864 bytes of output from git, got more',
    })
  })

  it('reports the first line of its standard error', async () => {
    putGit(scratch.home, () => 'echo first >&2; head -c 10000000 /dev/zero >&2; exit 3')
    await expect(start(LONG_TIMEOUT_MS)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringMatching(/ got first$/),
    })
  })

  it('fails when an argument cannot be passed', async () => {
    await expect(start(LONG_TIMEOUT_MS, 'a\0b')).rejects.toMatchObject({ code: 'git/unreadable_repository' })
    await expect(start(LONG_TIMEOUT_MS, 'a'.repeat(4 * MEBIBYTE))).rejects.toMatchObject({
      code: 'git/unreadable_repository',
    })
  })

  it('gets its input, which can be empty', async () => {
    putGit(scratch.home, () => 'wc -c | tr -d " \\n"')
    const options = { path: scratch.folder, timeoutMs: LONG_TIMEOUT_MS, environment: testEnvironment() }
    for (const input of ['', 'x'.repeat(MEBIBYTE), Buffer.from([0xff])]) {
      const output = await runGit({ ...options, isWriting: start === write }, ['status'], input)
      expect(String(output)).toBe(String(input.length))
    }
  })

  it('succeeds when it does not read its input', async () => {
    putGit(scratch.home, () => 'exit 0')
    const options = { path: scratch.folder, timeoutMs: LONG_TIMEOUT_MS, environment: testEnvironment() }
    const isWriting = start === write
    expect(await runGit({ ...options, isWriting }, ['status'], 'x'.repeat(MEBIBYTE))).toHaveLength(0)
  })

  it('is not started while no file can be opened, and the service goes on', async () => {
    const limited = `
      import { openSync } from 'node:fs'
      import { openRepository } from ${JSON.stringify(new URL('../../dist/git/index.js', import.meta.url).href)}
      const { open } = openRepository({ path: ${JSON.stringify(scratch.folder)}, environment: process.env })
      const git = await open()
      const run = () => ${start === write ? "git.write(['gc', '--auto'])" : "git.readText('status')"}
      try { for (;;) openSync('/dev/null') } catch {}
      await run().catch((error) => console.log(error.code))
      setTimeout(() => console.log('alive'), 200)`
    const command = `ulimit -n 1024; exec "$0" --input-type=module --eval "$1"`
    const output = execFileSync('bash', ['-c', command, process.execPath, limited], { encoding: 'utf8' })
    expect(output).toBe('git/unreadable_repository\nalive\n')
  })
})

describe('a git that reads', () => {
  it('does not wait for more output when there is none', async () => {
    const measure = async (...args: string[]) => {
      const start = performance.now()
      for (let count = 0; count < 20; count++) await run(LONG_TIMEOUT_MS, '--porcelain', ...args)
      return performance.now() - start
    }
    await measure()
    const differences: number[] = []
    for (let round = 0; round < 3; round++) differences.push((await measure()) - (await measure('--branch')))
    // simple-git would wait 50 ms in each of the 20 runs.
    expect(Math.min(...differences)).toBeLessThan(600)
  })

  it('searches texts that look like options of simple-git', async () => {
    const headings = ['## [1.0.0] --upload-pack=x', '## --template', '--receive-pack', '-u']
    for (const [index, heading] of headings.entries()) {
      putIn(scratch.folder, 'CHANGELOG.md', `${heading}\n`)
      commitIn(scratch.folder)
      putIn(scratch.folder, `new${index}`)
      expect(await listIn(scratch.folder, { versionHeading: heading })).toEqual([`Added new${index}`])
    }
  })
})

describe('a git that writes', () => {
  it('is killed after the timeout, together with the programs that it has started', async () => {
    const alive = join(scratch.home, 'alive')
    execFileSync('mkfifo', [alive])
    putGit(scratch.home, () => `exec 3>'${alive}'\nsleep 600 &\nsleep 600`)
    const ended = finished(createReadStream(alive).resume())
    await expect(write(2000)).rejects.toMatchObject({ code: 'git/unreadable_repository' })
    await ended
  })

  it('has time to remove its locks', async () => {
    const lock = join(scratch.home, 'lock')
    putGit(scratch.home, () => `trap 'sleep 1; rm ${lock}; exit 1' TERM\ntouch '${lock}'\nsleep 600 & wait`)
    await expect(write(1000)).rejects.toMatchObject({ code: 'git/unreadable_repository' })
    expect(existsSync(lock)).toBe(false)
  })
})

describe('an error of git while changes are listed', () => {
  it.each([
    'rev-parse --is-shallow-repository',
    'rev-parse --verify',
    'for-each-ref',
    'log',
    'cat-file',
    'diff-tree',
    'diff',
    'ls-files',
    'config',
    'update-index',
  ])('is not treated as an empty result when git is killed (%s)', async (command) => {
    putIn(scratch.folder, 'CHANGELOG.md', '## [1.0.0]\n')
    commitIn(scratch.folder)
    putIn(scratch.folder, 'd')
    commitIn(scratch.folder)
    // All tags are listed only when the changelog has no release.
    const query = command === 'for-each-ref' ? {} : { versionHeading: '## [1.0.0]' }
    putIn(scratch.folder, 'c')
    commitIn(scratch.folder)
    gitIn(scratch.folder, 'rm', '-q', '--cached', 'a')
    putIn(scratch.folder, 'b')
    putGit(scratch.home, (real) => `case " $* " in *" ${command} "*) kill -9 $$;; esac\nexec ${real} "$@"`)
    const error = await listErrorIn(scratch.folder, query)
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toBe('expected a repository that git can read, got a signal that ended git')
  })
})
