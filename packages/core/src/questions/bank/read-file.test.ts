import { execFileSync } from 'node:child_process'
import { appendFileSync, renameSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, open, rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readFile, readInChunks, statFile } from './read-file.ts'

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

/** Writes the same content and sets the same modification time, so that only the ctime changes. */
function writeWithOldTime(): void {
  // Some file systems have times of a few milliseconds.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  writeFileSync(file, content)
  utimesSync(file, LONG_AGO, LONG_AGO)
}

/** More than two chunks. */
const content = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => index % 251))

describe('readInChunks', () => {
  /** Reads a file, and calls `during` after the first chunk. */
  const read = (during: () => void = () => undefined, maxBytes = 10_000_000) =>
    readInChunks(file, maxBytes, (bytes) => {
      const parts: Buffer[] = []
      for (const chunk of bytes.chunks()) {
        parts.push(Buffer.from(chunk))
        if (parts.length === 1) during()
      }
      return parts
    })
  it('reads a file in chunks, as often as needed', async () => {
    await writeFile(file, content)
    const parts = read()
    expect(parts.length).toBe(3)
    expect(Buffer.concat(parts).equals(content)).toBe(true)
    const lengths = readInChunks(file, 10_000_000, (bytes) => [[...bytes.chunks()], [...bytes.chunks()]])
    expect(lengths.map((chunks) => chunks.length)).toEqual([3, 3])
  })

  it('reads an empty file', async () => {
    await writeFile(file, '')
    expect(read()).toEqual([])
  })

  it.each([
    ['grows', () => appendFileSync(file, 'x')],
    ['shrinks', () => truncateSync(file, 1_200_000)],
    ['is written again', () => writeFileSync(file, content)],
    ['is written again, with its old time,', writeWithOldTime],
  ])('rejects a file that %s while it is read', async (_about, change) => {
    await writeFile(file, content)
    await utimes(file, LONG_AGO, LONG_AGO)
    expect(() => read(change)).toThrow('a file that changes while it is read')
  })

  it('reads a file to its end when its path gets another file', async () => {
    await writeFile(file, content)
    await writeFile(join(home, 'next'), 'B')
    const parts = read(() => renameSync(join(home, 'next'), file))
    expect(Buffer.concat(parts).equals(content)).toBe(true)
    expect(Buffer.concat(read()).toString()).toBe('B')
  })

  it('rejects what must not be read', async () => {
    await symlink(file, join(home, 'link'))
    execFileSync('mkfifo', [join(home, 'fifo')])
    const readPath = (path: string) => () => readInChunks(path, MAX, () => undefined)
    expect(readPath(join(home, 'link'))).toThrow('ELOOP')
    expect(readPath(join(home, 'fifo'))).toThrow('a FIFO or a device')
    expect(readPath(home)).toThrow('a folder')
    await truncate(file, MAX + 1)
    expect(readPath(file)).toThrow(TOO_LARGE)
  }, 30_000)
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
