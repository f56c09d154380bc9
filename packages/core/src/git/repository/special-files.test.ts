// Pipes and devices where git expects files.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { commitIn, gitIn, listIn, openIn, putIn, useScratch } from '../testing.ts'

const scratch = useScratch()
beforeEach(() => {
  putIn(scratch.folder, 'a')
  commitIn(scratch.folder)
})

const makePipe = (path: string) => execFileSync('mkfifo', [path])

describe('a pipe in a repository', () => {
  it.each([
    '.gitignore',
    '.gitattributes',
    '.git/info/exclude',
    '.git/info/attributes',
    '.git/info/grafts',
    '.git/shallow',
    '.git/packed-refs',
  ])('in place of %s is refused before git blocks on it', async (path) => {
    mkdirSync(join(scratch.folder, '.git/info'))
    makePipe(join(scratch.folder, path))
    await expect(listIn(scratch.folder)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: `expected a file at ${join(scratch.folder, path)}, got a pipe, a device or a socket`,
    })
  })

  it.each(['core.attributesFile', 'core.excludesFile'])('is refused as %s, as is a device', async (name) => {
    makePipe(join(scratch.home, 'pipe'))
    symlinkSync('/dev/zero', join(scratch.folder, '.git/zero'))
    for (const path of [join(scratch.home, 'pipe'), '.git/zero']) {
      gitIn(scratch.folder, 'config', name, path)
      await expect(listIn(scratch.folder)).rejects.toMatchObject({
        code: 'git/unreadable_repository',
        message: expect.stringContaining('got a pipe, a device or a socket'),
      })
    }
  })

  it('is refused in the git folder of a linked working tree', async () => {
    const tree = join(scratch.home, 'tree')
    gitIn(scratch.folder, 'worktree', 'add', '-q', tree)
    mkdirSync(join(scratch.folder, '.git/info'))
    makePipe(join(scratch.folder, '.git/info/exclude'))
    await expect(listIn(tree)).rejects.toMatchObject({ code: 'git/unreadable_repository' })
  })

  it('in a subfolder blocks git no longer than the timeout', async () => {
    putIn(scratch.folder, 'sub/b')
    makePipe(join(scratch.folder, 'sub/.gitignore'))
    await expect(openIn(scratch.folder, { timeoutMs: 700 }).untracked()).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringContaining('700 ms'),
    })
  })

  it('as .mailmap or as an untracked file does not block git, and is no change', async () => {
    makePipe(join(scratch.folder, '.mailmap'))
    makePipe(join(scratch.folder, 'pipe'))
    putIn(scratch.folder, 'CHANGELOG.md', '## [1.0.0]\n')
    gitIn(scratch.folder, 'add', 'CHANGELOG.md')
    gitIn(scratch.folder, 'commit', '-q', '-m', 'a commit')
    expect(await listIn(scratch.folder, { versionHeading: '## [1.0.0]' })).toEqual([])
  })

  it('in place of a tracked file is a change', async () => {
    rmSync(join(scratch.folder, 'a'))
    makePipe(join(scratch.folder, 'a'))
    expect(await listIn(scratch.folder)).toEqual(['Changed a'])
  })
})
