// Tests lists of one opened repository that changes between them.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitIn, openIn, putIn, type TestQuery, toQuery, useScratch } from '../testing.ts'
import { listChanges } from './index.ts'

const scratch = useScratch()
const { git, put, commit } = scratch

/** Opens the repository. The returned function lists the changes. */
function open() {
  const repository = openIn(scratch.folder)
  return async (query: TestQuery = {}) => {
    const { base, changes } = await listChanges(repository, toQuery(query))
    return { base, changes: changes.map(({ type, path }) => `${type} ${path}`) }
  }
}

describe('HEAD', () => {
  it('can move between two lists', async () => {
    const base = commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    const list = open()
    expect(await list()).toEqual({ base, changes: ['Added b'] })
    expect(await list()).toEqual({ base, changes: ['Added b'] })
    commit('c')
    expect(await list()).toEqual({ base, changes: ['Added b', 'Added c'] })
    git('reset', '-q', '--hard', 'HEAD~2')
    expect(await list()).toEqual({ base, changes: [] })
    expect(await list({ since: 'root' })).toMatchObject({ changes: ['Added a'] })
    git('checkout', '-q', '--orphan', 'other')
    expect(await list()).toMatchObject({ changes: ['Added a'] })
    git('checkout', '-q', 'main')
    expect(await list()).toEqual({ base, changes: [] })
  })

  it('can be a commit whose predecessor is deleted', async () => {
    const base = commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    const list = open()
    await list()
    git('reset', '-q', '--hard', base)
    commit('c')
    git('reflog', 'expire', '--expire=now', '--all')
    git('gc', '--quiet', '--prune=now')
    expect(await list()).toEqual({ base, changes: ['Added c'] })
  })
})

describe('a repository in a repository', () => {
  it('can be damaged, and git runs no filter of the outer one', async () => {
    const marker = join(scratch.home, 'marker')
    put('a')
    commit()
    const list = open()
    await list()
    gitIn(scratch.home, 'init', '-q', '--template=')
    const hash = git('hash-object', 'a').trim()
    gitIn(scratch.home, 'update-index', '--add', '--cacheinfo', `100644,${hash},repository/a`)
    putIn(scratch.home, '.git/info/attributes', '* filter=evil\n')
    gitIn(scratch.home, 'config', 'filter.evil.clean', `touch ${marker}; cat`)
    rmSync(join(scratch.folder, '.git/HEAD'))
    // The folder now belongs to the outer repository.
    await list()
    await list()
    expect(existsSync(marker)).toBe(false)
    git('status')
    expect(existsSync(marker)).toBe(true)
  })
})

describe('an opened repository', () => {
  it('is rejected when its config moves the working tree after it was opened', async () => {
    writeFileSync(join(scratch.home, 'outside.txt'), '')
    commit('a')
    const list = open()
    await list()
    git('config', 'core.worktree', scratch.home)
    await expect(list()).rejects.toThrow('expected a repository whose working tree contains its .git')
  })
})
