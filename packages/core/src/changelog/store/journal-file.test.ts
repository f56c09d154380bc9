import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { findJournalPath, JournalChangedError, openJournalFile } from './journal-file.ts'
import { openChangelogStore } from './store.ts'
import { adding } from './testing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'state', 'a.journal')
const open = (fileSystem: FileSystem = NODE_FILE_SYSTEM) => openJournalFile(fileSystem, path())

describe('a journal file', () => {
  it('is read again when another process has appended, and not otherwise', async () => {
    const [a, b] = [open(), open()]
    expect(await a.read()).toEqual([])
    expect(await a.read()).toBeUndefined()
    await a.append([1, 2], true)
    expect(await a.read()).toBeUndefined()
    expect(await b.read()).toEqual([1, 2])
    await b.append([3], false)
    expect(await a.read()).toEqual([1, 2, 3])
    expect(await a.read()).toBeUndefined()
  })

  it('keeps the lines of another process, and refuses to append after them without reading', async () => {
    const [a, b] = [open(), open()]
    await a.append([1], true)
    await b.read()
    await b.append([2], true)
    await expect(a.append([3], true)).rejects.toThrow(JournalChangedError)
    await expect(a.replace([4])).rejects.toThrow(JournalChangedError)
    expect(await open().read()).toEqual([1, 2])
    await a.read()
    await a.append([3], true)
    expect(await open().read()).toEqual([1, 2, 3])
  })

  it('refuses to create a file that another process has created', async () => {
    const [a, b] = [open(), open()]
    await a.read()
    await b.append([1], true)
    await expect(a.append([2], true)).rejects.toThrow(JournalChangedError)
  })

  it('recognises another file with the same inode', async () => {
    const [a, b] = [open(), open()]
    await a.append([1], true)
    await b.append([2], true).catch(() => undefined)
    await a.read()
    const first = readFileSync(path(), 'utf8')
    rmSync(path())
    const other = open()
    await other.append([7, 8, 9], true)
    const second = readFileSync(path(), 'utf8')
    writeFileSync(path(), first)
    const reader = open()
    await reader.read()
    writeFileSync(path(), second)
    expect(await reader.read()).toEqual([7, 8, 9])
  })

  it('is refused when it is not a regular file, and a symbolic link is not followed', async () => {
    mkdirSync(join(folder, 'state'))
    execFileSync('mkfifo', [path()])
    await expect(open().read()).rejects.toThrow('expected a regular file')
    rmSync(path())
    const target = join(folder, 'target')
    writeFileSync(target, '')
    const file = open()
    await file.read()
    symlinkSync(target, path())
    await expect(file.append([1], true)).rejects.toThrow(JournalChangedError)
    await expect(file.read()).rejects.toMatchObject({ code: 'ELOOP' })
    rmSync(path())
    await file.read()
    await file.append([1], true)
    symlinkSync(target, `${path()}.tmp`)
    await file.replace([2])
    expect(await open().read()).toEqual([2])
    expect(readFileSync(target, 'utf8')).toBe('')
  })

  it('takes no more memory than its size, whatever it contains', async () => {
    mkdirSync(join(folder, 'state'))
    writeFileSync(path(), '')
    truncateSync(path(), 1_500_000_000)
    await expect(open().read()).rejects.toThrow('expected at most 134217728 bytes, got 1500000000')
    writeFileSync(path(), Buffer.alloc(40_000_000, '\n'))
    const before = process.memoryUsage().heapUsed
    await expect(open().read()).rejects.toThrow('expected lines with their checksums')
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
  })

  it('has none of the lines when they cannot be synced', async () => {
    let fails = true
    const failing: FileSystem['open'] = async (name, flags, mode) => {
      const handle = await NODE_FILE_SYSTEM.open(name, flags, mode)
      const sync = handle.sync.bind(handle)
      ;(handle as { sync: FileHandle['sync'] }).sync = async () => {
        if (fails) throw Object.assign(new Error('EIO'), { code: 'EIO' })
        return sync()
      }
      return handle
    }
    const file = open({ ...NODE_FILE_SYSTEM, open: failing })
    await open().append([1], false)
    await file.read()
    await expect(file.append([2], true)).rejects.toThrow('EIO')
    expect(await open().read()).toEqual([1])
    fails = false
    await file.read()
    await file.append([3], true)
    expect(await open().read()).toEqual([1, 3])
  })
})

describe('the folder of a journal', () => {
  it('is in the git directory, and is not a symbolic link', async () => {
    const repository = join(folder, 'repository')
    const outside = join(folder, 'outside')
    mkdirSync(join(repository, '.git'), { recursive: true })
    mkdirSync(outside)
    const store = openChangelogStore({ repositoryPath: repository, changelogPath: 'LOG.md', journal: {} })
    const own = join(repository, '.git/changelog-service')
    for (const arrange of [
      () => symlinkSync(outside, own),
      () => symlinkSync(join(folder, 'missing'), own),
      () => writeFileSync(own, ''),
    ]) {
      arrange()
      await expect(store.transact(adding('new', 'key'))).rejects.toMatchObject({
        code: 'changelog/journal_unusable',
        message: expect.stringContaining(`expected a folder at ${own}`),
      })
      rmSync(own)
    }
    await store.transact(adding('new', 'key'))
    expect(readdirSync(own)).toHaveLength(1)
    // Also when it was replaced after the first use.
    rmSync(own, { recursive: true })
    symlinkSync(outside, own)
    await expect(store.transact(adding('new', 'key 2'))).rejects.toMatchObject({
      code: 'changelog/journal_unusable',
    })
    expect(readdirSync(folder).sort()).toEqual(['outside', 'repository'])
    expect(readdirSync(outside)).toEqual([])
  })

  it('is not looked for around a repository whose .git is neither a folder nor a file', async () => {
    mkdirSync(join(folder, '.git'))
    mkdirSync(join(folder, 'repository'))
    symlinkSync(join(folder, '.git'), join(folder, 'repository/.git'))
    const repository = join(folder, 'repository')
    await expect(findJournalPath(undefined, repository, join(repository, 'LOG.md'))).rejects.toThrow(
      'expected a git repository or CHANGELOG_STATE_DIR, got neither',
    )
  })
})
