// Which folders can be opened as a repository.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangesQuery } from '../changes/index.ts'
import { commitIn, createScratch, gitIn, listErrorIn, listIn, putIn } from '../testing.ts'

let home: string
let folder: string

beforeEach(() => {
  ;({ home, folder } = createScratch())
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

const git = (...args: string[]) => gitIn(folder, ...args)
const put = (path: string, text?: string) => putIn(folder, path, text)
/** Commits everything, and returns the hash. */
function commit(...paths: string[]): string {
  for (const path of paths) put(path)
  return commitIn(folder)
}
const list = (query?: Partial<ChangesQuery>, path = folder) => listIn(path, query)
const listError = (query?: Partial<ChangesQuery>, path = folder) => listErrorIn(path, query)

describe('the path of a repository', () => {
  it('is refused when the repository is bare', async () => {
    commit('a')
    const bare = join(home, 'bare')
    gitIn(home, 'clone', '-q', '--bare', folder, bare)
    const error = await listError({}, bare)
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toBe(`expected a repository with a work tree, got a bare one: ${bare}`)
  })

  it.each([
    ['there is no repository', 'plain'],
    ['the folder is missing', 'missing'],
    ['it is a file', 'file'],
  ])('is refused when %s', async (_, name) => {
    mkdirSync(join(home, 'plain'))
    writeFileSync(join(home, 'file'), '')
    const error = await listError({}, join(home, name))
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toBe(
      `expected a git repository at REPOSITORY_PATH, got a folder without one: ${join(home, name)}`,
    )
  })

  it('can be a symbolic link to the repository', async () => {
    commit('a')
    put('b')
    symlinkSync(folder, join(home, 'link'))
    expect(await list({}, join(home, 'link'))).toEqual(['Added b'])
  })

  it('can contain characters that a shell or a pattern interprets', async () => {
    folder = join(home, ' ü $(id) [a]* ')
    gitIn(home, 'init', '-q', '--template=', folder)
    commit('a')
    put('b')
    expect(await list()).toEqual(['Added b'])
  })

  it('can be a subfolder: paths are relative to the root, the changelog to the subfolder', async () => {
    const versionHeading = '## [1.0.0]'
    put('sub/CHANGELOG.md', '# Changelog\n')
    commit('a')
    put('sub/CHANGELOG.md', `${versionHeading}\n`)
    commit('b')
    put('sub/CHANGELOG.md', `## Unreleased\n\n${versionHeading}\n`)
    put('CHANGELOG.md')
    put('sub/.CHANGELOG.md.1.tmp')
    put('sub/c')
    const isExcluded = (path: string) => path === '.CHANGELOG.md.1.tmp'
    expect(await list({ versionHeading, isExcluded }, join(folder, 'sub'))).toEqual([
      'Added CHANGELOG.md',
      'Added sub/c',
    ])
  })

  it('can be of a repository that belongs to another user', async () => {
    commit('a')
    put('b')
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1')
    expect(() => git('status')).toThrow('dubious ownership')
    expect(await list()).toEqual(['Added b'])
  })

  it('can be of a repository with SHA-256 hashes', async () => {
    folder = join(home, 'sha256')
    gitIn(home, 'init', '-q', '--template=', '--object-format=sha256', folder)
    symlinkSync('a', join(folder, 'link'))
    const first = commit('a', 'b')
    put('b', 'other')
    git('rm', '-q', '--cached', 'a', 'link')
    expect(await list()).toEqual(['Changed b'])
    expect(await list({ since: first })).toEqual(['Changed b'])
    expect(await list({ since: 'root' })).toEqual(['Added a', 'Added b', 'Added link'])
  })

  it('is refused when HEAD names a commit that is missing', async () => {
    commit('a')
    writeFileSync(join(folder, '.git/refs/heads/main'), 'f'.repeat(40))
    expect((await listError()).code).toBe('git/unreadable_repository')
  })

  it.each(['/', '..'])(
    'is refused when the git config places the working tree elsewhere, at %s',
    async (place) => {
      commit('a')
      git('config', 'core.worktree', place === '/' ? '/' : home)
      const error = await listError()
      expect(error.code).toBe('git/unreadable_repository')
      expect(error.message).toContain('expected a repository whose working tree holds its .git')
    },
  )

  it('can be a submodule, whose git config names its own folder', async () => {
    const library = join(home, 'library')
    gitIn(home, 'init', '-q', '--template=', library)
    gitIn(library, 'commit', '-q', '--allow-empty', '-m', 'first')
    git('submodule', '--quiet', 'add', library, 'lib')
    expect(gitIn(join(folder, 'lib'), 'config', 'core.worktree').trim()).toBe('../../../lib')
    put('lib/new')
    expect(await list({}, join(folder, 'lib'))).toEqual(['Added new'])
  })

  it('is refused when it is a bare repository inside another, even if its git config names a working tree', async () => {
    const bare = join(folder, 'inside')
    gitIn(home, 'init', '-q', '--template=', '--bare', bare)
    for (const entry of [[], ['core.bare', 'false'], ['core.worktree', bare]]) {
      if (entry.length > 0) gitIn(bare, 'config', ...entry)
      const error = await listError({}, bare)
      expect(error.code).toBe('git/unreadable_repository')
      expect(error.message).toContain('bare')
    }
  })

  it('is refused with git’s own error when git cannot read the repository', async () => {
    writeFileSync(join(folder, '.git/config'), '[core\n')
    const error = await listError()
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toMatch(/^expected a repository that git can read, got .*bad config line 1/)
  })
})
