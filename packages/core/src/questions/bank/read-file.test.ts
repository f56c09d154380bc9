import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { mkdtemp, open, rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readFile, statFile } from './read-file.ts'

/** The maximum size in these tests. */
const MAX = 100_000
const TOO_LARGE = `${MAX + 1} bytes, which is more than ${MAX}`
const LONG_AGO = new Date('2001-01-01T00:00:00Z')
let home: string
let file: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'read-file-'))
  file = join(home, 'file')
  await writeFile(file, 'A')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(home, { recursive: true })
})

/** Returns a time that is ahead of the file system by `ms` milliseconds. */
const later = (ms: number) => new Date(Date.now() + ms)

describe('readFile', () => {
  it('reads a file of the maximum size', async () => {
    await writeFile(file, Buffer.alloc(MAX, 'x'))
    expect((await readFile(file, MAX, later(0))).bytes).toHaveLength(MAX)
  })

  it('rejects a larger file', async () => {
    await truncate(file, MAX + 1)
    await expect(statFile(file, MAX, later(0))).rejects.toThrow(TOO_LARGE)
    await expect(readFile(file, MAX, later(0))).rejects.toThrow(TOO_LARGE)
  })

  it('rejects a file that grows while it is read', async () => {
    await writeFile(file, Buffer.alloc(1000))
    const handle = await open(file)
    const prototype = Object.getPrototypeOf(handle)
    await handle.close()
    const original = prototype.stat
    vi.spyOn(prototype, 'stat').mockImplementation(async function (this: unknown, ...args: unknown[]) {
      const stats = await original.apply(this, args)
      appendFileSync(file, Buffer.alloc(100))
      return stats
    })
    await expect(readFile(file, MAX, later(0))).rejects.toThrow('a file that changes while it is read')
  })

  it('does not wait for the writer of a FIFO that has replaced the file since its stat', async () => {
    await statFile(file, MAX, later(0))
    execFileSync('mkfifo', [join(home, 'fifo')])
    await rename(join(home, 'fifo'), file)
    await expect(readFile(file, MAX, later(0))).rejects.toThrow('a FIFO or a device')
  }, 30_000)

  it('does not follow a symbolic link that has replaced the file since its stat', async () => {
    await statFile(file, MAX, later(0))
    await writeFile(join(home, 'outside'), 'root:x:0:0')
    await symlink(join(home, 'outside'), join(home, 'link'))
    await rename(join(home, 'link'), file)
    await expect(readFile(file, MAX, later(0))).rejects.toMatchObject({ code: 'ELOOP' })
  })

  it('rejects a folder', async () => {
    await expect(statFile(home, MAX, later(0))).rejects.toThrow('a folder')
    await expect(readFile(home, MAX, later(0))).rejects.toThrow('a folder')
  })
})

describe('a stat fingerprint', () => {
  it('stays the same while a file is unchanged', async () => {
    const { fingerprint } = await statFile(file, MAX, later(60_000))
    expect(fingerprint).toBeDefined()
    expect((await statFile(file, MAX, later(90_000))).fingerprint).toBe(fingerprint)
    expect((await readFile(file, MAX, later(60_000))).status.fingerprint).toBe(fingerprint)
  })

  it('changes when the new content has the same size and modification time', async () => {
    await utimes(file, LONG_AGO, LONG_AGO)
    const { fingerprint } = await statFile(file, MAX, later(60_000))
    await writeFile(file, 'B')
    await utimes(file, LONG_AGO, LONG_AGO)
    expect((await stat(file)).mtime).toEqual(LONG_AGO)
    expect((await statFile(file, MAX, later(60_000))).fingerprint).not.toBe(fingerprint)
  })

  it('is undefined for a file that has just changed, even if its modification time is old', async () => {
    expect((await statFile(file, MAX, later(0))).fingerprint).toBeUndefined()
    await utimes(file, LONG_AGO, LONG_AGO)
    expect((await statFile(file, MAX, later(0))).fingerprint).toBeUndefined()
  })
})
