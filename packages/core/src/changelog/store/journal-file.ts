// Reads and appends the lines of a journal. Each line is a JSON value with a checksum. Only the holder of the changelog's lock
// appends. A last line that is not complete was interrupted by a crash, and is removed by the next line.
import { hash } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { findGitDirectory, findOwnFolder } from '../../git/index.ts'
import { ignoreMissing, isSameFile, readRegularFile } from '../../regular-file.ts'
import { codeOf, type FileSystem, syncFolder } from './file-system.ts'

/** A file of lines. */
export type JournalFile = ReturnType<typeof openJournalFile>

/** Says that another process has written the file, so this process does not hold the lock any more. */
export class JournalChangedError extends Error {}

/** Maximum size of a journal in bytes: 128 MiB, which is more than the largest number of results needs. */
const MAX_JOURNAL_BYTES = 128 * 1024 * 1024
/** Number of hex digits of a checksum. */
const CHECKSUM_DIGITS = 16
/** Nothing that another user has put there is followed, waited for or opened in place of a new file. */
const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK
const CREATION_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL

/** What this process knows of the file. */
interface Known {
  /** Undefined when there is no file. */
  readonly stats: BigIntStats | undefined
  /** The offset after the last complete line. */
  readonly end: number
}

/** Opens a file. Nothing is read yet, and the file need not exist. */
export function openJournalFile(fs: FileSystem, path: string) {
  let known: Known | undefined
  return {
    /** The size of the complete lines, in bytes. */
    size: () => known?.end ?? 0,
    /** Reads all lines. Undefined when this process knows them. @throws Error when one was not appended by a service */
    async read(): Promise<readonly unknown[] | undefined> {
      if (known && isSameFile(await findStats(path), known.stats)) return undefined
      known = undefined
      const found = await readRegularFile(path, MAX_JOURNAL_BYTES).catch(ignoreMissing)
      const end = (found?.bytes.lastIndexOf(0x0a) ?? -1) + 1
      const values: unknown[] = []
      // One line at a time: the strings of a file of line breaks would take fifty times its memory.
      for (let start = 0, next = 0; found && start < end; start = next + 1) {
        next = found.bytes.indexOf(0x0a, start)
        values.push(decodeLine(found.bytes.toString('utf8', start, next)))
      }
      known = { stats: found?.stats, end }
      return values
    },
    /**
     * Appends lines after the last complete line. With `isSynced`, they are on disk when the promise resolves. When it rejects,
     * none was appended.
     * @throws JournalChangedError when another process has written the file since it was read
     */
    async append(values: readonly unknown[], isSynced: boolean): Promise<void> {
      const { stats, end } = known ?? { stats: undefined, end: 0 }
      if (!stats) await fs.mkdir(dirname(path), { recursive: true })
      const flags = APPEND_FLAGS | (stats ? 0 : CREATION_FLAGS)
      const handle = await fs.open(path, flags, 0o600).catch((error: unknown) => {
        if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') throw new JournalChangedError()
        throw error
      })
      try {
        const current = await handle.stat({ bigint: true })
        if (stats && !isSameFile(current, stats)) throw new JournalChangedError()
        // Until the file is known again, an error makes the next call read it.
        known = undefined
        const bytes = Buffer.from(values.map(encodeLine).join(''))
        try {
          if (current.size > end) await handle.truncate(end)
          await handle.writeFile(bytes)
          if (isSynced) await handle.sync()
          if (isSynced && !stats) await syncFolder(fs, dirname(path))
        } catch (error) {
          await handle.truncate(end).catch(() => undefined)
          throw error
        }
        known = { stats: await handle.stat({ bigint: true }), end: end + bytes.length }
      } finally {
        await handle.close()
      }
    },
    /** Replaces all lines. @throws JournalChangedError like `append` */
    async replace(values: readonly unknown[]): Promise<void> {
      if (!isSameFile(await findStats(path), known?.stats)) throw new JournalChangedError()
      const temporary = `${path}.tmp`
      await fs.unlink(temporary).catch(ignoreMissing)
      const handle = await fs.open(temporary, CREATION_FLAGS, 0o600)
      const bytes = Buffer.from(values.map(encodeLine).join(''))
      known = undefined
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await fs.rename(temporary, path)
      await syncFolder(fs, dirname(path))
      known = { stats: await findStats(path), end: bytes.length }
    },
  }
}

function findStats(path: string): Promise<BigIntStats | undefined> {
  return lstat(path, { bigint: true }).catch(ignoreMissing)
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

/** Finds the path of the journal of a changelog. @param folder that of journals. Default: one in the git directory */
export async function findJournalPath(
  folder: string | undefined,
  repository: string,
  changelogPath: string,
): Promise<string> {
  if (folder !== undefined) return join(folder, journalName(changelogPath))
  const gitDirectory = await findGitDirectory(repository)
  if (gitDirectory === undefined)
    throw new Error('expected a git repository or CHANGELOG_STATE_DIR, got neither')
  // The name depends on a relative path, because a repository can be mounted in several places.
  return join(await findOwnFolder(gitDirectory), journalName(relative(gitDirectory, changelogPath)))
}

function journalName(id: string): string {
  return `${hash('sha256', id).slice(0, 16)}.journal`
}
