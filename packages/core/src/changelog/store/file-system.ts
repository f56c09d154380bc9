// The system calls of this room. A test replaces them by ones that fail.
import { lstatSync, renameSync } from 'node:fs'
import * as nodeFileSystem from 'node:fs/promises'

/** The calls that reach the disk. */
export type FileSystem = Pick<
  typeof nodeFileSystem,
  'open' | 'realpath' | 'rename' | 'unlink' | 'lstat' | 'readdir' | 'mkdir' | 'rmdir'
> & {
  readonly lstatSync: typeof lstatSync
  readonly renameSync: typeof renameSync
}

/** The disk itself. */
export const DISK: FileSystem = { ...nodeFileSystem, lstatSync, renameSync }
