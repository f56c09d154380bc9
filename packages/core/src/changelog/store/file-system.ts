// Defines the file system calls of the store. A test replaces some of them with calls that fail.
import { lstatSync, renameSync } from 'node:fs'
import * as nodeFileSystem from 'node:fs/promises'

/** The file system calls that the store makes. */
export type FileSystem = Pick<
  typeof nodeFileSystem,
  'open' | 'realpath' | 'rename' | 'unlink' | 'lstat' | 'readdir' | 'mkdir' | 'rmdir'
> & {
  readonly lstatSync: typeof lstatSync
  readonly renameSync: typeof renameSync
}

/** The file system of Node.js. */
export const NODE_FILE_SYSTEM: FileSystem = { ...nodeFileSystem, lstatSync, renameSync }
