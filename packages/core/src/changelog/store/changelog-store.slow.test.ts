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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ChangelogDocument, parseChangelog } from '../document/index.ts'
import { type ChangelogStoreOptions, openChangelogStore } from './changelog-store.ts'
import { CREATION_FLAGS, type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { createStoreFileCheck } from './store-files.ts'

const TOKEN = '00000000-0000-4000-8000-000000000000'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changelog-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
type Change<T> = (content: { text: string }) => { text: string; result: T }

/** Opens a store. Its `edit` runs a transaction whose change is a function of the text. */
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

const open = (changelogPath = 'CHANGELOG.md', overrides: Partial<FileSystem> = {}) =>
  openStore({ repositoryPath: folder, changelogPath, fileSystem: { ...NODE_FILE_SYSTEM, ...overrides } })
const append =
  (line: string) =>
  ({ text }: { text: string }) => ({ text: `${text}${line}\n`, result: line })

const failSync = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}
const failAsync = (code: string) => async () => failSync(code)()

function makeFile(name: string): void {
  mkdirSync(dirname(path(name)), { recursive: true })
  writeFileSync(path(name), 'x')
}

/** Creates a folder that git accepts as a git directory. */
function makeGitDirectory(name: string, file = 'config'): void {
  for (const part of ['HEAD', 'objects/a', 'refs/a', file]) makeFile(`${name}/${part}`)
}

/** Creates a target, and makes the changelog a symbolic link to it. */
function linkTo(target: string, create: () => void): void {
  create()
  symlinkSync(target, path('CHANGELOG.md'))
}

