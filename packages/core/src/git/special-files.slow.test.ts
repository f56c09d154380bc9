// Tests FIFOs where git expects regular files.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { listChanges } from './changes/index.ts'
import { commitIn, gitIn, listIn, openIn, putIn, QUERY, useScratch } from './testing.ts'

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
    makeFifo(join(scratch.folder, path))
    await expect(repository.open().then(() => listChanges(repository, QUERY))).rejects.toMatchObject({
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
