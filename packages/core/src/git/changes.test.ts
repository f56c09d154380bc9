import { chmodSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ChangesQuery, listChanges } from './changes.ts'
import { gitIn, listIn, makeScratch, openIn, putIn, setCommitTime } from './testing.ts'

const FIRST_COMMIT_AT = 1_767_225_600

let home: string
let folder: string
let seconds: number

beforeEach(() => {
  ;({ home, folder } = makeScratch())
  seconds = FIRST_COMMIT_AT
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

function git(...args: string[]): string {
  setCommitTime(seconds)
  return gitIn(args[0] === 'init' || args[0] === 'clone' ? home : folder, ...args)
}
const put = (path: string, text?: string) => putIn(folder, path, text)
/** Commits all there is, a minute after the commit before, and gives the hash. */
function commit(...paths: string[]): string {
  for (const path of paths) put(path)
  seconds += 60
  git('add', '--all')
  git('commit', '-q', '--allow-empty', '-m', 'a commit')
  return git('rev-parse', 'HEAD').trim()
}
function remove(path: string): void {
  rmSync(join(folder, path), { recursive: true })
}

const list = (query?: Partial<ChangesQuery>, path = folder) => listIn(path, query)

describe('the base of a list of changes', () => {
  it('is the highest SemVer tag, not the newest', async () => {
    commit('a')
    git('tag', 'v1.10.0')
    commit('b')
    git('tag', 'v1.9.0')
    expect(await list()).toEqual(['Added b'])
  })

  it.each(['2.0.0', 'v2.0.0', '2.0.0-rc.1', 'v2.0.0+build.7'])('may be the tag %s', async (tag) => {
    commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    git('tag', tag)
    commit('c')
    expect(await list()).toEqual(['Added c'])
  })

  it('puts a release above its candidates', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    git('tag', 'v1.0.0-rc.2')
    expect(await list()).toEqual(['Added b'])
  })

  it('is the commit of an annotated tag as well as of a lightweight one', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    git('tag', '-a', 'v2.0.0', '-m', 'second')
    commit('c')
    expect(await list()).toEqual(['Added c'])
  })

  it('is the commit at the end of a tag of a tag', async () => {
    commit('a')
    git('tag', '-a', 'inner', '-m', 'inner')
    git('tag', '-a', 'v1.0.0', '-m', 'outer', 'inner')
    commit('CHANGELOG.md', 'b')
    expect(await list()).toEqual(['Added b'])
  })

  it.each(['release-9.0.0', '9', 'v9.0', '=9.0.0', 'vv9.0.0', '9.0.0.1', '09.0.0', 'latest', 'pkg/v9.0.0'])(
    'is never the tag %s, which is no version',
    async (tag) => {
      commit('a')
      git('tag', 'v1.0.0')
      commit('b')
      git('tag', tag)
      commit('c')
      expect(await list()).toEqual(['Added b', 'Added c'])
    },
  )

  it('is not a version that tags a file', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    git('tag', 'v2.0.0', 'HEAD:a')
    commit('b')
    expect(await list()).toEqual(['Added b'])
  })

  it('is not a higher tag on another branch', async () => {
    commit('a')
    git('tag', 'v1.0.0')
    git('checkout', '-q', '-b', 'next')
    commit('next-only')
    git('tag', 'v2.0.0')
    git('checkout', '-q', 'main')
    commit('b')
    expect(await list()).toEqual(['Added b'])
  })

  it('is HEAD where there is neither a tag nor a heading', async () => {
    commit('a')
    put('b')
    expect(await list()).toEqual(['Added b'])
  })

  const heading = '## [1.0.0] - 2026-01-01'
  const versionHeading = heading

  it('is the commit that put the heading of the current version in', async () => {
    commit('a')
    put('CHANGELOG.md', `# Changelog\n\n${heading}\n`)
    commit('b')
    put('CHANGELOG.md', `# Changelog\n\n## [Unreleased]\n\n${heading}\n`)
    commit('c')
    expect(await list({ versionHeading })).toEqual(['Added c'])
  })

  it('is the first commit when that one put the heading in', async () => {
    put('CHANGELOG.md', `${heading}\n`)
    commit('a')
    commit('b')
    expect(await list({ versionHeading })).toEqual(['Added b'])
  })

  it('is HEAD while the heading is in no commit', async () => {
    put('CHANGELOG.md', '# Changelog\n')
    commit('a')
    put('CHANGELOG.md', `${heading}\n`)
    put('b')
    expect(await list({ versionHeading })).toEqual(['Added b'])
  })

  it('is the heading when that is newer than the tag', async () => {
    commit('a')
    git('tag', 'v0.9.0')
    commit('b')
    put('CHANGELOG.md', `${heading}\n`)
    commit('c')
    put('d')
    expect(await list({ versionHeading })).toEqual(['Added d'])
  })

  it('is the tag when that is newer than the heading', async () => {
    put('CHANGELOG.md', `${heading}\n`)
    commit('a')
    commit('b')
    git('tag', 'v1.0.0')
    commit('c')
    expect(await list({ versionHeading })).toEqual(['Added c'])
  })

  it.each([
    ['tag', 600, 0, ['Added heading-side']],
    ['heading', 0, 600, ['Added tag-side']],
  ])(
    'is the later when both came in by a merge, here the %s',
    async (_, tagLater, headingLater, expected) => {
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
      expect(await list({ versionHeading })).toEqual(expected)
    },
  )

  it('finds the heading under the name that the changelog had then', async () => {
    put('HISTORY.md', `# Changelog\n\n${heading}\n\n- First\n`)
    commit('a')
    commit('b')
    git('mv', 'HISTORY.md', 'CHANGELOG.md')
    commit('c')
    expect(await list({ versionHeading })).toEqual(['Removed HISTORY.md', 'Added b', 'Added c'])
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

  it('finds the heading in the file that a linked changelog leads to', async () => {
    put('docs/CHANGELOG.md', '# Changelog\n')
    symlinkSync('docs/CHANGELOG.md', join(folder, 'CHANGELOG.md'))
    commit('a')
    put('docs/CHANGELOG.md', `${heading}\n`)
    commit('b')
    put('docs/CHANGELOG.md', `## Unreleased\n\n${heading}\n`)
    commit('c')
    expect(await list({ versionHeading })).toEqual(['Added c'])
  })
})

describe('a list of changes', () => {
  beforeEach(() => {
    put('.gitignore', 'ignored*\n')
    commit('edited', 'kept', 'lost')
    git('tag', 'v1.0.0')
  })

  it('is empty when nothing differs', async () => {
    expect(await list()).toEqual([])
  })

  it('has committed, staged, unstaged and untracked work, and nothing ignored', async () => {
    commit('committed')
    put('staged')
    git('add', 'staged')
    put('edited', 'unstaged')
    put('folder/untracked')
    put('ignored.log')
    put('ignored/file')
    expect(await list()).toEqual([
      'Added committed',
      'Changed edited',
      'Added folder/untracked',
      'Added staged',
    ])
  })

  it('gives each path with its category', async () => {
    put('docs/größe.md')
    put('src/app.test.ts')
    const changes = await listChanges(openIn(folder), {
      changelogPath: 'CHANGELOG.md',
      versionHeading: undefined,
      isOwn: () => false,
    })
    expect(changes).toEqual([
      { type: 'Added', path: 'docs/größe.md', category: 'Documentation' },
      { type: 'Added', path: 'src/app.test.ts', category: 'Tests' },
    ])
  })

  it('has a path once, by what it is now, whatever was committed, staged and edited on the way', async () => {
    put('edited', 'committed')
    commit('new')
    put('edited', 'staged')
    put('new', 'staged')
    git('add', '--all')
    put('edited', 'unstaged')
    put('new', 'unstaged')
    expect(await list()).toEqual(['Changed edited', 'Added new'])
  })

  it('leaves out what was changed and then changed back', async () => {
    put('edited', 'other')
    commit()
    put('edited')
    expect(await list()).toEqual([])
  })

  it('leaves out what was only touched', async () => {
    utimesSync(join(folder, 'edited'), 1, 1)
    expect(await list()).toEqual([])
  })

  it('has a deleted path as removed, committed, staged or not', async () => {
    remove('edited')
    commit()
    git('rm', '-q', 'kept')
    remove('lost')
    expect(await list()).toEqual(['Removed edited', 'Removed kept', 'Removed lost'])
  })

  it('leaves out what was added and deleted again, committed, staged or not', async () => {
    commit('first')
    remove('first')
    commit()
    put('second')
    git('add', 'second')
    remove('second')
    put('third')
    remove('third')
    expect(await list()).toEqual([])
  })

  it('has a rename as a removed and an added path', async () => {
    git('mv', 'edited', 'moved')
    renameSync(join(folder, 'kept'), join(folder, 'carried'))
    expect(await list()).toEqual(['Added carried', 'Removed edited', 'Removed kept', 'Added moved'])
  })

  it('has another mode as changed', async () => {
    chmodSync(join(folder, 'edited'), 0o755)
    expect(await list()).toEqual(['Changed edited'])
  })

  it('has a file that became a link as changed, and a link that became a file', async () => {
    symlinkSync('kept', join(folder, 'link'))
    commit()
    git('tag', 'v1.1.0')
    remove('edited')
    symlinkSync('kept', join(folder, 'edited'))
    remove('link')
    put('link')
    expect(await list()).toEqual(['Changed edited', 'Changed link'])
  })

  it('has a file that became a folder as removed, and what is in the folder as added', async () => {
    remove('edited')
    put('edited/inside')
    expect(await list()).toEqual(['Removed edited', 'Added edited/inside'])
  })

  it('has a link as a path of its own and never looks behind it', async () => {
    put('folder/inside')
    commit()
    git('tag', 'v1.1.0')
    symlinkSync('folder', join(folder, 'link'))
    symlinkSync('/nowhere', join(folder, 'dangling'))
    expect(await list()).toEqual(['Added dangling', 'Added link'])
  })

  it('has a path that is only meant to be added as added', async () => {
    put('meant')
    git('add', '--intent-to-add', 'meant')
    expect(await list()).toEqual(['Added meant'])
  })

  it('is in the order of code units', async () => {
    for (const path of ['ﬀ', '😀', 'a', 'Z', '_', 'é']) put(path)
    expect(await list()).toEqual(['Added Z', 'Added _', 'Added a', 'Added é', 'Added 😀', 'Added ﬀ'])
  })

  describe('after git rm --cached', () => {
    it('leaves out a file that is as it was', async () => {
      put('folder/-- two words')
      commit()
      git('tag', 'v1.1.0')
      git('rm', '-q', '-r', '--cached', 'edited', 'folder')
      expect(await list()).toEqual([])
    })

    it('has a file with another content as changed', async () => {
      git('rm', '-q', '--cached', 'edited')
      put('edited', 'other')
      expect(await list()).toEqual(['Changed edited'])
    })

    it('has a file with another mode as changed', async () => {
      git('rm', '-q', '--cached', 'edited')
      chmodSync(join(folder, 'edited'), 0o755)
      expect(await list()).toEqual(['Changed edited'])
    })

    it('has a file that is ignored now as removed', async () => {
      git('rm', '-q', '--cached', 'edited')
      put('.gitignore', 'ignored*\nedited\n')
      expect(await list()).toEqual(['Changed .gitignore', 'Removed edited'])
    })

    it('leaves out a link that is as it was, dangling or not', async () => {
      symlinkSync('kept', join(folder, 'link'))
      symlinkSync('/nowhere', join(folder, 'dangling'))
      commit()
      git('tag', 'v1.1.0')
      git('rm', '-q', '--cached', 'link', 'dangling')
      expect(await list()).toEqual([])
    })

    it('has a link with another target as changed, even when both lead to the same content', async () => {
      put('twin', 'kept\n')
      symlinkSync('kept', join(folder, 'link'))
      commit()
      git('tag', 'v1.1.0')
      git('rm', '-q', '--cached', 'link')
      remove('link')
      symlinkSync('twin', join(folder, 'link'))
      expect(await list()).toEqual(['Changed link'])
    })

    it('has a file that became a link to what it held as changed', async () => {
      git('rm', '-q', '--cached', 'edited')
      renameSync(join(folder, 'edited'), join(folder, 'ignored'))
      symlinkSync('ignored', join(folder, 'edited'))
      expect(await list()).toEqual(['Changed edited'])
    })

    it('compares more files than one call of git names', async () => {
      const paths = Array.from({ length: 230 }, (_, index) => `many/${String(index).padStart(3, '0')}`)
      commit(...paths)
      git('tag', 'v1.1.0')
      git('rm', '-q', '-r', '--cached', 'many')
      put('many/000', 'other')
      put('many/150', 'other')
      remove('many/229')
      expect(await list()).toEqual(['Changed many/000', 'Changed many/150', 'Removed many/229'])
    })

    it('compares each file by its very name', async () => {
      const names = ['--upload-pack=x', '-n', ':(glob)*', 'a\nb', 'größe']
      commit(...names)
      git('tag', 'v1.1.0')
      git('rm', '-q', '--cached', '-r', '.')
      expect(await list()).toEqual([])
      for (const name of names) put(name, 'other')
      expect(await list()).toEqual(names.map((name) => `Changed ${name}`))
    })
  })

  describe('with the changelog', () => {
    it('leaves the changelog itself out, also in a folder, and only that one', async () => {
      put('CHANGELOG.md')
      put('docs/CHANGELOG.md')
      expect(await list()).toEqual(['Added docs/CHANGELOG.md'])
      expect(await list({ changelogPath: 'docs/CHANGELOG.md' })).toEqual(['Added CHANGELOG.md'])
      expect(await list({ changelogPath: './docs/../CHANGELOG.md' })).toEqual(['Added docs/CHANGELOG.md'])
    })

    it('leaves a changelog out that was deleted', async () => {
      commit('CHANGELOG.md')
      git('tag', 'v1.1.0')
      remove('CHANGELOG.md')
      expect(await list()).toEqual([])
    })

    it('leaves out a linked changelog and the file it leads to', async () => {
      put('docs/CHANGELOG.md')
      symlinkSync('docs/CHANGELOG.md', join(folder, 'CHANGELOG.md'))
      put('docs/other.md')
      expect(await list()).toEqual(['Added docs/other.md'])
    })

    it('leaves out what the writer calls its own', async () => {
      put('.CHANGELOG.md.1234.tmp')
      put('other.tmp')
      const isOwn = (path: string) => path === '.CHANGELOG.md.1234.tmp'
      expect(await list({ isOwn })).toEqual(['Added other.tmp'])
    })
  })

  it('has each file under its very name, untracked, committed, changed and removed', async () => {
    const names = [
      ' leading and trailing ',
      '"quoted"',
      '$(id)`id`;id',
      '*',
      '--',
      '--output=pwned',
      '-rf',
      ':(exclude)edited',
      'back\\slash\\101',
      'carriage\rreturn\ttab',
      'e\u0301 decomposed',
      'größe/naïve.md',
      "it's",
      'new\nline',
      '日本語/📚.txt',
    ]
    for (const name of names) put(name)
    expect(await list()).toEqual(names.map((name) => `Added ${name}`))
    commit()
    expect(await list()).toEqual(names.map((name) => `Added ${name}`))
    git('tag', 'v1.1.0')
    for (const name of names) put(name, 'other')
    expect(await list()).toEqual(names.map((name) => `Changed ${name}`))
    for (const name of names) remove(name)
    expect(await list()).toEqual(names.map((name) => `Removed ${name}`))
  })

  it('has a submodule that was added, moved on, renamed and taken out', async () => {
    const library = join(home, 'library')
    git('init', '-q', '--template=', library)
    const grow = () => gitIn(library, 'commit', '-q', '--allow-empty', '-m', 'grow')
    grow()
    git('submodule', '--quiet', 'add', library, 'lib')
    expect(await list()).toEqual(['Added .gitmodules', 'Added lib'])
    commit()
    git('tag', 'v1.1.0')
    put('lib/scratch')
    expect(await list()).toEqual([])
    gitIn(join(folder, 'lib'), 'commit', '-q', '--allow-empty', '-m', 'move on')
    expect(await list()).toEqual(['Changed lib'])
    git('mv', 'lib', 'vendor')
    expect(await list()).toEqual(['Changed .gitmodules', 'Removed lib', 'Added vendor'])
    git('rm', '-q', '-f', 'vendor')
    expect(await list()).toEqual(['Changed .gitmodules', 'Removed lib'])
  })

  it('has an untracked repository inside as one path', async () => {
    git('init', '-q', '--template=', join(folder, 'nested'))
    put('nested/file')
    gitIn(join(folder, 'nested'), 'add', 'file')
    gitIn(join(folder, 'nested'), 'commit', '-q', '-m', 'inside')
    expect(await list()).toEqual(['Added nested'])
  })

  it('has each path of a merge conflict once, as it stands in the working tree', async () => {
    git('checkout', '-q', '-b', 'theirs')
    put('edited', 'theirs')
    put('both', 'theirs')
    put('kept', 'theirs')
    remove('lost')
    commit()
    git('checkout', '-q', 'main')
    put('edited', 'ours')
    put('both', 'ours')
    put('lost', 'ours')
    remove('kept')
    commit()
    expect(() => git('merge', '-q', 'theirs')).toThrow()
    expect(git('ls-files', '--unmerged')).toContain('both')
    expect(await list()).toEqual(['Added both', 'Changed edited', 'Changed kept', 'Changed lost'])
  })

  it('is the same on a detached HEAD', async () => {
    commit('b')
    git('checkout', '-q', '--detach')
    commit('c')
    expect(await list()).toEqual(['Added b', 'Added c'])
  })

  it('is the same in a linked working tree', async () => {
    const tree = join(home, 'tree')
    git('worktree', 'add', '-q', '-b', 'other', tree)
    writeFileSync(join(tree, 'there'), '')
    put('here')
    expect(await list({}, tree)).toEqual(['Added there'])
  })

  it('is answered while another git holds the lock of the index', async () => {
    put('edited', 'other')
    utimesSync(join(folder, 'kept'), 1, 1)
    writeFileSync(join(folder, '.git/index.lock'), '')
    expect(await list()).toEqual(['Changed edited'])
  })
})

describe('a list of changes on a branch without commits', () => {
  it('has every file as added, staged or not', async () => {
    put('staged')
    git('add', 'staged')
    put('untracked')
    expect(await list()).toEqual(['Added staged', 'Added untracked'])
  })

  it('leaves out what was staged and then deleted', async () => {
    put('staged')
    git('add', 'staged')
    remove('staged')
    expect(await list()).toEqual([])
  })

  it('is empty where there is no file', async () => {
    expect(await list()).toEqual([])
  })

  it('compares with nothing when asked for changes since the root', async () => {
    put('file')
    expect(await list({ since: 'root' })).toEqual(['Added file'])
  })
})