describe('a changelog store', () => {
  it('reads a missing file as an empty text, and creates it with the first edit', async () => {
    expect((await open().read()).text).toBe('')
    expect((await open().edit(append('a'))).result).toBe('a')
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('keeps a byte order mark, and changes the revision with the bytes', async () => {
    writeFileSync(path('CHANGELOG.md'), '\uFEFFa\n')
    const before = await open().read()
    expect(before.text).toBe('\uFEFFa\n')
    await open().edit(append('b'))
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('\uFEFFa\nb\n')
    expect((await open().read()).revision).not.toBe(before.revision)
  })

  it('does not write an unchanged text', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const { ino } = statSync(path('CHANGELOG.md'))
    await open().edit(({ text }) => ({ text, result: undefined }))
    expect(statSync(path('CHANGELOG.md')).ino).toBe(ino)
  })

  it('keeps the mode of the file', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    chmodSync(path('CHANGELOG.md'), 0o640)
    await open().edit(append('b'))
    expect(statSync(path('CHANGELOG.md')).mode & 0o777).toBe(0o640)
  })

  it.runIf(process.getuid?.() === 0)('keeps the owner of the file', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    await fileSystem.chown(path('CHANGELOG.md'), 1234, 1234)
    await open().edit(append('b'))
    expect(statSync(path('CHANGELOG.md'))).toMatchObject({ uid: 1234, gid: 1234 })
  })

  it('follows a symbolic link and keeps it', async () => {
    mkdirSync(path('docs'))
    writeFileSync(path('docs/log.md'), 'a\n')
    symlinkSync('docs/log.md', path('CHANGELOG.md'))
    await open().edit(append('b'))
    expect(readFileSync(path('docs/log.md'), 'utf8')).toBe('a\nb\n')
    expect((await fileSystem.lstat(path('CHANGELOG.md'))).isSymbolicLink()).toBe(true)
  })

  it.each([
    [
      'a symbolic link out of the repository',
      () => symlinkSync(join(tmpdir(), 'elsewhere.md'), path('CHANGELOG.md')),
    ],
    ['a symbolic link to a missing file', () => symlinkSync('missing.md', path('CHANGELOG.md'))],
    ['a symbolic link to itself', () => symlinkSync('CHANGELOG.md', path('CHANGELOG.md'))],
    ['a folder', () => mkdirSync(path('CHANGELOG.md'))],
    ['a FIFO', () => execFileSync('mkfifo', [path('CHANGELOG.md')])],
    ['a symbolic link to a FIFO', () => linkTo('fifo', () => execFileSync('mkfifo', [path('fifo')]))],
    ['a symbolic link to .git/config', () => linkTo('.git/config', () => makeFile('.git/config'))],
    ['a symbolic link into .GIT', () => linkTo('.GIT/config', () => makeFile('.GIT/config'))],
    [
      'a symbolic link into a nested git directory',
      () => linkTo('lib/.git/HEAD', () => makeFile('lib/.git/HEAD')),
    ],
    ['a symbolic link to the .git file of a submodule', () => linkTo('lib/.git', () => makeFile('lib/.git'))],
    [
      'a symbolic link to a folder in .git',
      () => linkTo('.git/hooks', () => makeFile('.git/hooks/pre-commit')),
    ],
    [
      'a symbolic link into a git directory with a different name',
      () => linkTo('meta/config', () => makeGitDirectory('meta')),
    ],
    [
      'a symbolic link into a bare repository',
      () => linkTo('bare.git/hooks/x', () => makeGitDirectory('bare.git', 'hooks/x')),
    ],
    [
      'a symbolic link into the git directory of a worktree',
      () => linkTo('trees/a/x', () => ['HEAD', 'commondir', 'x'].map((name) => makeFile(`trees/a/${name}`))),
    ],
    [
      'bytes that are not UTF-8',
      () => writeFileSync(path('CHANGELOG.md'), Buffer.from('a\nb\xe9\n', 'latin1')),
    ],
  ])('rejects %s and writes nothing', async (_name, create) => {
    create()
    const names = readdirSync(folder)
    for (const attempt of [() => open().read(), () => open().edit(append('b'))]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'changelog/unreadable' })
    }
    expect(readdirSync(folder)).toEqual(names)
  })

  it.each([
    ['LF', 'a\nb', 2],
    ['CRLF', 'a\r\nb\r\nc', 3],
    ['a lone CR', 'a\rb\nc', 3],
    ['a valid U+FFFD on an earlier line', '\uFFFD\nb', 2],
  ])('reports the line of the first invalid UTF-8 after %s', async (_name, text, line) => {
    const bytes = [Buffer.from(text), Buffer.from([0xe9]), Buffer.from('\nc\n')]
    writeFileSync(path('CHANGELOG.md'), Buffer.concat(bytes))
    await expect(open().read()).rejects.toThrow(`CHANGELOG.md:${line}: expected UTF-8`)
  })

  it.runIf(process.platform === 'linux')('rejects a socket', async () => {
    const server = createServer().listen(path('CHANGELOG.md'))
    await once(server, 'listening')
    await expect(open().read()).rejects.toMatchObject({
      code: 'changelog/unreadable',
      message: expect.stringContaining('expected a regular file, got a socket'),
    })
    server.close()
  })

  it('rejects a file that is replaced by a FIFO before it is opened', async () => {
    execFileSync('mkfifo', [path('fifo')])
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const lstat = (async (name: string) => {
      const stats = await fileSystem.lstat(name, { bigint: true })
      if (name.endsWith('CHANGELOG.md')) renameSync(path('fifo'), name)
      return stats
    }) as unknown as FileSystem['lstat']
    await expect(open('CHANGELOG.md', { lstat }).read()).rejects.toMatchObject({
      code: 'changelog/unreadable',
      message: expect.stringContaining('a FIFO'),
    })
  })

  it('rejects a file in a bare repository', async () => {
    makeGitDirectory('bare')
    const file = openStore({ repositoryPath: path('bare'), changelogPath: 'config' })
    await expect(file.read()).rejects.toMatchObject({ code: 'changelog/unreadable' })
  })

  it('accepts names that only resemble git directories', async () => {
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
  ])('rejects the path %j in a git directory', (changelogPath) => {
    expect(() => open(changelogPath)).toThrow(expect.objectContaining({ code: 'changelog/invalid_path' }))
  })

  it.each(['../CHANGELOG.md', '/etc/passwd', '.', '', 'docs/../../x'])(
    'rejects the path %j outside the repository',
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
  ])('leaves the file unchanged and no other files after %s while %s', async (code, when, message) => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const failing: Partial<FileSystem> =
      when === 'renaming'
        ? { renameSync: failSync(code) }
        : { open: openFailing(code, when as 'writing' | 'opening') }
    await expect(open('CHANGELOG.md', failing).edit(append('b'))).rejects.toMatchObject({
      code: 'changelog/unwritable',
      message: expect.stringMatching(message),
    })
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
    expect((await open().edit(append('c'))).result).toBe('c')
  })

  it('rejects an edit of a read-only file, also as root', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    chmodSync(path('CHANGELOG.md'), 0o444)
    await expect(open().edit(append('b'))).rejects.toMatchObject({ code: 'changelog/unwritable' })
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
  })

  it('rejects an edit in a missing folder', async () => {
    await expect(open('docs/CHANGELOG.md').edit(append('b'))).rejects.toMatchObject({ name: 'AppError' })
  })

  it('rejects a file that is too large', async () => {
    writeFileSync(path('CHANGELOG.md'), Buffer.alloc(16 * 1024 * 1024 + 1, 'a'))
    await expect(open().read()).rejects.toMatchObject({ code: 'changelog/unreadable' })
  })

  it('leaves the file unchanged when the change throws, and can edit it afterwards', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const file = open()
    const rejected = file.edit(() => {
      throw new Error('no')
    })
    await expect(rejected).rejects.toThrow('no')
    expect((await file.edit(append('b'))).result).toBe('b')
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\nb\n')
  })

  it('accepts an edit that results in the maximum size, and rejects one byte more', async () => {
    const maxBytes = 16 * 1024 * 1024
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const grow = (bytes: number) =>
      open().edit(() => ({ text: `é${'x'.repeat(bytes - 2)}`, result: undefined }))
    await expect(grow(maxBytes + 1)).rejects.toMatchObject({
      code: 'changelog/edit_refused',
      message: expect.stringContaining(
        `expected at most ${maxBytes} bytes after the edit, got ${maxBytes + 1}`,
      ),
    })
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('a\n')
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
    await grow(maxBytes)
    expect((await open().read()).text).toHaveLength(maxBytes - 1)
  })

  it.each(['read', 'edit'])(
    'can %s a file of the maximum size, and rejects one byte more',
    async (method) => {
      const use = () =>
        method === 'read' ? open().read() : open().edit(({ text }) => ({ text, result: undefined }))
      writeFileSync(path('CHANGELOG.md'), Buffer.alloc(16 * 1024 * 1024, 'a'))
      await use()
      appendFileSync(path('CHANGELOG.md'), 'a')
      await expect(use()).rejects.toMatchObject({ code: 'changelog/unreadable' })
    },
  )

  it('reads a file that grows during the read, up to the maximum size', async () => {
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

  it('coalesces concurrent reads, and never returns content from before the call', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    let reads = 0
    const countingOpen: FileSystem['open'] = (...args) => {
      reads += 1
      return fileSystem.open(...args)
    }
    const file = open('CHANGELOG.md', { open: countingOpen })
    const first = file.read()
    const others = Array.from({ length: 100 }, () => file.read())
    const snapshots = await Promise.all([first, ...others])
    expect(reads).toBe(1)
    expect(new Set(snapshots).size).toBe(1)
    const earlier = file.read()
    writeFileSync(path('CHANGELOG.md'), 'b\n')
    expect((await file.read()).text).toBe('b\n')
    await earlier
  })

  it('does not read an unchanged file again, unless it was changed shortly before the read', async () => {
    let reads = 0
    const countingOpen: FileSystem['open'] = (...args) => {
      reads += 1
      return fileSystem.open(...args)
    }
    const file = open('CHANGELOG.md', { open: countingOpen })
    writeFileSync(path('CHANGELOG.md'), 'one')
    const first = await file.read()
    expect(await file.read()).toBe(first)
    expect(reads).toBe(2)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    try {
      await file.read()
      expect(await file.read()).toBe(first)
      expect(await file.read()).toBe(first)
      expect(reads).toBe(3)
    } finally {
      vi.useRealTimers()
    }
    writeFileSync(path('CHANGELOG.md'), 'two')
    expect((await file.read()).text).toBe('two')
  })

  it('distinguishes an empty file from a missing one', async () => {
    const file = open()
    expect(await file.read()).toMatchObject({ text: '', exists: false })
    writeFileSync(path('CHANGELOG.md'), '')
    expect(await file.read()).toMatchObject({ text: '', exists: true })
  })

  it('returns the revision after an edit', async () => {
    const file = open()
    const { revision } = await file.edit(append('a'))
    expect((await file.read()).revision).toBe(revision)
    expect((await file.edit(({ text }) => ({ text, result: undefined }))).revision).toBe(revision)
  })

  it('lets 1,000 edits wait, and rejects one more', async () => {
    let unblock = () => {}
    const blocked = new Promise<void>((resolve) => {
      unblock = resolve
    })
    let isRunning = false
    const realpath = (async (name: string) => {
      isRunning = true
      await blocked
      return fileSystem.realpath(name)
    }) as unknown as FileSystem['realpath']
    const file = open('CHANGELOG.md', { realpath })
    const changeNothing = ({ text }: { text: string }) => ({ text, result: undefined })
    const running = file.edit(changeNothing)
    // The first edit no longer waits.
    await expect.poll(() => isRunning).toBe(true)
    const waiting = Array.from({ length: 1000 }, () => file.edit(changeNothing))
    await expect(file.edit(changeNothing)).rejects.toMatchObject({ code: 'changelog/locked' })
    unblock()
    expect(await Promise.all([running, ...waiting])).toHaveLength(1001)
  })

  it('rejects all waiting edits when the lock cannot be acquired, and accepts the next edit', async () => {
    mkdirSync(path('CHANGELOG.md.lock'))
    writeFileSync(path(`CHANGELOG.md.lock/${TOKEN}.0`), '')
    let polls = 0
    const readdir = (async (name: string) => {
      if (!String(name).endsWith('.lock')) return fileSystem.readdir(name)
      polls += 1
      // The name changes with each poll, as with the heartbeats of a live owner.
      return [`${TOKEN}.${polls}`]
    }) as unknown as FileSystem['readdir']
    const file = open('CHANGELOG.md', { readdir })
    const edits = await Promise.allSettled(Array.from({ length: 50 }, () => file.edit(append('a'))))
    expect(polls).toBe(500)
    for (const edit of edits)
      expect(edit).toMatchObject({ status: 'rejected', reason: { code: 'changelog/locked' } })
    rmSync(path('CHANGELOG.md.lock'), { recursive: true })
    expect((await file.edit(append('b'))).result).toBe('b')
  })

  it('runs concurrent edits one at a time, within a store and between stores', async () => {
    const stores = [open(), open(), open()]
    const lines = Array.from({ length: 60 }, (_, number) => `line ${number}`)
    await Promise.all(lines.map((line, number) => stores[number % 3]?.edit(append(line))))
    expect(readFileSync(path('CHANGELOG.md'), 'utf8').trimEnd().split('\n').toSorted()).toEqual(
      lines.toSorted(),
    )
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('removes a temporary file of a killed process with the next edit', async () => {
    writeFileSync(path('.CHANGELOG.md.0a.tmp'), 'half')
    await open().edit(append('a'))
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('looks for temporary files of killed processes at most once in a second', async () => {
    const file = open()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5000)
    try {
      await file.edit(append('a'))
      writeFileSync(path('.CHANGELOG.md.0a.tmp'), 'half')
      clock.mockReturnValue(5999)
      await file.edit(append('b'))
      expect(readdirSync(folder)).toContain('.CHANGELOG.md.0a.tmp')
      clock.mockReturnValue(6000)
      await file.edit(append('c'))
      expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
    } finally {
      clock.mockRestore()
    }
  })

  it('removes the temporary lock folder of a killed process with the next edit', async () => {
    mkdirSync(path(`.CHANGELOG.md.${TOKEN}.tmp`))
    writeFileSync(path(`.CHANGELOG.md.${TOKEN}.tmp/${TOKEN}.0`), '')
    await open().edit(append('a'))
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('does not remove files that no store created', async () => {
    mkdirSync(path('.CHANGELOG.md.0b.tmp'))
    for (const name of ['.CHANGELOG.md.0b.tmp/notes', '.CHANGELOG.md.old.tmp', '.CHANGELOG.md.swp'])
      makeFile(name)
    const names = readdirSync(folder)
    await open().edit(append('a'))
    expect(readdirSync(folder)).toEqual([...names, 'CHANGELOG.md'])
    expect(readdirSync(path('.CHANGELOG.md.0b.tmp'))).toEqual(['notes'])
  })

  it('recognises the files of a store', () => {
    expect(createStoreFileCheck('docs/LOG.md')('docs/.LOG.md.0a.tmp')).toBe(true)
    expect(createStoreFileCheck('LOG.md')('.LOG.md.0a.tmp')).toBe(true)
    expect(createStoreFileCheck('LOG.md')(`LOG.md.lock/${TOKEN}.12`)).toBe(true)
    expect(createStoreFileCheck('docs/LOG.md')(`docs/LOG.md.lock/${TOKEN}.12`)).toBe(true)
    expect(createStoreFileCheck('LOG.md')(`.LOG.md.${TOKEN}.tmp/${TOKEN}.0`)).toBe(true)
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
      expect(createStoreFileCheck('docs/LOG.md')(path)).toBe(false)
    }
  })
})

describe('an edit', () => {
  it('is repeated when an editor saves the file in the meantime', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    let calls = 0
    const edited = await open().edit((content) => {
      calls += 1
      if (calls === 1) writeFileSync(path('CHANGELOG.md'), 'saved\n')
      return append('b')(content)
    })
    expect(calls).toBe(2)
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('saved\nb\n')
    expect(edited.revision).toBe((await open().read()).revision)
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it.each([
    ['renames a different file onto it', () => rename('saved')],
    ['renames a file of the same size and time onto it', () => rename('a\n', true)],
    ['writes content of the same size into it', () => writeFileSync(path('CHANGELOG.md'), 'c\n')],
    ['writes it and restores its time', () => rewriteAndDate()],
    ['removes it', () => unlinkSync(path('CHANGELOG.md'))],
    ['changes its mode', () => chmodSync(path('CHANGELOG.md'), 0o640)],
  ])('is repeated when another process %s', async (_name, change) => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    utimesSync(path('CHANGELOG.md'), 1000, 1000)
    let calls = 0
    await open().edit((content) => {
      calls += 1
      if (calls === 1) change()
      return append('b')(content)
    })
    expect(calls).toBe(2)
  })

  it('is repeated when another process creates the file', async () => {
    let calls = 0
    await open().edit((content) => {
      calls += 1
      if (calls === 1) writeFileSync(path('CHANGELOG.md'), 'saved\n')
      return append('b')(content)
    })
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe('saved\nb\n')
  })

  it.each([
    [4, 'fulfilled'],
    [5, 'rejected'],
  ])('after %d concurrent changes in a row is %s', async (saves, outcome) => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    let calls = 0
    const edit = open().edit((content) => {
      calls += 1
      if (calls <= saves) writeFileSync(path('CHANGELOG.md'), `saved ${calls}\n`)
      return append('b')(content)
    })
    const [settled] = await Promise.allSettled([edit])
    expect(settled).toMatchObject({ status: outcome })
    if (settled?.status === 'rejected') expect(settled.reason).toMatchObject({ code: 'changelog/locked' })
    const text = outcome === 'rejected' ? `saved ${saves}\n` : `saved ${saves}\nb\n`
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toBe(text)
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('is repeated when another process takes the lock over', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    let other: Promise<unknown> | undefined
    const edited = open().edit((content) => {
      if (!other) {
        const [name = ''] = readdirSync(path('CHANGELOG.md.lock'))
        unlinkSync(path(`CHANGELOG.md.lock/${name}`))
        other = open().edit(append('other'))
      }
      return append('b')(content)
    })
    await Promise.all([edited, edited.then(() => other)])
    expect(readFileSync(path('CHANGELOG.md'), 'utf8').split('\n').toSorted()).toEqual(['', 'a', 'b', 'other'])
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

/** Opens files. A file that is created for writing fails when it is opened, or at the first write. */
function openFailing(code: string, when: 'writing' | 'opening'): FileSystem['open'] {
  return async (...args) => {
    if (args[1] !== CREATION_FLAGS) return fileSystem.open(...args)
    if (when === 'opening') return failAsync(code)()
    const handle = await fileSystem.open(...args)
    handle.writev = failAsync(code)
    return handle
  }
}
