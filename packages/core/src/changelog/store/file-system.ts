// Defines the file system calls of the store. A test replaces some of them with calls that fail.
import { lstatSync, readdirSync, realpathSync, renameSync } from 'node:fs'
import * as nodeFileSystem from 'node:fs/promises'

/** The file system calls that the store makes. */
export type FileSystem = Pick<
  typeof nodeFileSystem,
  'open' | 'realpath' | 'rename' | 'unlink' | 'lstat' | 'readdir' | 'mkdir' | 'rmdir'
> & {
  readonly lstatSync: typeof lstatSync
  readonly renameSync: typeof renameSync
}

/**
 * The file system of Node.js. Calls that only look up names are synchronous inside: each takes microseconds, and a step
 * through the thread pool takes twenty times as long. Calls that can wait for the disk stay in the thread pool.
 */
export const NODE_FILE_SYSTEM: FileSystem = {
  ...nodeFileSystem,
  lstat: defer(lstatSync) as FileSystem['lstat'],
  readdir: defer(readdirSync) as FileSystem['readdir'],
  realpath: defer(realpathSync.native) as FileSystem['realpath'],
  lstatSync,
  renameSync,
}

/** Returns the result or the error of a synchronous call in a promise. */
function defer<A extends unknown[], R>(call: (...args: A) => R) {
  return async (...args: A): Promise<R> => call(...args)
}
