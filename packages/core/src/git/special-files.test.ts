// Tests FIFOs where git expects regular files, and the limit of its memory.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { listChanges } from './changes/index.ts'
import { findLauncher, MAX_MEMORY_BYTES, type RunOptions } from './read.ts'
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
