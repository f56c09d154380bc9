import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { JournalChangedError, openJournalFile } from './journal-file.ts'

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
