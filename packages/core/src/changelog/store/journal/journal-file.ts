// Reads and appends the lines of a journal. Each line is a JSON value with a checksum. Only the holder of the changelog's lock
// appends. A last line that is not complete was interrupted by a crash, and is removed by the next line.
import { hash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { dirname } from 'node:path'
import { type FileSystem, type OpenFile, readRange, writeAll } from '../file-system.ts'
import { codeOf } from '../io-errors.ts'
import { assertRegular } from '../read-file.ts'
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
  /**
   * Appends lines after the last complete line. With `isSynced`, they are on disk when the promise resolves. When it rejects,
   * none was appended.
   * @throws JournalChangedError when another process has written the file since it was read
   */
  append(values: readonly unknown[], isSynced: boolean): Promise<void>
  /** Replaces all lines. @throws JournalChangedError like {@link append} */
  replace(values: readonly unknown[]): Promise<void>
  /** The size of the complete lines, in bytes. */
  readonly size: number
}

/** Number of hex digits of a checksum. */
const CHECKSUM_DIGITS = 16

/** Says that another process has written the file, so this process does not hold the lock any more. */
export class JournalChangedError extends Error {}

/** What this process knows of the file. */
interface Known {
  readonly inode: bigint
  /** The first line. It is different in each file, also in one that reuses an inode. */
  readonly header: string
  /** The offset after the last complete line. */
  readonly end: number
  /** The size of the file. Larger than `end` when its last line is not complete. */
  readonly size: number
}

/** Opens a file. Nothing is read yet, and the file need not exist. */
export function openJournalFile(fs: FileSystem, path: string): JournalFile {
  let known: Known | undefined

  const readLines = async (handle: OpenFile, size: number, previous: Known | undefined) => {
    const start = previous?.end ?? 0
    const bytes = await readRange(handle, start, size)
    const complete = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
    const lines = complete.toString('utf8').split('\n').slice(0, -1)
    return {
      values: lines.map(decodeLine),
      header: previous?.header ?? lines[0] ?? '',
      end: start + complete.length,
    }
  }
  return {
    get size() {
      return known?.end ?? 0
    },
    async read() {
      const handle = known || (await fs.exists(path)) ? await openIfExists(fs, path) : undefined
      if (!handle) {
        const isWhole = known !== undefined
        known = undefined
        return { isWhole, values: [] }
      }
      try {
        const stats = await handle.stat({ bigint: true })
        assertRegular(stats)
        const size = Number(stats.size)
        const previous = (await isSameFile(handle, stats.ino, size, known)) ? known : undefined
        known = undefined
        const { values, header, end } = await readLines(handle, size, previous)
        known = { inode: stats.ino, header, end, size }
        return { isWhole: previous === undefined, values: previous ? values : values.slice(1) }
      } finally {
        await handle.close()
      }
    },
    async append(values: readonly unknown[], isSynced: boolean) {
      const flags = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW
      if (!known) await fs.mkdir(dirname(path), { recursive: true })
      const isNew = known === undefined || known.end === 0
      const handle = await fs
        .open(path, flags | (known ? 0 : constants.O_CREAT | constants.O_EXCL), 0o600)
        .catch(toChanged)
      try {
        const stats = await handle.stat({ bigint: true })
        if (known && (stats.ino !== known.inode || Number(stats.size) !== known.size))
          throw new JournalChangedError()
        const end = known?.end ?? 0
        const header =
          known && known.end > 0 ? known.header : encodeLine({ generation: randomUUID() }).trimEnd()
        const bytes = Buffer.from((isNew ? `${header}\n` : '') + values.map(encodeLine).join(''))
        try {
          if (Number(stats.size) > end) await handle.truncate(end)
          await writeAll(handle, [bytes])
          if (isSynced) await handle.sync()
          if (isNew && isSynced) await syncFolder(fs, dirname(path))
        } catch (error) {
          await handle.truncate(end).catch(() => undefined)
          known = undefined
          throw error
        }
        known = { inode: stats.ino, header, end: end + bytes.length, size: end + bytes.length }
      } finally {
        await handle.close()
      }
    },
    async replace(values: readonly unknown[]) {
      const current = await fs.lstat(path, { bigint: true })
      if (known && (current.ino !== known.inode || Number(current.size) !== known.size))
        throw new JournalChangedError()
      const temporary = `${path}.tmp`
      const header = encodeLine({ generation: randomUUID() })
      const bytes = Buffer.from(header + values.map(encodeLine).join(''))
      const handle = await fs.open(temporary, 'w', 0o600)
      let inode: bigint
      try {
        await writeAll(handle, [bytes])
        await handle.sync()
        inode = (await handle.stat({ bigint: true })).ino
      } finally {
        await handle.close()
      }
      await fs.rename(temporary, path)
      known = { inode, header: header.trimEnd(), end: bytes.length, size: bytes.length }
      await syncFolder(fs, dirname(path))
    },
  }
}

/** Whether a file is the one that is known, with more lines or the same. */
async function isSameFile(
  handle: OpenFile,
  inode: bigint,
  size: number,
  known: Known | undefined,
): Promise<boolean> {
  if (!known || inode !== known.inode || size < known.end) return false
  const header = Buffer.from(`${known.header}\n`)
  return (await readRange(handle, 0, header.length)).equals(header)
}

function toChanged(error: unknown): never {
  if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') throw new JournalChangedError()
  throw error
}

async function openIfExists(fs: FileSystem, path: string): Promise<OpenFile | undefined> {
  try {
    // Opening a FIFO would wait for a writer.
    return await fs.open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
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
