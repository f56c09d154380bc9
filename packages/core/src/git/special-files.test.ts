// Tests FIFOs and devices where git expects regular files, and the limit of its memory.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { listChanges } from './changes/index.ts'
import { findLauncher, MAX_MEMORY_BYTES } from './limits.ts'
import type { RunOptions } from './read.ts'
import { type RunGit, runGit } from './repository.ts'
import { commitIn, gitIn, listIn, openIn, putIn, QUERY, testEnvironment, useScratch } from './testing.ts'

const scratch = useScratch()
beforeEach(() => {
  putIn(scratch.folder, 'a')
  commitIn(scratch.folder)
})

const makeFifo = (path: string) => execFileSync('mkfifo', [path])

describe('a FIFO in a repository', () => {
  it.each([
    '.gitignore',
    '.gitattributes',
    'sub/.gitignore',
    '.git/info/exclude',
    '.git/info/attributes',
    '.git/packed-refs',
  ])('blocks git no longer than the timeout as %s', async (path) => {
    putIn(scratch.folder, 'sub/b')
    mkdirSync(join(scratch.folder, '.git/info'), { recursive: true })
    // git reads the attributes of a file whose content it compares.
    putIn(scratch.folder, 'a', 'b\n')
    const repository = openIn(scratch.folder, { timeoutMs: 700 })
    await repository.open()
    makeFifo(join(scratch.folder, path))
    await expect(listChanges(repository, QUERY)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringContaining('700 ms'),
    })
  })

  it('neither blocks git nor is listed, as .mailmap or as an untracked file', async () => {
    makeFifo(join(scratch.folder, '.mailmap'))
    makeFifo(join(scratch.folder, 'fifo'))
    putIn(scratch.folder, 'CHANGELOG.md', '## [1.0.0]\n')
    gitIn(scratch.folder, 'add', 'CHANGELOG.md')
    gitIn(scratch.folder, 'commit', '-q', '-m', 'a commit')
    expect(await listIn(scratch.folder, { versionHeading: '## [1.0.0]' })).toEqual([])
  })

  it('is listed as changed when it replaces a tracked file', async () => {
    rmSync(join(scratch.folder, 'a'))
    makeFifo(join(scratch.folder, 'a'))
    expect(await listIn(scratch.folder)).toEqual(['Changed a'])
  })
})

const DEVICE_ERROR = {
  code: 'git/unreadable_repository',
  message: expect.stringMatching(/^expected a regular file at .*, got a device$/),
}

function putDevice(path: string): void {
  mkdirSync(dirname(join(scratch.folder, path)), { recursive: true })
  rmSync(join(scratch.folder, path), { force: true })
  symlinkSync('/dev/zero', join(scratch.folder, path))
}

describe('a device in a repository', () => {
  it.each([
    '.git/refs/heads/main',
    '.git/refs/tags/deep/tag',
    '.git/packed-refs',
    '.git/commondir',
    '.git/CHERRY_PICK_HEAD',
    '.git/rebase-merge/head-name',
    '.git/objects/info/alternates',
    '.git/info/exclude',
  ])('is rejected as %s', async (path) => {
    const repository = openIn(scratch.folder)
    await repository.open()
    putDevice(path)
    await expect(repository.open()).rejects.toMatchObject(DEVICE_ERROR)
  })

  it.each(['.git/commondir', '.git/HEAD', '.git/config'])(
    'is rejected as %s before git has run',
    async (path) => {
      let runs = 0
      const count: RunGit = async (...args) => {
        runs += 1
        return runGit(...args)
      }
      putDevice(path)
      await expect(openIn(scratch.folder, { runGit: count }).open()).rejects.toMatchObject(DEVICE_ERROR)
      expect(runs).toBe(0)
    },
  )

  it.each(['.git/refs/heads/main', '.git/objects/info/alternates'])(
    'is rejected as %s of the repository of a linked work tree',
    async (path) => {
      const tree = join(scratch.home, 'tree')
      gitIn(scratch.folder, 'worktree', 'add', '-q', tree)
      putDevice(path)
      await expect(openIn(tree).open()).rejects.toMatchObject(DEVICE_ERROR)
    },
  )
})

const hasLimit = findLauncher(testEnvironment()) !== undefined

describe.runIf(hasLimit)('a git that needs too much memory', () => {
  it.each([false, true])('fails at its limit (writing: %s)', async (isWriting) => {
    const options = { path: scratch.folder, timeoutMs: 60_000, environment: testEnvironment() }
    const launcher = ['prlimit', '--data=100000000:'] as const
    symlinkSync('/dev/zero', join(scratch.folder, '.git/refs/heads/zero'))
    const run = runGit({ ...options, launcher, isWriting }, ['rev-parse', 'refs/heads/zero'], '')
    await expect(run).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringMatching(/[Oo]ut of memory/),
    })
  })

  it('is started with the limit', async () => {
    let launcher: RunOptions['launcher']
    const record: RunGit = (options, args, input) => {
      launcher = options.launcher
      return runGit(options, args, input)
    }
    await openIn(scratch.folder, { runGit: record }).open()
    expect(launcher).toEqual(['prlimit', `--data=${MAX_MEMORY_BYTES}:`])
  })
})
