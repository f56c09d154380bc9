// Tests lists of one opened repository that changes between them.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type RunGit, runGit as runRealGit } from '../repository/index.ts'
import { gitIn, openIn, putIn, useScratch } from '../testing.ts'
import { type ChangesQuery, listChanges } from './changes.ts'

const scratch = useScratch()
const { git, put, commit } = scratch

/** Opens the repository. The returned function lists the changes. */
function open(runGit?: RunGit) {
  const repository = openIn(scratch.folder, runGit && { runGit })
  return async (query: Partial<ChangesQuery> = {}) => {
    const { base, changes } = await listChanges(repository, {
      changelogPath: 'CHANGELOG.md',
      versionHeading: undefined,
      isExcluded: () => false,
      ...query,
    })
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

  it('is compared with the base while git reads the status, if it has not moved', async () => {
    const base = commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    let isRepeated = false
    let onComparison = () => {}
    const compared = new Promise<void>((resolve) => {
      onComparison = resolve
    })
    const comparisons: string[] = []
    const list = open(async (options, args, input) => {
      if (args.includes('diff-tree')) comparisons.push(args.slice(-2).join(' '))
      // This status ends only after a comparison.
      if (args.includes('status') && isRepeated) await compared
      const output = await runRealGit(options, args, input)
      if (args.includes('diff-tree') && isRepeated) onComparison()
      return output
    })
    const first = await list()
    isRepeated = true
    expect(await list()).toEqual(first)
    const head = git('rev-parse', 'HEAD').trim()
    expect(comparisons).toEqual([`${base} ${head}`, `${base} ${head}`])
  })

  it('is not compared further when the status cannot be read', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    let isBroken = false
    const signals: (AbortSignal | undefined)[] = []
    const list = open(async (options, args, input) => {
      if (isBroken && args.includes('diff-tree')) {
        signals.push(options.signal)
        return new Promise(() => {})
      }
      if (isBroken && args.includes('status')) {
        await expect.poll(() => signals.length).toBe(1)
        throw new Error('broken')
      }
      return runRealGit(options, args, input)
    })
    await list()
    isBroken = true
    await expect(list()).rejects.toThrow('broken')
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })

  it('is compared once when the trees cannot be compared', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    let comparisons = 0
    const list = open(async (options, args, input) => {
      if (args.includes('diff-tree') && comparisons++ > 0) throw new Error('broken')
      return runRealGit(options, args, input)
    })
    await list()
    await expect(list()).rejects.toThrow('broken')
    expect(comparisons).toBe(2)
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
