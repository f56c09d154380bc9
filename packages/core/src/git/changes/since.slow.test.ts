// Tests the refs of a caller: which strings name a commit, and that no other string has a side effect.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { putGit, useScratch } from '../testing.ts'

const scratch = useScratch()
const { git, put, commit, list, listError } = scratch

describe('changes since a ref of the caller', () => {
  let first: string
  beforeEach(() => {
    first = commit('a')
    git('tag', 'one')
    git('tag', '-a', 'annotated', '-m', 'text')
    git('branch', 'größe/branch')
    commit('b')
    put('c')
  })

  it('accepts a tag, a branch or a hash, with suffixes', async () => {
    const refs = [
      'one',
      'annotated',
      'größe/branch',
      'refs/tags/one',
      first,
      first.slice(0, 8),
      'HEAD~1',
      '@^',
      'HEAD~000001',
      'annotated^{}',
      'HEAD^1^{commit}',
    ]
    for (const since of refs) {
      expect({ since, changes: await list({ since }) }).toEqual({ since, changes: ['Added b', 'Added c'] })
    }
  })

  it('uses the ref even if a release is newer', async () => {
    git('tag', 'v1.0.0')
    expect(await list()).toEqual(['Added c'])
    expect(await list({ since: 'one' })).toEqual(['Added b', 'Added c'])
  })

  it('accepts a different branch, and lists its own paths as removed', async () => {
    git('checkout', '-q', '-b', 'other')
    commit('other-only')
    git('checkout', '-q', 'main')
    expect(await list({ since: 'other' })).toEqual(['Removed c', 'Removed other-only'])
  })

  it('lists all files since `root`, even if a branch has that name', async () => {
    git('branch', 'root')
    expect(await list({ since: 'root' })).toEqual(['Added a', 'Added b', 'Added c'])
  })

  const hostile = [
    '--output=pwned',
    '--output=pwned HEAD',
    '-n1',
    '-',
    '--all',
    '$(id)',
    '`touch pwned`',
    'HEAD;touch pwned',
    'one..HEAD',
    'one...HEAD',
    '..',
    '^one',
    'HEAD^@',
    'HEAD^!',
    'HEAD:a',
    'HEAD:nowhere',
    ':a',
    ':/a commit',
    'HEAD^{tree}',
    'HEAD^{blob}',
    'one HEAD',
    ' one',
    'one ',
    'one\n',
    'one\nHEAD',
    '\0',
    'one\0--output=pwned',
    '\u001b[2J',
    '',
    'nowhere',
    '*',
    'refs/heads/',
    '0'.repeat(40),
    'f'.repeat(40),
    'a'.repeat(10_240),
    '\ud800',
    'root ',
    '__proto__',
    '../../../etc/passwd',
    'HEAD^{/a commit}',
    'HEAD^{/((a{1,200}){1,200}){1,200}}',
    'HEAD@{0}',
    '@{upstream}',
  ]
  it('rejects every string that names no commit, and creates no file', async () => {
    const before = [readdirSync(scratch.folder), readdirSync(join(scratch.folder, '.git'))]
    for (const since of hostile) {
      const error = await listError({ since })
      expect({ since, code: error.code }).toEqual({ since, code: 'git/invalid_ref' })
      expect(error.issues).toEqual([{ parameter: 'since', message: expect.stringContaining('expected') }])
      expect(error.message.length).toBeLessThan(300)
    }
    expect([readdirSync(scratch.folder), readdirSync(join(scratch.folder, '.git'))]).toEqual(before)
    expect(readdirSync(scratch.home)).toEqual(['repository'])
  })

  it('rejects a file whose name ends in ^{commit}', async () => {
    commit('x^{commit}')
    expect((await listError({ since: 'HEAD:x' })).code).toBe('git/invalid_ref')
  })

  it('rejects a tag that names a file or a tree', async () => {
    git('tag', 'file', 'HEAD:a')
    git('tag', 'tree', 'HEAD^{tree}')
    expect((await listError({ since: 'file' })).code).toBe('git/invalid_ref')
    expect((await listError({ since: 'tree' })).code).toBe('git/invalid_ref')
  })

  it('rejects HEAD on a branch without commits, but accepts other refs', async () => {
    git('checkout', '-q', '--orphan', 'fresh')
    expect((await listError({ since: 'HEAD' })).code).toBe('git/invalid_ref')
    expect(await list({ since: 'one' })).toEqual(['Added b', 'Added c'])
  })

  it('reports a folder that is not in a repository as an unreadable repository', async () => {
    rmSync(join(scratch.folder, '.git'), { recursive: true })
    expect((await listError({ since: 'one' })).code).toBe('git/unreadable_repository')
  })

  it('reports an unreadable repository, not an invalid ref, when git is killed', async () => {
    putGit(scratch.home, (real) => `case "$*" in *one^*) kill -9 $$;; esac\nexec ${real} "$@"`)
    expect((await listError({ since: 'one' })).code).toBe('git/unreadable_repository')
    expect((await listError({ since: 'nowhere' })).code).toBe('git/invalid_ref')
  })
})
