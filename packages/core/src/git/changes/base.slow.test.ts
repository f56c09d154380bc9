// Tests how the base is found, by version tags and by the version heading in the changelog.
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { gitIn, setCommitTime, type TestQuery, useScratch } from '../testing.ts'

const FIRST_COMMIT_AT = 1_767_225_600

const scratch = useScratch()
const { put, list } = scratch
let seconds: number
beforeEach(() => {
  seconds = FIRST_COMMIT_AT
})

function git(...args: string[]): string {
  setCommitTime(seconds)
  return scratch.git(...args)
}
/** Commits the whole working tree, a minute after the previous commit, and returns the hash. */
function commit(...paths: string[]): string {
  seconds += 60
  setCommitTime(seconds)
  return scratch.commit(...paths)
}

describe('the base of a list of changes', () => {
  it('is the highest SemVer tag, not the newest tag', async () => {
    commit('a')
    git('tag', 'v1.10.0')
    commit('b')
    git('tag', 'v1.9.0')
    expect(await list()).toEqual(['Added b'])
  })

  it.each(['2.0.0', 'v2.0.0', '2.0.0-rc.1', 'v2.0.0+build.7'])('can be the tag %s', async (tag) => {
    commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    git('tag', tag)
    commit('c')
    expect(await list()).toEqual(['Added c'])
  })

  it('prefers a release to its release candidates', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    git('tag', 'v1.0.0-rc.2')
    expect(await list()).toEqual(['Added b'])
  })

  it('is the commit of an annotated tag or of a lightweight tag', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    git('tag', '-a', 'v2.0.0', '-m', 'second')
    commit('c')
    expect(await list()).toEqual(['Added c'])
  })

  it('is the commit to which a tag of a tag resolves', async () => {
    commit('a')
    git('tag', '-a', 'inner', '-m', 'inner')
    git('tag', '-a', 'v1.0.0', '-m', 'outer', 'inner')
    commit('CHANGELOG.md', 'b')
    expect(await list()).toEqual(['Added b'])
  })

  it.each(['release-9.0.0', '9', 'v9.0', '=9.0.0', 'vv9.0.0', '9.0.0.1', '09.0.0', 'latest', 'pkg/v9.0.0'])(
    'is not the tag %s, which is not a SemVer version',
    async (tag) => {
      commit('a')
      git('tag', 'v1.0.0')
      commit('b')
      git('tag', tag)
      commit('c')
      expect(await list()).toEqual(['Added b', 'Added c'])
    },
  )

  it('is not a version tag that names a file', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    git('tag', 'v2.0.0', 'HEAD:a')
    commit('b')
    expect(await list()).toEqual(['Added b'])
  })

  it('is not a higher tag on a different branch', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    git('checkout', '-q', '-b', 'next')
    commit('next-only')
    git('tag', 'v2.0.0')
    git('checkout', '-q', 'main')
    commit('b')
    expect(await list()).toEqual(['Added b'])
  })

  it('is HEAD when there is neither a version tag nor a version heading', async () => {
    commit('a')
    put('b')
    expect(await list()).toEqual(['Added b'])
  })

  const heading = '## [1.0.0] - 2026-01-01'
  const versionHeading = heading

  it('is the commit that added the heading of the current version', async () => {
    commit('a')
    put('CHANGELOG.md', `# Changelog\n\n${heading}\n`)
    commit('b')
    put('CHANGELOG.md', `# Changelog\n\n## [Unreleased]\n\n${heading}\n`)
    commit('c')
    expect(await list({ versionHeading })).toEqual(['Added c'])
  })

  it('is the first commit when it added the heading', async () => {
    put('CHANGELOG.md', `${heading}\n`)
    commit('a')
    commit('b')
    expect(await list({ versionHeading })).toEqual(['Added b'])
  })

  it('is HEAD while the heading is not committed', async () => {
    put('CHANGELOG.md', '# Changelog\n')
    commit('a')
    put('CHANGELOG.md', `${heading}\n`)
    put('b')
    expect(await list({ versionHeading })).toEqual(['Added b'])
  })

  it.each<[title: string, newer: readonly string[], path?: string, tag?: string]>([
    ['one release is', ['1.2.0']],
    ['several releases are', ['1.3.0', '1.2.1', '1.2.0']],
    ['a pre-release is', ['1.2.0-rc.1']],
    ['a release of a package is', ['1.2.0'], 'packages/api/CHANGELOG.md', 'api@{version}'],
  ])(
    'stays the commit of the newest committed heading while %s not committed',
    async (_, newer, path, tag) => {
      const changelogPath = path ?? 'CHANGELOG.md'
      const write = (...versions: string[]) =>
        put(
          changelogPath,
          `# Changelog\n\n${versions.map((version) => `## [${version}]\n\n- x\n\n`).join('')}`,
        )
      write('1.0.0')
      commit('a')
      git('tag', (tag ?? 'v{version}').replace('{version}', '1.0.0'))
      commit('b')
      write('1.1.0', '1.0.0')
      commit()
      commit('c')
      write(...newer, '1.1.0', '1.0.0')
      const query = { changelogPath, versionHeading: newer[0], tag: tag ?? 'v{version}' }
      expect(await list(query)).toEqual(['Added c'])
      git('add', '--all')
      expect(await list(query)).toEqual(['Added c'])
    },
  )

  it('stays the tag of the newest committed version on another branch while a release is not committed', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    git('checkout', '-q', '-b', 'release')
    commit('only-there')
    git('tag', 'v1.1.0')
    git('checkout', '-q', 'main')
    put('CHANGELOG.md', '## [1.1.0]\n')
    commit('b')
    git('tag', 'v1.2.0-rc.1')
    commit('c')
    put('CHANGELOG.md', '## [1.2.0]\n\n## [1.1.0]\n')
    expect(await list({ versionHeading: '## [1.2.0]' })).toEqual(['Added b', 'Added c', 'Removed only-there'])
  })

  it('is the commit of the heading when it is newer than the tag', async () => {
    commit('a')
    git('tag', 'v0.9.0')
    commit('b')
    put('CHANGELOG.md', `${heading}\n`)
    commit('c')
    put('d')
    expect(await list({ versionHeading })).toEqual(['Added d'])
  })

  it('is the tag when it is newer than the commit of the heading', async () => {
    put('CHANGELOG.md', `${heading}\n`)
    commit('a')
    commit('b')
    git('tag', 'v1.0.0')
    commit('c')
    expect(await list({ versionHeading })).toEqual(['Added c'])
  })

  it.each([
    ['newer', 600, 0],
    ['older', 0, 600],
  ])(
    'is the tag of the current version when a merge added it beside a heading, and is %s',
    async (_, tagLater, headingLater) => {
      commit('a')
      git('checkout', '-q', '-b', 'side')
      seconds = FIRST_COMMIT_AT + tagLater
      commit('tag-side')
      git('tag', '-a', 'v1.0.0', '-m', 'first')
      git('checkout', '-q', 'main')
      seconds = FIRST_COMMIT_AT + headingLater
      put('CHANGELOG.md', `${heading}\n`)
      commit('heading-side')
      git('merge', '-q', '--no-edit', 'side')
      expect(await list({ versionHeading })).toEqual(['Added heading-side'])
    },
  )

  it('finds the heading under a previous name of the changelog', async () => {
    put('HISTORY.md', `# Changelog\n\n${heading}\n\n- First\n`)
    commit('a')
    commit('b')
    git('mv', 'HISTORY.md', 'CHANGELOG.md')
    commit('c')
    expect(await list({ versionHeading })).toEqual(['Added b', 'Added c'])
  })

  it('finds the heading of a changelog whose path looks like a pattern', async () => {
    put('docs/[x]*/CHANGELOG.md', `${heading}\n`)
    commit('a')
    put('docs/x/CHANGELOG.md', `${heading}\n`)
    commit('b')
    expect(await list({ versionHeading, changelogPath: 'docs/[x]*/CHANGELOG.md' })).toEqual([
      'Added b',
      'Added docs/x/CHANGELOG.md',
    ])
  })

  it('finds the heading in the target of a changelog that is a symbolic link', async () => {
    put('docs/CHANGELOG.md', '# Changelog\n')
    symlinkSync('docs/CHANGELOG.md', join(scratch.folder, 'CHANGELOG.md'))
    commit('a')
    put('docs/CHANGELOG.md', `${heading}\n`)
    commit('b')
    put('docs/CHANGELOG.md', `## Unreleased\n\n${heading}\n`)
    commit('c')
    expect(await list({ versionHeading })).toEqual(['Added c'])
  })

  it.each<[title: string, query: TestQuery, tags: string[], expected: string]>([
    ['a release candidate of the next version', { versionHeading }, ['v1.0.0', 'v1.1.0-rc.1'], 'v1.0.0'],
    ['a nightly build', { versionHeading }, ['v1.0.0', 'v1.1.0-nightly.20261124'], 'v1.0.0'],
    ['a calendar version', { versionHeading }, ['v1.0.0', '2026.11.24'], 'v1.0.0'],
    ['a higher release that is not in the changelog', { versionHeading }, ['v1.0.0', 'v3.0.0'], 'v1.0.0'],
    ['build metadata of the same version', { versionHeading }, ['v1.0.0', 'v1.0.0+nightly.2'], 'v1.0.0'],
    [
      'the next release candidate',
      { versionHeading: '## [1.0.0-rc.1]' },
      ['v1.0.0-rc.1', 'v1.0.0-rc.2'],
      'v1.0.0-rc.1',
    ],
    ['a version without v', { versionHeading }, ['1.0.0', 'v1.1.0-rc.1'], '1.0.0'],
    [
      'a version that is not SemVer',
      { versionHeading: '## [1.0] - 2026-01-01' },
      ['v1.0', 'v1.1.0-rc.1'],
      'v1.0',
    ],
    [
      'another product',
      { versionHeading, tag: 'api@{version}' },
      ['api@1.0.0', 'v5.1.0', 'web@2.0.0'],
      'api@1.0.0',
    ],
    [
      'a name that only contains the version',
      { versionHeading, tag: '{version}' },
      ['1.0.0', 'v1.0.0'],
      '1.0.0',
    ],
    [
      'another product, without the version',
      { tag: 'api@{version}' },
      ['api@0.1.0', 'v5.1.0', 'api@x'],
      'api@0.1.0',
    ],
    ['the end of the template', { tag: '{version}-api' }, ['0.1.0-api', '5.1.0', '5.1.0-apis'], '0.1.0-api'],
    [
      'a template with two versions',
      { tag: 'r{version}/{version}' },
      ['r0.1.0/0.1.0', 'r0.1.0/0.2.0'],
      'r0.1.0/0.1.0',
    ],
    ['no release in the changelog', {}, ['v1.0.0', 'v1.1.0-rc.1', '2026.11.x'], 'v1.1.0-rc.1'],
  ])('of the tags beside %s is the right one', async (_, query, tags, expected) => {
    put('CHANGELOG.md', '# Changelog\n')
    commit('a')
    for (const tag of tags) {
      git('tag', tag)
      commit(`after-${tag.replace('/', '-')}`)
    }
    const later = tags.slice(tags.indexOf(expected)).map((tag) => `Added after-${tag.replace('/', '-')}`)
    expect(await list(query)).toEqual(later.sort())
  })

  it('is the tag of the current version on another branch, such as a release branch', async () => {
    commit('a')
    git('checkout', '-q', '-b', 'release')
    git('tag', 'v1.0.0')
    git('checkout', '-q', 'main')
    put('CHANGELOG.md', `${heading}\n`)
    commit('b')
    expect(await list({ versionHeading })).toEqual(['Added b'])
  })

  it('is the commit of the heading when the tag of the current version names a file', async () => {
    put('CHANGELOG.md', `${heading}\n`)
    commit('a')
    git('tag', 'v1.0.0', 'HEAD:a')
    commit('b')
    expect(await list({ versionHeading })).toEqual(['Added b'])
  })

  it('is found by names alone in a clone without file contents', async () => {
    scratch.git('config', 'uploadpack.allowFilter', 'true')
    put('CHANGELOG.md', '# Changelog\n')
    commit('a', 'gone', 'HISTORY.md')
    put('CHANGELOG.md', `${heading}\n`)
    commit()
    git('tag', 'v1.0.0')
    put('a', 'other\n')
    rmSync(join(scratch.folder, 'gone'))
    commit('b')
    const clone = join(scratch.home, 'clone')
    gitIn(scratch.home, 'clone', '-q', '--filter=blob:none', `file://${scratch.folder}`, clone)
    expect(await list({ versionHeading }, clone)).toEqual(['Changed a', 'Added b', 'Removed gone'])
    expect(await list({}, clone)).toEqual(['Changed a', 'Added b', 'Removed gone'])
  })
})
