// Tests which paths are listed, and the kind of each change.
import { chmodSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { gitIn, openIn, QUERY, useScratch } from '../testing.ts'
import { listChanges } from './index.ts'

const scratch = useScratch()
const { git, put, commit, list } = scratch

function remove(path: string): void {
  rmSync(join(scratch.folder, path), { recursive: true })
}

describe('a list of changes', () => {
  beforeEach(() => {
    put('.gitignore', 'ignored*\n')
    commit('edited', 'kept', 'lost')
    git('tag', 'v1.0.0')
  })

  it('is empty when nothing differs', async () => {
    expect(await list()).toEqual([])
  })

  it('contains committed, staged, unstaged and untracked changes, but no ignored path', async () => {
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

  it('contains each path with its category', async () => {
    put('docs/größe.md')
    put('src/app.test.ts')
    const { base, changes } = await listChanges(openIn(scratch.folder), QUERY)
    expect(base).toMatch(/^[0-9a-f]{40}$/)
    expect(changes).toEqual([
      { type: 'Added', path: 'docs/größe.md', category: 'Documentation' },
      { type: 'Added', path: 'src/app.test.ts', category: 'Tests' },
    ])
  })

  it('contains a path once, with its current state, even if it was committed, staged and edited', async () => {
    put('edited', 'committed')
    commit('new')
    put('edited', 'staged')
    put('new', 'staged')
    git('add', '--all')
    put('edited', 'unstaged')
    put('new', 'unstaged')
    expect(await list()).toEqual(['Changed edited', 'Added new'])
  })

  it('leaves out a file whose change was reverted', async () => {
    put('edited', 'other')
    commit()
    put('edited')
    expect(await list()).toEqual([])
  })

  it('leaves out a file whose modification time is the only change', async () => {
    utimesSync(join(scratch.folder, 'edited'), 1, 1)
    expect(await list()).toEqual([])
  })

  it('contains a deleted path as removed: committed, staged or unstaged', async () => {
    remove('edited')
    commit()
    git('rm', '-q', 'kept')
    remove('lost')
    expect(await list()).toEqual(['Removed edited', 'Removed kept', 'Removed lost'])
  })

  it('leaves out a path that was added and deleted again: committed, staged or unstaged', async () => {
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

  it('contains a rename as a removed and an added path', async () => {
    git('mv', 'edited', 'moved')
    renameSync(join(scratch.folder, 'kept'), join(scratch.folder, 'carried'))
    expect(await list()).toEqual(['Added carried', 'Removed edited', 'Removed kept', 'Added moved'])
  })

  it('contains a file with a different mode as changed', async () => {
    chmodSync(join(scratch.folder, 'edited'), 0o755)
    expect(await list()).toEqual(['Changed edited'])
  })

  it('contains a file that became a symbolic link, and a symbolic link that became a file, as changed', async () => {
    symlinkSync('kept', join(scratch.folder, 'link'))
    commit()
    git('tag', 'v1.1.0')
    remove('edited')
    symlinkSync('kept', join(scratch.folder, 'edited'))
    remove('link')
    put('link')
    expect(await list()).toEqual(['Changed edited', 'Changed link'])
  })

  it('contains a file that became a folder as removed, and the files in the folder as added', async () => {
    remove('edited')
    put('edited/inside')
    expect(await list()).toEqual(['Removed edited', 'Added edited/inside'])
  })

  it('contains a symbolic link as one path, and does not follow it', async () => {
    put('folder/inside')
    commit()
    git('tag', 'v1.1.0')
    symlinkSync('folder', join(scratch.folder, 'link'))
    symlinkSync('/nowhere', join(scratch.folder, 'dangling'))
    expect(await list()).toEqual(['Added dangling', 'Added link'])
  })

  it('contains a path added with --intent-to-add as added', async () => {
    put('meant')
    git('add', '--intent-to-add', 'meant')
    expect(await list()).toEqual(['Added meant'])
  })

  it('is sorted by UTF-16 code units', async () => {
    for (const path of ['ﬀ', '😀', 'a', 'Z', '_', 'é']) put(path)
    expect(await list()).toEqual(['Added Z', 'Added _', 'Added a', 'Added é', 'Added 😀', 'Added ﬀ'])
  })

  describe('after git rm --cached', () => {
    it('leaves out an unchanged file', async () => {
      put('folder/-- two words')
      commit()
      git('tag', 'v1.1.0')
      git('rm', '-q', '-r', '--cached', 'edited', 'folder')
      expect(await list()).toEqual([])
    })

    it('contains a file with different content as changed', async () => {
      git('rm', '-q', '--cached', 'edited')
      put('edited', 'other')
      expect(await list()).toEqual(['Changed edited'])
    })

    it('contains a file with a different mode as changed', async () => {
      git('rm', '-q', '--cached', 'edited')
      chmodSync(join(scratch.folder, 'edited'), 0o755)
      expect(await list()).toEqual(['Changed edited'])
    })

    it('contains a file as removed when it is now ignored', async () => {
      git('rm', '-q', '--cached', 'edited')
      put('.gitignore', 'ignored*\nedited\n')
      expect(await list()).toEqual(['Changed .gitignore', 'Removed edited'])
    })

    it('leaves out an unchanged symbolic link, dangling or not', async () => {
      symlinkSync('kept', join(scratch.folder, 'link'))
      symlinkSync('/nowhere', join(scratch.folder, 'dangling'))
      commit()
      git('tag', 'v1.1.0')
      git('rm', '-q', '--cached', 'link', 'dangling')
      expect(await list()).toEqual([])
    })

    it('contains a symbolic link with a different target as changed, even if the targets have equal content', async () => {
      put('twin', 'kept\n')
      symlinkSync('kept', join(scratch.folder, 'link'))
      commit()
      git('tag', 'v1.1.0')
      git('rm', '-q', '--cached', 'link')
      remove('link')
      symlinkSync('twin', join(scratch.folder, 'link'))
      expect(await list()).toEqual(['Changed link'])
    })

    it('contains a file that became a symbolic link to the same content as changed', async () => {
      git('rm', '-q', '--cached', 'edited')
      renameSync(join(scratch.folder, 'edited'), join(scratch.folder, 'ignored'))
      symlinkSync('ignored', join(scratch.folder, 'edited'))
      expect(await list()).toEqual(['Changed edited'])
    })

    it('compares more files than one call of git receives', async () => {
      const paths = Array.from({ length: 230 }, (_, index) => `many/${String(index).padStart(3, '0')}`)
      commit(...paths)
      git('tag', 'v1.1.0')
      git('rm', '-q', '-r', '--cached', 'many')
      put('many/000', 'other')
      put('many/150', 'other')
      remove('many/229')
      expect(await list()).toEqual(['Changed many/000', 'Changed many/150', 'Removed many/229'])
    })

    it('compares files whose names look like options, patterns or several lines', async () => {
      const names = ['--upload-pack=x', '-n', ':(glob)*', 'a\nb', 'größe']
      commit(...names)
      git('tag', 'v1.1.0')
      git('rm', '-q', '--cached', '-r', '.')
      expect(await list()).toEqual([])
      for (const name of names) put(name, 'other')
      expect(await list()).toEqual(names.map((name) => `Changed ${name}`))
    })
  })

  describe('of a repository with a changelog', () => {
    it('leaves out the changelog itself, also in a folder, and no other changelog', async () => {
      put('CHANGELOG.md')
      put('docs/CHANGELOG.md')
      expect(await list()).toEqual(['Added docs/CHANGELOG.md'])
      expect(await list({ changelogPath: 'docs/CHANGELOG.md' })).toEqual(['Added CHANGELOG.md'])
      expect(await list({ changelogPath: './docs/../CHANGELOG.md' })).toEqual(['Added docs/CHANGELOG.md'])
    })

    it('leaves out a changelog that was deleted', async () => {
      commit('CHANGELOG.md')
      git('tag', 'v1.1.0')
      remove('CHANGELOG.md')
      expect(await list()).toEqual([])
    })

    it('leaves out a changelog that is a symbolic link, and its target', async () => {
      put('docs/CHANGELOG.md')
      symlinkSync('docs/CHANGELOG.md', join(scratch.folder, 'CHANGELOG.md'))
      put('docs/other.md')
      expect(await list()).toEqual(['Added docs/other.md'])
    })

    it('leaves out the paths that the query excludes', async () => {
      put('.CHANGELOG.md.1234.tmp')
      put('other.tmp')
      const isExcluded = (path: string) => path === '.CHANGELOG.md.1234.tmp'
      expect(await list({ isExcluded })).toEqual(['Added other.tmp'])
    })
  })

  it('contains each file under its exact name: untracked, committed, changed and removed', async () => {
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

  it('contains a submodule that was added, updated, renamed and removed', async () => {
    const library = join(scratch.home, 'library')
    gitIn(scratch.home, 'init', '-q', '--template=', library)
    const grow = () => gitIn(library, 'commit', '-q', '--allow-empty', '-m', 'grow')
    grow()
    git('submodule', '--quiet', 'add', library, 'lib')
    expect(await list()).toEqual(['Added .gitmodules', 'Added lib'])
    commit()
    git('tag', 'v1.1.0')
    put('lib/scratch')
    expect(await list()).toEqual([])
    gitIn(join(scratch.folder, 'lib'), 'commit', '-q', '--allow-empty', '-m', 'move on')
    expect(await list()).toEqual(['Changed lib'])
    git('mv', 'lib', 'vendor')
    expect(await list()).toEqual(['Changed .gitmodules', 'Removed lib', 'Added vendor'])
    git('rm', '-q', '-f', 'vendor')
    expect(await list()).toEqual(['Changed .gitmodules', 'Removed lib'])
  })

  it('contains an untracked nested repository as one path', async () => {
    gitIn(scratch.home, 'init', '-q', '--template=', join(scratch.folder, 'nested'))
    put('nested/file')
    gitIn(join(scratch.folder, 'nested'), 'add', 'file')
    gitIn(join(scratch.folder, 'nested'), 'commit', '-q', '-m', 'inside')
    expect(await list()).toEqual(['Added nested'])
  })

  it('contains each path of a merge conflict once, with its state in the working tree', async () => {
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

  it('can be read on a detached HEAD', async () => {
    commit('b')
    git('checkout', '-q', '--detach')
    commit('c')
    expect(await list()).toEqual(['Added b', 'Added c'])
  })

  it('can be read when another branch lacks a commit', async () => {
    git('checkout', '-q', '-b', 'broken')
    commit('x')
    const hash = git('rev-parse', 'HEAD').trim()
    commit('y')
    git('checkout', '-q', 'main')
    rmSync(join(scratch.folder, '.git/objects', hash.slice(0, 2), hash.slice(2)))
    put('here')
    expect(await list()).toEqual(['Added here'])
  })

  it('can be read in a linked working tree', async () => {
    const tree = join(scratch.home, 'tree')
    git('worktree', 'add', '-q', '-b', 'other', tree)
    writeFileSync(join(tree, 'there'), '')
    put('here')
    expect(await list({}, tree)).toEqual(['Added there'])
  })

  it('does not wait for the index lock', async () => {
    put('edited', 'other')
    utimesSync(join(scratch.folder, 'kept'), 1, 1)
    writeFileSync(join(scratch.folder, '.git/index.lock'), '')
    expect(await list()).toEqual(['Changed edited'])
  })
})

describe('a list of changes on a branch without commits', () => {
  it('contains every file as added, staged or not', async () => {
    put('staged')
    git('add', 'staged')
    put('untracked')
    expect(await list()).toEqual(['Added staged', 'Added untracked'])
  })

  it('leaves out a file that was staged and then deleted', async () => {
    put('staged')
    git('add', 'staged')
    remove('staged')
    expect(await list()).toEqual([])
  })

  it('is empty when there is no file', async () => {
    expect(await list()).toEqual([])
  })

  it('contains every file since `root`', async () => {
    put('file')
    expect(await list({ since: 'root' })).toEqual(['Added file'])
  })
})
