// A shallow clone lacks the older history: a list of changes from it may be wrong.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commitIn, createScratch, gitIn, listErrorIn, listIn, putIn } from '../testing.ts'
import type { ChangesQuery } from './changes.ts'

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

describe('a shallow clone', () => {
  const versionHeading = '## [1.0.0] - 2026-01-01'
  let clone: string
  const cloneWith = (...args: string[]) => {
    clone = join(home, 'clone')
    gitIn(home, 'clone', '-q', ...args, `file://${folder}`, clone)
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
  ])('%s is refused with an error that says how to fetch the rest', async (_, args) => {
    cloneWith(...args)
    for (const query of [{}, { versionHeading }]) {
      const error = await listError(query, clone)
      expect(error.code).toBe('git/unreadable_repository')
      expect(error.message).toMatch(
        /^expected .* got a shallow clone .*git fetch --unshallow --tags.*\?since=/,
      )
    }
  })

  it('is listed when it has the tag of the last release', async () => {
    cloneWith('--depth=3')
    expect(gitIn(clone, 'rev-parse', '--is-shallow-repository').trim()).toBe('true')
    expect(await list({ versionHeading }, clone)).toEqual(['Added b', 'Added c', 'Added new'])
    expect(await list({}, clone)).toEqual(['Added b', 'Added c', 'Added new'])
  })

  it('is listed when it has the commit that added the heading', async () => {
    put('CHANGELOG.md', `## [2.0.0]\n${versionHeading}\n`)
    commit()
    commit('d')
    cloneWith('--depth=3', '--no-tags')
    expect(await list({ versionHeading: '## [2.0.0]' }, clone)).toEqual(['Added d', 'Added new'])
  })

  it('is listed since a ref that it has', async () => {
    cloneWith('--depth=2')
    expect(await list({ since: 'HEAD~1' }, clone)).toEqual(['Added c', 'Added new'])
    expect(await list({ since: 'root' }, clone)).toEqual(['Added a', 'Added b', 'Added c', 'Added new'])
    expect((await listError({ since: git('rev-parse', 'v1.0.0').trim() }, clone)).code).toBe(
      'git/invalid_ref',
    )
  })
})
