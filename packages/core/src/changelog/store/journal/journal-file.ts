// Reads and appends the lines of a journal. Each line is a JSON value with a checksum. Only the holder of the changelog's lock
// appends. A last line that is not complete was interrupted by a crash, and is removed by the next line.
import { hash } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FileSystem } from '../file-system.ts'
import { codeOf } from '../io-errors.ts'
import { syncFolder } from '../sync-folder.ts'

/** The lines of a file that were added since the last read. */
export interface NewLines {
  /** Whether these are all lines of the file, because it is new or was replaced. */
  readonly isWhole: boolean
  readonly values: readonly unknown[]
}

/** A file of lines. */
export interface JournalFile {
  /**
   * Reads the lines that this process does not know yet.
   * @throws Error when a line is not one that was appended
   */
  read(): Promise<NewLines>
  /** Appends lines after the last complete line. With `isSynced`, they are on disk when the promise resolves. */
  append(values: readonly unknown[], isSynced: boolean): Promise<void>
  /** Replaces all lines. */
  replace(values: readonly unknown[]): Promise<void>
  /** The size of the complete lines, in bytes. */
  readonly size: number
}

/** Number of hex digits of a checksum. */
const CHECKSUM_DIGITS = 16

/** Opens a file. Nothing is read yet, and the file need not exist. */
export function openJournalFile(fs: FileSystem, path: string): JournalFile {
  let inode: bigint | undefined
  /** The offset after the last complete line. */
  let end = 0
  const file = {
    get size() {
      return end
    },
    async read() {
      const handle = await openIfExists(fs, path)
      if (!handle) {
        const isWhole = inode !== undefined
        inode = undefined
        end = 0
        return { isWhole, values: [] }
      }
      try {
        const stats = await handle.stat({ bigint: true })
        const isWhole = stats.ino !== inode || Number(stats.size) < end
        const start = isWhole ? 0 : end
        const bytes = await readFrom(handle, start, Number(stats.size))
        const complete = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
        const values = complete.toString('utf8').split('\n').slice(0, -1).map(decodeLine)
        inode = stats.ino
        end = start + complete.length
        return { isWhole, values }
      } finally {
        await handle.close()
      }
    },
    async append(values: readonly unknown[], isSynced: boolean) {
      const isNew = inode === undefined
      if (isNew) await fs.mkdir(dirname(path), { recursive: true })
      const handle = await fs.open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
      try {
        await handle.truncate(end)
        const bytes = Buffer.from(values.map(encodeLine).join(''))
        await writeAt(handle, bytes, end).catch(async (error: unknown) => {
          await handle.truncate(end).catch(() => undefined)
          throw error
        })
        if (isSynced) await handle.sync()
        end += bytes.length
        inode = (await handle.stat({ bigint: true })).ino
      } finally {
        await handle.close()
      }
      if (isNew && isSynced) await syncFolder(fs, dirname(path))
    },
    async replace(values: readonly unknown[]) {
      const temporary = `${path}.tmp`
      const bytes = Buffer.from(values.map(encodeLine).join(''))
      const handle = await fs.open(temporary, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
        inode = (await handle.stat({ bigint: true })).ino
      } finally {
        await handle.close()
      }
      await fs.rename(temporary, path)
      await syncFolder(fs, dirname(path))
      end = bytes.length
    },
  }
  return file
}

async function openIfExists(fs: FileSystem, path: string): Promise<FileHandle | undefined> {
  try {
    return await fs.open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function readFrom(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, end - start))
  let length = 0
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, start + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let offset = 0; offset < bytes.length; ) {
    offset += (await handle.write(bytes, offset, bytes.length - offset, position + offset)).bytesWritten
  }
}

function checksumOf(json: string): string {
  return hash('sha256', json).slice(0, CHECKSUM_DIGITS)
}

function encodeLine(value: unknown): string {
  const json = JSON.stringify(value)
  return `${checksumOf(json)} ${json}\n`
}

function decodeLine(line: string): unknown {
  const json = line.slice(CHECKSUM_DIGITS + 1)
  if (line.slice(0, CHECKSUM_DIGITS) !== checksumOf(json))
    throw new Error('expected lines with their checksums')
  return JSON.parse(json)
}
