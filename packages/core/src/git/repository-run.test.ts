// How a run of git ends: in time with all that it started, and never with more output than is kept.
import { execFileSync } from 'node:child_process'
import { createReadStream, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runGit } from './repository-run.ts'
import { gitIn, listIn, makeScratch, openIn, putIn, searchFirst, testEnvironment } from './testing.ts'

const MEBIBYTE = 1024 * 1024
const PATIENT_MS = 15_000

let home: string
let folder: string

beforeEach(() => {
  ;({ home, folder } = makeScratch())
  putIn(folder, 'a')
  gitIn(folder, 'add', '--all')
  gitIn(folder, 'commit', '-q', '-m', 'a commit')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

function putGit(script: string): void {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  searchFirst(bin)
}
const makePipe = (path: string) => execFileSync('mkfifo', [path])
const run = (timeoutMs: number, ...args: string[]) =>
  runGit({ path: folder, timeoutMs, environment: testEnvironment() }, args)

describe('a run of git', () => {
  it('ends after its timeout together with the programs that it started', async () => {
    const alive = join(home, 'alive')
    makePipe(alive)
    putGit(`exec 3>'${alive}'\nsleep 600 &\nsleep 600`)
    // The pipe ends for its reader when the last program that holds it has ended.
    const ended = finished(createReadStream(alive).resume())
    await expect(run(2000)).rejects.toMatchObject({
      code: 'repository_unreadable',
      message: 'git cannot read the repository: expected git to end within 2000 ms',
    })
    await ended
  })

  it('ends after its timeout also when a program that it started holds its output', async () => {
    putGit('sleep 600 &\nexit 0')
    await expect(run(500)).rejects.toMatchObject({ code: 'repository_unreadable' })
  })

  it('ends after its timeout even while it prints', async () => {
    putGit('while :; do echo x; sleep 0.01; done')
    await expect(run(500)).rejects.toMatchObject({ code: 'repository_unreadable' })
  })

  it('gives 64 MiB of output, and is refused for a byte more', async () => {
    putGit(`for bytes in "$@"; do :; done; head -c "$bytes" /dev/zero`)
    expect(await run(PATIENT_MS, String(64 * MEBIBYTE))).toHaveLength(64 * MEBIBYTE)
    await expect(run(PATIENT_MS, String(64 * MEBIBYTE + 1))).rejects.toMatchObject({
      code: 'repository_unreadable',
      message: expect.stringContaining('expected at most 67108864 bytes'),
    })
  })

  it('keeps the beginning of its errors', async () => {
    putGit('echo first >&2; head -c 10000000 /dev/zero >&2; exit 3')
    await expect(run(PATIENT_MS)).rejects.toMatchObject({ message: 'git cannot read the repository: first' })
  })

  it('is refused where an argument cannot be passed', async () => {
    await expect(run(PATIENT_MS, 'a\0b')).rejects.toMatchObject({ code: 'repository_unreadable' })
    await expect(run(PATIENT_MS, 'a'.repeat(4 * MEBIBYTE))).rejects.toMatchObject({
      code: 'repository_unreadable',
    })
  })

  it('needs no reader of its input', async () => {
    putGit('exit 0')
    const place = { path: folder, timeoutMs: PATIENT_MS, environment: testEnvironment() }
    expect(await runGit(place, [], 'x'.repeat(MEBIBYTE))).toHaveLength(0)
  })
})

describe('the version of git', () => {
  it.each([
    ['2.29.9', 'got 2.29'],
    ['1.99.0', 'got 1.99'],
  ])('%s is refused', async (version, got) => {
    putGit(`echo git version ${version}`)
    await expect(openIn(folder).prefix()).rejects.toMatchObject({
      code: 'repository_unreadable',
      message: `expected git 2.30 or later in PATH, ${got}`,
    })
  })

  it.each(['2.30.0', '3.0.0'])('%s is enough', async (version) => {
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
    putGit(`case "$*" in --version) echo git version ${version};; *) exec ${real} "$@";; esac`)
    expect(await openIn(folder).prefix()).toBe('')
  })

  it('is missed where there is no git', async () => {
    vi.stubEnv('PATH', join(home, 'nowhere'))
    await expect(openIn(folder).prefix()).rejects.toMatchObject({
      code: 'repository_unreadable',
      message: 'expected git 2.30 or later in PATH, got none',
    })
  })
})

describe('a pipe in a repository', () => {
  it.each([
    '.gitignore',
    '.gitattributes',
    '.git/info/exclude',
    '.git/info/attributes',
    '.git/info/grafts',
    '.git/shallow',
    '.git/packed-refs',
  ])('in the place of %s is refused before git waits for it', async (path) => {
    mkdirSync(join(folder, '.git/info'))
    makePipe(join(folder, path))
    await expect(listIn(folder)).rejects.toMatchObject({
      code: 'repository_unreadable',
      message: `expected a file at ${join(folder, path)}, got a pipe, a device or a socket`,
    })
  })

  it.each(['core.attributesFile', 'core.excludesFile'])('is refused as %s, a device too', async (name) => {
    makePipe(join(home, 'pipe'))
    symlinkSync('/dev/zero', join(folder, '.git/zero'))
    for (const path of [join(home, 'pipe'), '.git/zero']) {
      gitIn(folder, 'config', name, path)
      await expect(listIn(folder)).rejects.toMatchObject({
        code: 'repository_unreadable',
        message: expect.stringContaining('expected a file at'),
      })
    }
  })

  it('is refused in the Git folder of a linked working tree too', async () => {
    const tree = join(home, 'tree')
    gitIn(folder, 'worktree', 'add', '-q', tree)
    mkdirSync(join(folder, '.git/info'))
    makePipe(join(folder, '.git/info/exclude'))
    await expect(listIn(tree)).rejects.toMatchObject({ code: 'repository_unreadable' })
  })

  it('is waited for no longer than the timeout in a folder further down', async () => {
    putIn(folder, 'sub/b')
    makePipe(join(folder, 'sub/.gitignore'))
    await expect(openIn(folder, { timeoutMs: 700 }).untracked()).rejects.toMatchObject({
      code: 'repository_unreadable',
      message: expect.stringContaining('within 700 ms'),
    })
  })

  it('does not keep anyone waiting as .mailmap or as an untracked file, and is no change', async () => {
    makePipe(join(folder, '.mailmap'))
    makePipe(join(folder, 'pipe'))
    putIn(folder, 'CHANGELOG.md', '## [1.0.0]\n')
    gitIn(folder, 'add', 'CHANGELOG.md')
    gitIn(folder, 'commit', '-q', '-m', 'a commit')
    expect(await listIn(folder, { versionHeading: '## [1.0.0]' })).toEqual([])
  })

  it('in the place of a tracked file is a change', async () => {
    rmSync(join(folder, 'a'))
    makePipe(join(folder, 'a'))
    expect(await listIn(folder)).toEqual(['Changed a'])
  })
})
