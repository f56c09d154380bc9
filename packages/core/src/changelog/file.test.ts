import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import * as fileSystem from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openChangelogFile } from './file.ts'
import type { FileSystem } from './file-read.ts'
import { isWritersOwn } from './file-replace.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changelog-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
const open = (changelogPath = 'CHANGELOG.md', replaced: Partial<FileSystem> = {}) =>
  openChangelogFile({ repositoryPath: folder, changelogPath, fileSystem: { ...fileSystem, ...replaced } })
const append = (line: string) => (text: string) => ({ text: `${text}${line}\n`, result: line })
const failWith = (code: string) => async () => {
  throw Object.assign(new Error(code), { code })
}

function makeFile(name: string): void {
  mkdirSync(dirname(path(name)), { recursive: true })
  writeFileSync(path(name), 'x')
}

function makeGitDirectory(name: string, file = 'config'): void {
  for (const part of ['HEAD', 'objects/a', 'refs/a', file]) makeFile(`${name}/${part}`)
}

function linkTo(target: string, make: () => void): void {
  make()
  symlinkSync(target, path('CHANGELOG.md'))
}

describe('a changelog file', () => {
  it('reads as an empty text where there is none, and is made by the first edit', async () => {
    expect((await open().read()).text).toBe('')
    expect(await open().edit(append('a'))).toBe('a')
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('keeps a byte order mark, and gives a hash that follows the bytes', async () => {
    writeFileSync(path('CHANGELOG.md'), '\uFEFFa\n')
    const before = await open().read()
    expect(before.text).toBe('\uFEFFa\n')
    await open().edit(append('b'))
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('\uFEFFa\nb\n')
    expect((await open().read()).hash).not.toBe(before.hash)
  })

  it('is not written when the text did not change', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const { ino } = statSync(path('CHANGELOG.md'))
    await open().edit((text) => ({ text, result: undefined }))
    expect(statSync(path('CHANGELOG.md')).ino).toBe(ino)
  })

  it('keeps its mode', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    chmodSync(path('CHANGELOG.md'), 0o640)
    await open().edit(append('b'))
    expect(statSync(path('CHANGELOG.md')).mode & 0o777).toBe(0o640)
  })

  it.runIf(process.getuid?.() === 0)('keeps its owner', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    await fileSystem.chown(path('CHANGELOG.md'), 1234, 1234)
    await open().edit(append('b'))
    expect(statSync(path('CHANGELOG.md'))).toMatchObject({ uid: 1234, gid: 1234 })
  })

  it('that is a link is followed and stays a link', async () => {
    mkdirSync(path('docs'))
    writeFileSync(path('docs/log.md'), 'a\n')
    symlinkSync('docs/log.md', path('CHANGELOG.md'))
    await open().edit(append('b'))
    expect(readFileSync(path('docs/log.md'), 'utf8')).toBe('a\nb\n')
    expect((await fileSystem.lstat(path('CHANGELOG.md'))).isSymbolicLink()).toBe(true)
  })

  it.each([
    ['a link out of the repository', () => symlinkSync(join(tmpdir(), 'elsewhere.md'), path('CHANGELOG.md'))],
    ['a link to a file that is missing', () => symlinkSync('missing.md', path('CHANGELOG.md'))],
    ['a link to itself', () => symlinkSync('CHANGELOG.md', path('CHANGELOG.md'))],
    ['a folder', () => mkdirSync(path('CHANGELOG.md'))],
    ['a link to git’s config', () => linkTo('.git/config', () => makeFile('.git/config'))],
    ['a link to .GIT', () => linkTo('.GIT/config', () => makeFile('.GIT/config'))],
    ['a link to a nested git directory', () => linkTo('lib/.git/HEAD', () => makeFile('lib/.git/HEAD'))],
    ['a link to the .git file of a submodule', () => linkTo('lib/.git', () => makeFile('lib/.git'))],
    ['a link to a new file of git', () => linkTo('.git/hooks', () => makeFile('.git/hooks/pre-commit'))],
    [
      'a link to a git directory of another name',
      () => linkTo('meta/config', () => makeGitDirectory('meta')),
    ],
    [
      'a link into a bare repository',
      () => linkTo('bare.git/hooks/x', () => makeGitDirectory('bare.git', 'hooks/x')),
    ],
    [
      'a link to the directory of a worktree',
      () => linkTo('trees/a/x', () => ['HEAD', 'commondir', 'x'].map((name) => makeFile(`trees/a/${name}`))),
    ],
    [
      'bytes that are not UTF-8',
      () => writeFileSync(path('CHANGELOG.md'), Buffer.from('a\nb\xe9\n', 'latin1')),
    ],
  ])('is refused, and nothing written, where there is %s', async (_about, make) => {
    make()
    const names = readdirSync(folder)
    for (const attempt of [() => open().read(), () => open().edit(append('b'))]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'unreadable_changelog', kind: 'invalid' })
    }
    expect(readdirSync(folder)).toEqual(names)
  })

  it('says in which line the bytes are not UTF-8', async () => {
    writeFileSync(path('CHANGELOG.md'), Buffer.from('a\nb\xe9\n', 'latin1'))
    await expect(open().read()).rejects.toThrow('CHANGELOG.md:2: expected UTF-8')
  })

  it('is refused in a repository that is a git directory itself', async () => {
    makeGitDirectory('bare')
    const file = openChangelogFile({ repositoryPath: path('bare'), changelogPath: 'config' })
    await expect(file.read()).rejects.toMatchObject({ code: 'unreadable_changelog' })
  })

  it('may lie beside what only looks like git’s', async () => {
    for (const name of [
      '.github/LOG.md',
      '.gitlog/LOG.md',
      'x.git/LOG.md',
      'objects/LOG.md',
      '.gitignore.md',
    ]) {
      makeFile(name)
      expect((await open(name).read()).text, name).toBe('x')
    }
  })

  it.each([
    '.git',
    '.git/config',
    '.GIT/config',
    '.Git',
    'lib/.git',
    'lib/.git/config',
    '.git./config',
    '.git /config',
    'GIT~1/config',
    '.g\u200cit/config',
    '.git::$INDEX_ALLOCATION/config',
    'docs/../.git/config',
  ])('may not be git’s own %j', (changelogPath) => {
    expect(() => open(changelogPath)).toThrow(expect.objectContaining({ code: 'invalid_settings' }))
  })

  it.each(['../CHANGELOG.md', '/etc/passwd', '.', '', 'docs/../../x'])(
    'may not be at %j',
    (changelogPath) => {
      expect(() => open(changelogPath)).toThrow(expect.objectContaining({ code: 'invalid_settings' }))
    },
  )

  it.each([
    ['ENOSPC', 'writing', /the disk is full \(ENOSPC\)/],
    ['EDQUOT', 'writing', /quota/],
    ['EIO', 'writing', /\(EIO\)/],
    ['EBUSY', 'renaming', /mount its folder instead/],
    ['EROFS', 'opening', /file system is read-only/],
    ['EACCES', 'opening', /permission denied/],
    ['EPERM', 'renaming', /not permitted/],
  ])('is as it was, with nothing beside it, after %s while %s', async (code, when, message) => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const failing: Partial<FileSystem> =
      when === 'renaming'
        ? { rename: failWith(code) }
        : { open: openFailing(code, when as 'writing' | 'opening') }
    await expect(open('CHANGELOG.md', failing).edit(append('b'))).rejects.toMatchObject({
      code: 'unwritable_changelog',
      message: expect.stringMatching(message),
    })
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
    expect(await open().edit(append('c'))).toBe('c')
  })

  it('is refused when it is read-only, also for root', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    chmodSync(path('CHANGELOG.md'), 0o444)
    await expect(open().edit(append('b'))).rejects.toMatchObject({ code: 'unwritable_changelog' })
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
  })

  it('is refused when its folder is missing', async () => {
    await expect(open('docs/CHANGELOG.md').edit(append('b'))).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('is refused, and not read, when it is huge', async () => {
    writeFileSync(path('CHANGELOG.md'), Buffer.alloc(16 * 1024 * 1024 + 1, 'a'))
    await expect(open().read()).rejects.toMatchObject({ code: 'unreadable_changelog' })
  })

  it('is as it was when the change throws, and can be edited afterwards', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const file = open()
    const refused = file.edit(() => {
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    expect(await file.edit(append('b'))).toBe('b')
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\nb\n')
  })

  it('takes edits one after the other, from one handle and from many', async () => {
    const files = [open(), open(), open()]
    const lines = Array.from({ length: 60 }, (_, number) => `line ${number}`)
    await Promise.all(lines.map((line, number) => files[number % 3]?.edit(append(line))))
    expect(readFileSync(path('CHANGELOG.md'), 'utf8').trimEnd().split('\n').toSorted()).toEqual(
      lines.toSorted(),
    )
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('is rid of what a killed writer left beside it after the next edit', async () => {
    writeFileSync(path('.CHANGELOG.md.0a.tmp'), 'half')
    await open().edit(append('a'))
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('knows what its writer may leave beside it', () => {
    expect(isWritersOwn('docs/LOG.md', 'docs/.LOG.md.0a.tmp')).toBe(true)
    expect(isWritersOwn('LOG.md', '.LOG.md.0a.tmp')).toBe(true)
    for (const path of ['.LOG.md.0a.tmp', 'docs/LOG.md', 'docs/.LOG.md.0a', 'docs/x.tmp']) {
      expect(isWritersOwn('docs/LOG.md', path)).toBe(false)
    }
  })
})

/** Opens like the real one, but what is opened for writing fails: at once, or on its first write. */
function openFailing(code: string, when: 'writing' | 'opening'): FileSystem['open'] {
  return async (...args) => {
    if (args[1] !== 'wx') return fileSystem.open(...args)
    if (when === 'opening') return failWith(code)()
    const handle = await fileSystem.open(...args)
    handle.writeFile = failWith(code)
    return handle
  }
}
