// Pipes and devices where git expects files.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commitIn, createScratch, gitIn, listIn, openIn, putIn } from '../testing.ts'

let home: string
let folder: string

beforeEach(() => {
  ;({ home, folder } = createScratch())
  putIn(folder, 'a')
  commitIn(folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
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
    mkdirSync(join(folder, '.git/info'))
    makePipe(join(folder, path))
    await expect(listIn(folder)).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: `expected a file at ${join(folder, path)}, got a pipe, a device or a socket`,
    })
  })

  it.each(['core.attributesFile', 'core.excludesFile'])('is refused as %s, as is a device', async (name) => {
    makePipe(join(home, 'pipe'))
    symlinkSync('/dev/zero', join(folder, '.git/zero'))
    for (const path of [join(home, 'pipe'), '.git/zero']) {
      gitIn(folder, 'config', name, path)
      await expect(listIn(folder)).rejects.toMatchObject({
        code: 'git/unreadable_repository',
        message: expect.stringContaining('got a pipe, a device or a socket'),
      })
    }
  })

  it('is refused in the git folder of a linked working tree', async () => {
    const tree = join(home, 'tree')
    gitIn(folder, 'worktree', 'add', '-q', tree)
    mkdirSync(join(folder, '.git/info'))
    makePipe(join(folder, '.git/info/exclude'))
    await expect(listIn(tree)).rejects.toMatchObject({ code: 'git/unreadable_repository' })
  })

  it('in a subfolder blocks git no longer than the timeout', async () => {
    putIn(folder, 'sub/b')
    makePipe(join(folder, 'sub/.gitignore'))
    await expect(openIn(folder, { timeoutMs: 700 }).untracked()).rejects.toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringContaining('700 ms'),
    })
  })

  it('as .mailmap or as an untracked file does not block git, and is no change', async () => {
    makePipe(join(folder, '.mailmap'))
    makePipe(join(folder, 'pipe'))
    putIn(folder, 'CHANGELOG.md', '## [1.0.0]\n')
    gitIn(folder, 'add', 'CHANGELOG.md')
    gitIn(folder, 'commit', '-q', '-m', 'a commit')
    expect(await listIn(folder, { versionHeading: '## [1.0.0]' })).toEqual([])
  })

  it('in place of a tracked file is a change', async () => {
    rmSync(join(folder, 'a'))
    makePipe(join(folder, 'a'))
    expect(await listIn(folder)).toEqual(['Changed a'])
  })
})
