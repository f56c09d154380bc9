// Tests which folders can be opened as a repository.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { commitIn, gitIn, putIn, useScratch } from './testing.ts'

const scratch = useScratch()
const { git, put, commit, list, listError } = scratch

describe('the path of a repository', () => {
  it('is rejected when the repository is bare', async () => {
    commit('a')
    const bare = join(scratch.home, 'bare')
    gitIn(scratch.home, 'clone', '-q', '--bare', scratch.folder, bare)
    const error = await listError({}, bare)
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toMatch(/got a bare repository: .*bare$/)
  })

  it.each([
    ['there is no repository', 'plain', 'got a folder that is not in a git repository: '],
    ['the folder is missing', 'missing', 'got no folder at '],
    ['it is a file', 'file', 'got no folder at '],
  ])('is rejected when %s', async (_, name, expected) => {
    mkdirSync(join(scratch.home, 'plain'))
    writeFileSync(join(scratch.home, 'file'), '')
    const error = await listError({}, join(scratch.home, name))
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toContain(`${expected}${join(scratch.home, name)}`)
  })

  it('can be a symbolic link to the repository', async () => {
    commit('a')
    put('b')
    symlinkSync(scratch.folder, join(scratch.home, 'link'))
    expect(await list({}, join(scratch.home, 'link'))).toEqual(['Added b'])
  })

  it('can contain characters that a shell or a pattern interprets', async () => {
    const folder = join(scratch.home, ' ü $(id) [a]* ')
    gitIn(scratch.home, 'init', '-q', '--template=', folder)
    putIn(folder, 'a')
    commitIn(folder)
    putIn(folder, 'b')
    expect(await list({}, folder)).toEqual(['Added b'])
  })

  it('can be a subfolder, to which only the path of the changelog is relative', async () => {
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
    expect(await list({ versionHeading, isExcluded }, join(scratch.folder, 'sub'))).toEqual([
      'Added CHANGELOG.md',
      'Added sub/c',
    ])
  })

  it('can be the path of a repository that belongs to a different user', async () => {
    commit('a')
    put('b')
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1')
    expect(() => git('status')).toThrow('dubious ownership')
    expect(await list()).toEqual(['Added b'])
  })

  it('can be the path of a repository with SHA-256 hashes', async () => {
    const folder = join(scratch.home, 'sha256')
    gitIn(scratch.home, 'init', '-q', '--template=', '--object-format=sha256', folder)
    symlinkSync('a', join(folder, 'link'))
    putIn(folder, 'a')
    putIn(folder, 'b')
    const first = commitIn(folder)
    putIn(folder, 'b', 'other')
    gitIn(folder, 'rm', '-q', '--cached', 'a', 'link')
    expect(await list({}, folder)).toEqual(['Changed b'])
    expect(await list({ since: first }, folder)).toEqual(['Changed b'])
    expect(await list({ since: 'root' }, folder)).toEqual(['Added a', 'Added b', 'Added link'])
  })

  it('is rejected when HEAD names a commit that is missing', async () => {
    commit('a')
    writeFileSync(join(scratch.folder, '.git/refs/heads/main'), 'f'.repeat(40))
    expect((await listError()).code).toBe('git/unreadable_repository')
  })

  it.each(['/', '..'])('is rejected when the git config sets the working tree to %s', async (worktree) => {
    commit('a')
    git('config', 'core.worktree', worktree === '/' ? '/' : scratch.home)
    const error = await listError()
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toContain('expected a repository whose working tree contains its .git')
  })

  it('can be a submodule, whose git config names its own folder', async () => {
    const library = join(scratch.home, 'library')
    gitIn(scratch.home, 'init', '-q', '--template=', library)
    gitIn(library, 'commit', '-q', '--allow-empty', '-m', 'first')
    git('submodule', '--quiet', 'add', library, 'lib')
    expect(gitIn(join(scratch.folder, 'lib'), 'config', 'core.worktree').trim()).toBe('../../../lib')
    put('lib/new')
    expect(await list({}, join(scratch.folder, 'lib'))).toEqual(['Added new'])
  })

  it('is rejected for a bare repository in a working tree, even if its git config names a working tree', async () => {
    const bare = join(scratch.folder, 'inside')
    gitIn(scratch.home, 'init', '-q', '--template=', '--bare', bare)
    for (const entry of [[], ['core.bare', 'false'], ['core.worktree', bare]]) {
      if (entry.length > 0) gitIn(bare, 'config', ...entry)
      const error = await listError({}, bare)
      expect(error.code).toBe('git/unreadable_repository')
      expect(error.message).toContain('bare')
    }
  })

  it('is rejected with the error of git when git cannot read the repository', async () => {
    writeFileSync(join(scratch.folder, '.git/config'), '[core\n')
    const error = await listError()
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toMatch(/^expected a repository that git can read, got .*bad config line 1/)
  })
})
