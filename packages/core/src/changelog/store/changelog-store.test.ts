import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import * as fileSystem from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChangelogDocument, parseChangelog } from '../document/index.ts'
import { type ChangelogStoreOptions, openChangelogStore } from './changelog-store.ts'
import { DISK, type FileSystem } from './file-system.ts'
import { isOwnFile } from './own-files.ts'

const TOKEN = '00000000-0000-4000-8000-000000000000'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changelog-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
type Change<T> = (content: { text: string }) => { text: string; result: T }

/** A store whose changes are functions of the text alone. */
function openStore(options: ChangelogStoreOptions) {
  const store = openChangelogStore(options)
  const edit = <T>(change: Change<T>) =>
    store.transact({
      change(document: ChangelogDocument) {
        const { text, result } = change(document)
        return { document: text === document.text ? document : parseChangelog(text), result }
      },
    })
  return { ...store, edit }
}

const open = (changelogPath = 'CHANGELOG.md', replaced: Partial<FileSystem> = {}) =>
  openStore({ repositoryPath: folder, changelogPath, fileSystem: { ...DISK, ...replaced } })
const append =
  (line: string) =>
  ({ text }: { text: string }) => ({ text: `${text}${line}\n`, result: line })

const failAtOnce = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}
const failWith = (code: string) => async () => failAtOnce(code)()

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
    expect((await open().edit(append('a'))).result).toBe('a')
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('keeps a byte order mark, and gives a hash that follows the bytes', async () => {
    writeFileSync(path('CHANGELOG.md'), '\uFEFFa\n')
    const before = await open().read()
    expect(before.text).toBe('\uFEFFa\n')
    await open().edit(append('b'))
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('\uFEFFa\nb\n')
    expect((await open().read()).revision).not.toBe(before.revision)
  })

  it('is not written when the text did not change', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const { ino } = statSync(path('CHANGELOG.md'))
    await open().edit(({ text }) => ({ text, result: undefined }))
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
    ['a pipe', () => execFileSync('mkfifo', [path('CHANGELOG.md')])],
    ['a link to a pipe', () => linkTo('pipe', () => execFileSync('mkfifo', [path('pipe')]))],
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
      await expect(attempt()).rejects.toMatchObject({ code: 'changelog/unreadable' })
    }
    expect(readdirSync(folder)).toEqual(names)
  })

  it('says in which line the bytes are not UTF-8', async () => {
    writeFileSync(path('CHANGELOG.md'), Buffer.from('a\nb\xe9\n', 'latin1'))
    await expect(open().read()).rejects.toThrow('CHANGELOG.md:2: expected UTF-8')
  })

  it.runIf(process.platform === 'linux')('is refused at once where there is a socket', async () => {
    const server = createServer().listen(path('CHANGELOG.md'))
    await once(server, 'listening')
    await expect(open().read()).rejects.toMatchObject({
      code: 'changelog/unreadable',
      message: expect.stringContaining('expected a regular file, got a socket'),
    })
    server.close()
  })

  it('is refused when it becomes a pipe after it was looked at', async () => {
    execFileSync('mkfifo', [path('pipe')])
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const lstat = (async (name: string) => {
      const stats = await fileSystem.lstat(name, { bigint: true })
      if (name.endsWith('CHANGELOG.md')) renameSync(path('pipe'), name)
      return stats
    }) as unknown as FileSystem['lstat']
    await expect(open('CHANGELOG.md', { lstat }).read()).rejects.toMatchObject({
      code: 'changelog/unreadable',
      message: expect.stringContaining('a pipe'),
    })
  })

  it('is refused in a repository that is a git directory itself', async () => {
    makeGitDirectory('bare')
    const file = openStore({ repositoryPath: path('bare'), changelogPath: 'config' })
    await expect(file.read()).rejects.toMatchObject({ code: 'changelog/unreadable' })
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
    expect(() => open(changelogPath)).toThrow(expect.objectContaining({ code: 'changelog/invalid_path' }))
  })

  it.each(['../CHANGELOG.md', '/etc/passwd', '.', '', 'docs/../../x'])(
    'may not be at %j',
    (changelogPath) => {
      expect(() => open(changelogPath)).toThrow(expect.objectContaining({ code: 'changelog/invalid_path' }))
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
        ? { renameSync: failAtOnce(code) }
        : { open: openFailing(code, when as 'writing' | 'opening') }
    await expect(open('CHANGELOG.md', failing).edit(append('b'))).rejects.toMatchObject({
      code: 'changelog/unwritable',
      message: expect.stringMatching(message),
    })
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
    expect((await open().edit(append('c'))).result).toBe('c')
  })

  it('is refused when it is read-only, also for root', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    chmodSync(path('CHANGELOG.md'), 0o444)
    await expect(open().edit(append('b'))).rejects.toMatchObject({ code: 'changelog/unwritable' })
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
  })

  it('is refused when its folder is missing', async () => {
    await expect(open('docs/CHANGELOG.md').edit(append('b'))).rejects.toMatchObject({ name: 'AppError' })
  })

  it('is refused, and not read, when it is huge', async () => {
    writeFileSync(path('CHANGELOG.md'), Buffer.alloc(16 * 1024 * 1024 + 1, 'a'))
    await expect(open().read()).rejects.toMatchObject({ code: 'changelog/unreadable' })
  })

  it('is as it was when the change throws, and can be edited afterwards', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const file = open()
    const refused = file.edit(() => {
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    expect((await file.edit(append('b'))).result).toBe('b')
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\nb\n')
  })

  it('may be as large as what is read, and not a byte larger, after an edit', async () => {
    const largest = 16 * 1024 * 1024
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const grow = (bytes: number) =>
      open().edit(() => ({ text: `é${'x'.repeat(bytes - 2)}`, result: undefined }))
    await expect(grow(largest + 1)).rejects.toMatchObject({
      code: 'changelog/edit_refused',
      message: expect.stringContaining(
        `expected at most ${largest} bytes after the edit, got ${largest + 1}`,
      ),
    })
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
    await grow(largest)
    expect((await open().read()).text).toHaveLength(largest - 1)
  })

  it.each(['read', 'edited'])('is %s at its largest, and refused a byte larger', async (how) => {
    const use = () =>
      how === 'read' ? open().read() : open().edit(({ text }) => ({ text, result: undefined }))
    writeFileSync(path('CHANGELOG.md'), Buffer.alloc(16 * 1024 * 1024, 'a'))
    await use()
    appendFileSync(path('CHANGELOG.md'), 'a')
    await expect(use()).rejects.toMatchObject({ code: 'changelog/unreadable' })
  })

  it('is read to its end, and no further than is allowed, when it grows meanwhile', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a')
    const growing = (bytes: number): FileSystem['open'] => {
      return async (...args) => {
        const handle = await fileSystem.open(...args)
        const stat = handle.stat.bind(handle)
        handle.stat = (async (options: { bigint: true }) => {
          const stats = await stat(options)
          appendFileSync(path('CHANGELOG.md'), Buffer.alloc(bytes, 'b'))
          return stats
        }) as typeof handle.stat
        return handle
      }
    }
    expect((await open('CHANGELOG.md', { open: growing(200_000) }).read()).text).toHaveLength(200_001)
    await expect(open('CHANGELOG.md', { open: growing(17_000_000) }).read()).rejects.toMatchObject({
      code: 'changelog/unreadable',
    })
  })

  it('is read once for all who ask at once, and never earlier than they asked', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    let opened = 0
    const counting: FileSystem['open'] = (...args) => {
      opened += 1
      return fileSystem.open(...args)
    }
    const file = open('CHANGELOG.md', { open: counting })
    const first = file.read()
    const others = Array.from({ length: 100 }, () => file.read())
    const contents = await Promise.all([first, ...others])
    expect(opened).toBe(2)
    expect(new Set(contents).size).toBe(1)
    const early = file.read()
    writeFileSync(path('CHANGELOG.md'), 'b\n')
    expect((await file.read()).text).toBe('b\n')
    await early
  })

  it('tells an empty file from none', async () => {
    const file = open()
    expect(await file.read()).toMatchObject({ text: '', exists: false })
    writeFileSync(path('CHANGELOG.md'), '')
    expect(await file.read()).toMatchObject({ text: '', exists: true })
  })

  it('gives the hash that it has after an edit', async () => {
    const file = open()
    const { revision: hash } = await file.edit(append('a'))
    expect((await file.read()).revision).toBe(hash)
    expect((await file.edit(({ text }) => ({ text, result: undefined }))).revision).toBe(hash)
  })

  it('lets a thousand edits wait and refuses one more at once', async () => {
    let proceed = () => {}
    const blocked = new Promise<void>((resolve) => {
      proceed = resolve
    })
    const realpath = (async (name: string) => {
      await blocked
      return fileSystem.realpath(name)
    }) as unknown as FileSystem['realpath']
    const file = open('CHANGELOG.md', { realpath })
    const nothing = ({ text }: { text: string }) => ({ text, result: undefined })
    const running = file.edit(nothing)
    // One more turn, so that the first one is running and no longer waits.
    await Promise.resolve()
    const waiting = Array.from({ length: 1000 }, () => file.edit(nothing))
    await expect(file.edit(nothing)).rejects.toMatchObject({ code: 'changelog/locked' })
    proceed()
    expect(await Promise.all([running, ...waiting])).toHaveLength(1001)
  })

  it('whose lock cannot be had refuses all edits that waited for it together, and takes the next', async () => {
    let looks = 0
    const readdir = (async (name: string) => {
      if (!String(name).endsWith('.lock')) return fileSystem.readdir(name)
      looks += 1
      // An owner that lives: its file has another name each time.
      return looks <= 500 ? [`00000000-0000-4000-8000-000000000000.${looks}`] : []
    }) as unknown as FileSystem['readdir']
    const file = open('CHANGELOG.md', { readdir })
    const edits = await Promise.allSettled(Array.from({ length: 50 }, () => file.edit(append('a'))))
    expect(looks).toBe(500)
    for (const edit of edits)
      expect(edit).toMatchObject({ status: 'rejected', reason: { code: 'changelog/locked' } })
    expect((await file.edit(append('b'))).result).toBe('b')
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

  it('is rid of the lock that a killed writer was about to take after the next edit', async () => {
    mkdirSync(path(`.CHANGELOG.md.${TOKEN}.tmp`))
    writeFileSync(path(`.CHANGELOG.md.${TOKEN}.tmp/${TOKEN}.0`), '')
    await open().edit(append('a'))
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('takes nothing away that its writer did not make', async () => {
    mkdirSync(path('.CHANGELOG.md.0b.tmp'))
    for (const name of ['.CHANGELOG.md.0b.tmp/notes', '.CHANGELOG.md.old.tmp', '.CHANGELOG.md.swp'])
      makeFile(name)
    const names = readdirSync(folder)
    await open().edit(append('a'))
    expect(readdirSync(folder)).toEqual([...names, 'CHANGELOG.md'])
    expect(readdirSync(path('.CHANGELOG.md.0b.tmp'))).toEqual(['notes'])
  })

  it('knows what its writer may leave beside it', () => {
    expect(isOwnFile('docs/LOG.md', 'docs/.LOG.md.0a.tmp')).toBe(true)
    expect(isOwnFile('LOG.md', '.LOG.md.0a.tmp')).toBe(true)
    expect(isOwnFile('LOG.md', `LOG.md.lock/${TOKEN}.12`)).toBe(true)
    expect(isOwnFile('docs/LOG.md', `docs/LOG.md.lock/${TOKEN}.12`)).toBe(true)
    expect(isOwnFile('LOG.md', `.LOG.md.${TOKEN}.tmp/${TOKEN}.0`)).toBe(true)
    for (const path of [
      '.LOG.md.0a.tmp',
      'docs/LOG.md',
      'docs/.LOG.md.0a',
      'docs/x.tmp',
      'docs/LOG.md.lock',
      'docs/LOG.md.lock/notes',
      `docs/LOG.md.lock/${TOKEN}.1/x`,
      'docs/.LOG.md.0a.tmp/notes',
      'docs/.LOG.md.old.tmp',
    ]) {
      expect(isOwnFile('docs/LOG.md', path)).toBe(false)
    }
  })
})

describe('an edit', () => {
  it('is made again on what an editor saved meanwhile', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    let times = 0
    const edited = await open().edit((content) => {
      times += 1
      if (times === 1) writeFileSync(path('CHANGELOG.md'), 'saved\n')
      return append('b')(content)
    })
    expect(times).toBe(2)
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('saved\nb\n')
    expect(edited.revision).toBe((await open().read()).revision)
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it.each([
    ['renames another file onto it', () => rename('saved')],
    ['renames one of the same size and date onto it', () => rename('a\n', true)],
    ['writes it in place with the same size', () => writeFileSync(path('CHANGELOG.md'), 'c\n')],
    ['dates it as before', () => rewriteAndDate()],
    ['removes it', () => unlinkSync(path('CHANGELOG.md'))],
    ['changes its mode', () => chmodSync(path('CHANGELOG.md'), 0o640)],
  ])('sees that somebody %s', async (_about, change) => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    utimesSync(path('CHANGELOG.md'), 1000, 1000)
    let times = 0
    await open().edit((content) => {
      times += 1
      if (times === 1) change()
      return append('b')(content)
    })
    expect(times).toBe(2)
  })

  it('sees that somebody made the file meanwhile', async () => {
    let times = 0
    await open().edit((content) => {
      times += 1
      if (times === 1) writeFileSync(path('CHANGELOG.md'), 'saved\n')
      return append('b')(content)
    })
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('saved\nb\n')
  })

  it.each([
    [4, 'fulfilled'],
    [5, 'rejected'],
  ])('after %d saves of others in a row is %s', async (saves, outcome) => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    let times = 0
    const edit = open().edit((content) => {
      times += 1
      if (times <= saves) writeFileSync(path('CHANGELOG.md'), `saved ${times}\n`)
      return append('b')(content)
    })
    const [settled] = await Promise.allSettled([edit])
    expect(settled).toMatchObject({ status: outcome })
    if (settled?.status === 'rejected') expect(settled.reason).toMatchObject({ code: 'changelog/locked' })
    const text = outcome === 'rejected' ? `saved ${saves}\n` : `saved ${saves}\nb\n`
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe(text)
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('is made again when the lock was taken over meanwhile', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    let other: Promise<unknown> | undefined
    const edited = open().edit((content) => {
      if (!other) {
        const [name = ''] = readdirSync(path('CHANGELOG.md.lock'))
        unlinkSync(path(`CHANGELOG.md.lock/${name}`))
        other = open().edit(append('of the other'))
      }
      return append('b')(content)
    })
    await Promise.all([edited, edited.then(() => other)])
    expect(readFileSync(path('CHANGELOG.md'), 'utf8').split('\n').toSorted()).toEqual([
      '',
      'a',
      'b',
      'of the other',
    ])
  })
})

function rename(text: string, keepDate = false): void {
  writeFileSync(path('other'), text)
  if (keepDate) utimesSync(path('other'), 1000, 1000)
  renameSync(path('other'), path('CHANGELOG.md'))
}

function rewriteAndDate(): void {
  writeFileSync(path('CHANGELOG.md'), 'c\n')
  utimesSync(path('CHANGELOG.md'), 1000, 1000)
}

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
