// Tests FIFOs and devices where git expects regular files.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { commitIn, gitIn, listIn, openIn, putIn, useScratch } from '../testing.ts'

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
    '.git/info/exclude',
    '.git/info/attributes',
    '.git/info/grafts',
    '.git/shallow',
    '.git/packed-refs',
  ])('is rejected as %s before git waits for its writer', async (path) => {
    mkdirSync(join(scratch.folder, '.git/info'))
    makeFifo(join(scratch.folder, path))
    await expect(listIn(scratch.folder)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringContaining(join(scratch.folder, path)),
    })
  })

  it.each(['core.attributesFile', 'core.excludesFile'])(
    'is rejected as %s, and so is a device',
    async (name) => {
      makeFifo(join(scratch.home, 'fifo'))
      symlinkSync('/dev/zero', join(scratch.folder, '.git/zero'))
      for (const path of [join(scratch.home, 'fifo'), '~/../fifo', '.git/zero']) {
        gitIn(scratch.folder, 'config', name, path)
        await expect(listIn(scratch.folder)).rejects.toMatchObject({
          code: 'git/unreadable_repository',
          message: expect.stringContaining('got a FIFO, a device or a socket'),
        })
      }
    },
  )

  it('is not rejected when the config of the repository no longer names it', async () => {
    const path = join(scratch.home, 'ignored')
    gitIn(scratch.folder, 'config', 'core.excludesFile', path)
    const repository = openIn(scratch.folder)
    await repository.prepare()
    makeFifo(path)
    await expect(repository.prepare()).rejects.toThrow(path)
    gitIn(scratch.folder, 'config', '--unset', 'core.excludesFile')
    await repository.prepare()
    expect((await repository.status(await repository.prepare())).entries).toEqual([])
  })

  it('is rejected when the config of the user names it', async () => {
    const path = join(scratch.home, 'ignored')
    putIn(scratch.home, 'user/.gitconfig', '[core]\n\texcludesFile = ~/../ignored\n')
    const repository = openIn(scratch.folder)
    await repository.prepare()
    makeFifo(path)
    await expect(repository.prepare()).rejects.toThrow('ignored')
  })

  it('is rejected a minute after the config of the user names it', async () => {
    const repository = openIn(scratch.folder)
    await repository.prepare()
    makeFifo(join(scratch.home, 'ignored'))
    putIn(scratch.home, 'user/.gitconfig', '[core]\n\texcludesFile = ~/../ignored\n')
    await repository.prepare()
    const later = performance.now() + 61_000
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    await expect(repository.prepare()).rejects.toThrow('ignored')
    clock.mockRestore()
  })

  it('is rejected in the git directory of a linked working tree', async () => {
    const tree = join(scratch.home, 'tree')
    gitIn(scratch.folder, 'worktree', 'add', '-q', tree)
    mkdirSync(join(scratch.folder, '.git/info'))
    makeFifo(join(scratch.folder, '.git/info/exclude'))
    await expect(listIn(tree)).rejects.toMatchObject({ code: 'git/unreadable_repository' })
  })

  it('is rejected when the git directory was moved, or is shared, after the repository was opened', async () => {
    const repository = openIn(scratch.folder)
    await repository.prepare()
    const gitDirectory = join(scratch.folder, '.git')
    const moved = join(scratch.home, 'moved')
    mkdirSync(join(moved, 'info'), { recursive: true })
    writeFileSync(join(gitDirectory, 'commondir'), `${moved}\n`)
    makeFifo(join(moved, 'info/exclude'))
    await expect(repository.prepare()).rejects.toThrow(join(moved, 'info/exclude'))
    rmSync(moved, { recursive: true })
    rmSync(join(gitDirectory, 'commondir'))
    renameSync(gitDirectory, moved)
    writeFileSync(gitDirectory, `gitdir: ${moved}\n`)
    mkdirSync(join(moved, 'info'), { recursive: true })
    rmSync(join(moved, 'info/exclude'), { force: true })
    makeFifo(join(moved, 'info/exclude'))
    await expect(repository.prepare()).rejects.toThrow(join(moved, 'info/exclude'))
  })

  it('blocks git no longer than the timeout in a subfolder', async () => {
    putIn(scratch.folder, 'sub/b')
    makeFifo(join(scratch.folder, 'sub/.gitignore'))
    await expect(openIn(scratch.folder, { timeoutMs: 700 }).status([])).rejects.toMatchObject({
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
