// The file system calls with which the store changes something, and the errors of such calls. A test lets single calls fail.
import { lstatSync, renameSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import { getSystemErrorMap } from 'node:util'
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'

/** A file that is open for writing. */
export type OpenFile = Pick<
  FileHandle,
  'chmod' | 'chown' | 'close' | 'stat' | 'sync' | 'truncate' | 'writeFile'
>

/** The file system of Node.js. */
export const NODE_FILE_SYSTEM = {
  lstatSync,
  mkdir,
  open: (path: string, flags: string | number, mode?: number): Promise<OpenFile> => open(path, flags, mode),
  readdir: (path: string) => readdir(path),
  rename,
  renameSync,
  rmdir,
  unlink,
}

/** The file system calls with which the store changes something. */
export type FileSystem = Readonly<typeof NODE_FILE_SYSTEM>

/** Syncs a folder, so that a file that was created or renamed in it is there after a crash. */
export async function syncFolder(fs: FileSystem, folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The code of a system error, such as `ENOENT`. Undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

/** Node.js does not know the error of a quota. */
const MEANINGS = new Map([...getSystemErrorMap().values(), ['EDQUOT', 'disk quota exceeded']])

/** The codes of a file that was mounted by itself, such as into a container. */
const MOUNTED = ['EBUSY', 'EXDEV']

function explain(error: unknown): string {
  const code = codeOf(error)
  if (!code) return String((error as Error).message)
  const hint = '; the file is a mount point and cannot be replaced, so mount its folder instead'
  return `${MEANINGS.get(code) ?? 'I/O error'} (${code})${MOUNTED.includes(code) ? hint : ''}`
}

/** Creates the error for a changelog that cannot be read. @param displayPath the path used in messages */
export function unreadableError(displayPath: string, cause: unknown): AppError {
  const message = `${displayPath}: cannot be read: ${explain(cause)}`
  return new AppError(CHANGELOG_ERRORS.unreadable, message, { cause })
}

/** Creates the error for a changelog that cannot be written. @param displayPath the path used in messages */
export function unwritableError(displayPath: string, cause: unknown): AppError {
  const message = `${displayPath}: cannot be written: ${explain(cause)}`
  return new AppError(CHANGELOG_ERRORS.unwritable, message, { cause })
}
