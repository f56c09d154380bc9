import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
import { parseChangelog } from '../document/index.ts'
import { addEntries } from '../edit/index.ts'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { createOwnerName, createStoreFileCheck } from './lock.ts'
import { openChangelogStore } from './store.ts'
import { adding, releasing } from './testing.ts'

const MAX_BYTES = 4 * 1024 * 1024

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changelog-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
const read = () => readFileSync(path('CHANGELOG.md'), 'utf8')

/** The text of a changelog after additions of one entry each. */
const withEntries = (text: string, ...descriptions: readonly string[]) =>
  descriptions.reduce(
    (last, description) => addEntries(parseChangelog(last), [{ type: 'Added', description }]).text,
    text,
  )

/** Opens a store. Its `add` adds one entry. */
function open(changelogPath = 'CHANGELOG.md', overrides: Partial<FileSystem> = {}, repositoryPath = folder) {
  const fileSystem = { ...NODE_FILE_SYSTEM, ...overrides }
  const store = openChangelogStore({ repositoryPath, changelogPath, fileSystem })
  return { ...store, add: (description: string) => store.transact(adding(description)) }
}

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
    expect((await open().read()).document.text).toBe('')
    expect((await open().add('a')).outcome).toEqual({ kind: 'added' })
    expect(read()).toBe(withEntries('', 'a'))
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('keeps a byte order mark, and changes the revision with the bytes', async () => {
    writeFileSync(path('CHANGELOG.md'), '\uFEFFa\n')
    const before = await open().read()
    expect(before.document.text).toBe('\uFEFFa\n')
    await open().add('b')
    expect(read()).toBe(withEntries('\uFEFFa\n', 'b'))
    expect((await open().read()).revision).not.toBe(before.revision)
  })

  it('does not write an unchanged text', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const { ino } = statSync(path('CHANGELOG.md'))
    await open().transact({ entries: [] })
    expect((await open().transact(releasing())).outcome).toMatchObject({ kind: 'nothing_to_release' })
    expect(statSync(path('CHANGELOG.md')).ino).toBe(ino)
  })

  it('keeps the mode of the file', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    chmodSync(path('CHANGELOG.md'), 0o640)
    await open().add('b')
    expect(statSync(path('CHANGELOG.md')).mode & 0o777).toBe(0o640)
  })

  it.runIf(process.getuid?.() === 0)('keeps the owner of the file', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    await fileSystem.chown(path('CHANGELOG.md'), 1234, 1234)
    await open().add('b')
    expect(statSync(path('CHANGELOG.md'))).toMatchObject({ uid: 1234, gid: 1234 })
  })

  it('follows a symbolic link and keeps it', async () => {
    mkdirSync(path('docs'))
    writeFileSync(path('docs/log.md'), 'a\n')
    symlinkSync('docs/log.md', path('CHANGELOG.md'))
    await open().add('b')
    expect(readFileSync(path('docs/log.md'), 'utf8')).toBe(withEntries('a\n', 'b'))
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
    for (const attempt of [() => open().read(), () => open().add('b')]) {
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
    await expect(open().read()).rejects.toMatchObject({ code: 'changelog/unreadable' })
    server.close()
  })

  it('rejects a file in a bare repository', async () => {
    makeGitDirectory('bare')
    const file = open('config', {}, path('bare'))
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
      expect((await open(name).read()).document.text, name).toBe('x')
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
    ['ENOSPC', 'writing', /no space left on device \(ENOSPC\)/],
    ['EDQUOT', 'writing', /quota/],
    ['EIO', 'writing', /\(EIO\)/],
    ['EBUSY', 'renaming', /mount its folder instead/],
    ['EROFS', 'opening', /read-only file system/],
    ['EACCES', 'opening', /permission denied/],
    ['EPERM', 'renaming', /not permitted/],
  ])('leaves the file unchanged and no other files after %s while %s', async (code, when, message) => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const failing: Partial<FileSystem> =
      when === 'renaming'
        ? { renameSync: failSync(code) }
        : { open: openFailing(code, when as 'writing' | 'opening') }
    await expect(open('CHANGELOG.md', failing).add('b')).rejects.toMatchObject({
      code: 'changelog/unwritable',
      message: expect.stringMatching(message),
    })
    expect(read()).toBe('a\n')
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
    await open().add('c')
    expect(read()).toBe(withEntries('a\n', 'c'))
  })

  it('rejects an edit of a read-only file, also as root', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    chmodSync(path('CHANGELOG.md'), 0o444)
    await expect(open().add('b')).rejects.toMatchObject({
      code: 'changelog/unwritable',
      message: expect.stringContaining('expected a writable file, got a read-only file'),
    })
    expect(read()).toBe('a\n')
  })

  it('rejects an edit in a missing folder', async () => {
    await expect(open('docs/CHANGELOG.md').add('b')).rejects.toMatchObject({ name: 'AppError' })
  })

  it('leaves the file unchanged when an edit is refused, and can edit it afterwards', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const file = open()
    await expect(file.add('# heading')).rejects.toMatchObject({ code: 'changelog/invalid_description' })
    expect(read()).toBe('a\n')
    await file.add('b')
    expect(read()).toBe(withEntries('a\n', 'b'))
  })

  it('accepts an edit that results in the maximum size, and rejects one byte more', async () => {
    const entry = `- ${'é'.repeat(500)}\n`
    const start = '# Log\n\n## [Unreleased]\n\n### Added\n\n- a\n\n## [1.0.0] - 2020-01-01\n\n'
    const rest = MAX_BYTES - start.length - '- xxx\n'.length
    const count = Math.floor(rest / Buffer.byteLength(entry))
    const text = `${start}${entry.repeat(count)}`
    writeFileSync(
      path('CHANGELOG.md'),
      text.padEnd(text.length + rest - count * Buffer.byteLength(entry), 'z'),
    )
    await expect(open().add('xxxx')).rejects.toMatchObject({
      code: 'changelog/edit_refused',
      message: expect.stringContaining(
        `expected at most ${MAX_BYTES} bytes after the edit, got ${MAX_BYTES + 1}`,
      ),
    })
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
    await open().add('xxx')
    expect(statSync(path('CHANGELOG.md')).size).toBe(MAX_BYTES)
  })

  it.each(['read', 'release'])(
    'can %s a file of the maximum size, and rejects one byte more',
    async (method) => {
      const use = () => (method === 'read' ? open().read() : open().transact(releasing()))
      writeFileSync(path('CHANGELOG.md'), Buffer.alloc(MAX_BYTES, 'a'))
      await use()
      appendFileSync(path('CHANGELOG.md'), 'a')
      await expect(use()).rejects.toMatchObject({ code: 'changelog/unreadable' })
    },
  )

  it('never returns content from before the call, and parses the same content once', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const file = open()
    const first = await file.read()
    writeFileSync(path('CHANGELOG.md'), 'b\n')
    const second = await file.read()
    expect([first.document.text, second.document.text]).toEqual(['a\n', 'b\n'])
    expect((await file.read()).document).toBe(second.document)
  })

  it('reads the target of a symbolic link that was changed after the last read', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const file = open()
    await file.read()
    makeGitDirectory('meta')
    unlinkSync(path('CHANGELOG.md'))
    symlinkSync('meta/config', path('CHANGELOG.md'))
    await expect(file.read()).rejects.toMatchObject({ code: 'changelog/unreadable' })
    unlinkSync(path('CHANGELOG.md'))
    writeFileSync(path('other.md'), 'other')
    symlinkSync('other.md', path('CHANGELOG.md'))
    expect((await file.read()).document.text).toBe('other')
  })

  it('distinguishes an empty file from a missing one', async () => {
    const file = open()
    expect(await file.read()).toMatchObject({ document: { text: '' }, exists: false })
    writeFileSync(path('CHANGELOG.md'), '')
    expect(await file.read()).toMatchObject({ document: { text: '' }, exists: true })
  })

  it('returns the revision after an edit', async () => {
    const file = open()
    const { revision } = await file.add('a')
    expect((await file.read()).revision).toBe(revision)
    expect((await open().read()).revision).toBe(revision)
    expect((await file.transact({ entries: [] })).revision).toBe(revision)
    expect(revision).toBe(createHash('sha256').update(read()).digest('hex').slice(0, 32))
  })

  it('lets 1,000 edits wait, and rejects one more', async () => {
    let unblock = () => {}
    const blocked = new Promise<void>((resolve) => {
      unblock = resolve
    })
    let isRunning = false
    const mkdir = (async (name: string) => {
      isRunning = true
      await blocked
      return fileSystem.mkdir(name)
    }) as FileSystem['mkdir']
    const file = open('CHANGELOG.md', { mkdir })
    const changeNothing = () => file.transact({ entries: [] })
    const running = changeNothing()
    // The first edit no longer waits.
    await expect.poll(() => isRunning).toBe(true)
    const waiting = Array.from({ length: 1000 }, changeNothing)
    await expect(changeNothing()).rejects.toMatchObject({ code: 'changelog/locked' })
    unblock()
    expect(await Promise.all([running, ...waiting])).toHaveLength(1001)
  })

  it('rejects all waiting edits when the lock cannot be acquired, and accepts the next edit', async () => {
    mkdirSync(path('CHANGELOG.md.lock'))
    // This process is the owner, and has not ended.
    writeFileSync(path(`CHANGELOG.md.lock/${createOwnerName()}`), '')
    let polls = 0
    const readdir: FileSystem['readdir'] = (name) => {
      polls += 1
      return fileSystem.readdir(name)
    }
    const file = open('CHANGELOG.md', { readdir })
    const edits = await Promise.allSettled(Array.from({ length: 50 }, () => file.add('a')))
    expect(polls).toBe(500)
    for (const edit of edits)
      expect(edit).toMatchObject({ status: 'rejected', reason: { code: 'changelog/locked' } })
    rmSync(path('CHANGELOG.md.lock'), { recursive: true })
    await file.add('b')
    expect(read()).toBe(withEntries('', 'b'))
  })

  it('runs concurrent edits one at a time, within a store and between stores', async () => {
    const stores = [open(), open(), open()]
    const lines = Array.from({ length: 60 }, (_, number) => `line ${number}`)
    await Promise.all(lines.map((line, number) => stores[number % 3]?.add(line)))
    expect(
      read()
        .match(/(?<=^- )line \d+$/gm)
        ?.toSorted(),
    ).toEqual(lines.toSorted())
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('removes the empty lock of a process that was killed when it created it', async () => {
    mkdirSync(path('CHANGELOG.md.lock'))
    await open().add('a')
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('recognises the files of a store', () => {
    const name = createOwnerName()
    expect(createStoreFileCheck('LOG.md')(`LOG.md.lock/${name}`)).toBe(true)
    expect(createStoreFileCheck('./LOG.md')(`LOG.md.lock/${name}`)).toBe(true)
    expect(createStoreFileCheck('docs/LOG.md')(`docs/LOG.md.lock/${name}`)).toBe(true)
    for (const path of [
      'docs/LOG.md',
      'docs/LOG.md.lock',
      'docs/LOG.md.lock/notes',
      `LOG.md.lock/${name}`,
      `docs/OTHER.md.lock/${name}`,
      `docs/LOG.md.lock/${name}.1`,
      `docs/LOG.md.lock/x/${name}`,
    ]) {
      expect(createStoreFileCheck('docs/LOG.md')(path), path).toBe(false)
    }
  })
})

/** Opens a store in which somebody acts each time before the file is compared and replaced. Counts these times. */
function openInterrupted(act: (time: number) => void) {
  let times = 0
  const lstatSync = ((name: string, options: object) => {
    times += 1
    act(times)
    return NODE_FILE_SYSTEM.lstatSync(name, options)
  }) as FileSystem['lstatSync']
  return { store: open('CHANGELOG.md', { lstatSync }), countTimes: () => times }
}

describe('an edit', () => {
  it('is repeated when an editor saves the file in the meantime', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const { store, countTimes } = openInterrupted((time) => {
      if (time === 1) writeFileSync(path('CHANGELOG.md'), 'saved\n')
    })
    const { revision } = await store.add('b')
    expect(countTimes()).toBe(2)
    expect(read()).toBe(withEntries('saved\n', 'b'))
    expect(revision).toBe((await open().read()).revision)
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
    const { store, countTimes } = openInterrupted((time) => {
      if (time === 1) change()
    })
    await store.add('b')
    expect(countTimes()).toBe(2)
  })

  it('is repeated when another process creates the file', async () => {
    const { store } = openInterrupted((time) => {
      if (time === 1) writeFileSync(path('CHANGELOG.md'), 'saved\n')
    })
    await store.add('b')
    expect(read()).toBe(withEntries('saved\n', 'b'))
  })

  it.each([
    [4, 'fulfilled'],
    [5, 'rejected'],
  ])('after %d concurrent changes in a row is %s', async (saves, status) => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    const { store } = openInterrupted((time) => {
      if (time <= saves) writeFileSync(path('CHANGELOG.md'), `saved ${time}\n`)
    })
    const [settled] = await Promise.allSettled([store.add('b')])
    expect(settled).toMatchObject({ status })
    if (settled?.status === 'rejected') expect(settled.reason).toMatchObject({ code: 'changelog/locked' })
    const text = `saved ${saves}\n`
    expect(read()).toBe(status === 'rejected' ? text : withEntries(text, 'b'))
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('is repeated when another process takes the lock over', async () => {
    writeFileSync(path('CHANGELOG.md'), 'a\n')
    let other: Promise<unknown> | undefined
    const { store } = openInterrupted(() => {
      if (other) return
      const [name = ''] = readdirSync(path('CHANGELOG.md.lock'))
      unlinkSync(path(`CHANGELOG.md.lock/${name}`))
      other = open().add('other')
    })
    const edited = store.add('b')
    await Promise.all([edited, edited.then(() => other)])
    expect(
      read()
        .match(/^- .*$/gm)
        ?.toSorted(),
    ).toEqual(['- b', '- other'])
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

/** Opens files. The owner file fails when it is opened, or at the first write. */
function openFailing(code: string, when: 'writing' | 'opening'): FileSystem['open'] {
  return async (...args) => {
    if (args[1] !== 'wx') return fileSystem.open(...args)
    if (when === 'opening') return failAsync(code)()
    const handle = await fileSystem.open(...args)
    handle.writeFile = failAsync(code)
    return handle
  }
}
