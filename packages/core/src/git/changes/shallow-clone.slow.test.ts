// Tests shallow clones. A list of changes can be wrong when the older history is missing.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { gitIn, useScratch } from '../testing.ts'

const scratch = useScratch()
const { git, put, commit, list, listError } = scratch

describe('a shallow clone', () => {
  const versionHeading = '## [1.0.0] - 2026-01-01'
  let clone: string
  const cloneWith = (...args: string[]) => {
    clone = join(scratch.home, 'clone')
    gitIn(scratch.home, 'clone', '-q', ...args, `file://${scratch.folder}`, clone)
    writeFileSync(join(clone, 'new'), '')
  }
  beforeEach(() => {
    put('CHANGELOG.md', `${versionHeading}\n`)
    commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    commit('c')
  })

  it.each([
    ['without tags', ['--depth=1', '--no-tags']],
    ['that ends before the release', ['--depth=2']],
  ])('%s is rejected with the commands that fetch the history', async (_, args) => {
    cloneWith(...args)
    for (const query of [{}, { versionHeading }]) {
      const error = await listError(query, clone)
      expect(error.code).toBe('git/unreadable_repository')
      expect(error.message).toMatch(
        /^expected .* got a shallow clone .*git fetch --unshallow --tags.*pass `since`/,
      )
    }
  })

  it('is accepted when it has the tag of the last release', async () => {
    cloneWith('--depth=3')
    expect(gitIn(clone, 'rev-parse', '--is-shallow-repository').trim()).toBe('true')
    expect(await list({ versionHeading }, clone)).toEqual(['Added b', 'Added c', 'Added new'])
    expect(await list({}, clone)).toEqual(['Added b', 'Added c', 'Added new'])
  })

  it('is accepted when it has the commit that added the heading', async () => {
    put('CHANGELOG.md', `## [2.0.0]\n${versionHeading}\n`)
    commit()
    commit('d')
    cloneWith('--depth=3', '--no-tags')
    expect(await list({ versionHeading: '## [2.0.0]' }, clone)).toEqual(['Added d', 'Added new'])
  })

  it('is accepted with a ref that it contains', async () => {
    cloneWith('--depth=2')
    expect(await list({ since: 'HEAD~1' }, clone)).toEqual(['Added c', 'Added new'])
    expect(await list({ since: 'root' }, clone)).toEqual(['Added a', 'Added b', 'Added c', 'Added new'])
    expect((await listError({ since: git('rev-parse', 'v1.0.0').trim() }, clone)).code).toBe(
      'git/invalid_ref',
    )
  })
})
