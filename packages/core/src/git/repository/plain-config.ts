// Recognises a repository whose config names no filters, files and folders. git need not be run to read such a config.
import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkingTree } from './working-tree.ts'

/** Larger files are read by git. */
const MAX_BYTES = 64 * 1024

/**
 * A part of the name of each entry that config-entries.ts reads from the config of a repository, and of each entry that includes
 * another config. A config cannot escape the characters of a name.
 * @see https://git-scm.com/docs/git-config#_syntax
 */
const RELEVANT_NAME = /filter|include|attributesfile|excludesfile|worktree/i

/**
 * The content of HEAD as git writes it: the name of a ref, or the hash of a commit. git reads 255 bytes of it, and accepts a little
 * more.
 */
const HEAD = /^(?!.{256})(?:ref: refs\/[^\0-\x20]+|[0-9a-f]{40}|[0-9a-f]{64})\n?$/s

/**
 * Whether git finds its directory in the root of the working tree, and reads a config there that has no filters, includes, and
 * names of files and folders. False when that is not certain, such as for symbolic links, which another process can resolve
 * differently. Never throws.
 */
export function hasPlainConfig({ root, gitDirectory }: Pick<WorkingTree, 'root' | 'gitDirectory'>): boolean {
  const directory = join(root, '.git')
  if (gitDirectory !== directory) return false
  try {
    // git searches for a repository in the folders above when one of these is missing.
    const isUsed =
      ['.', 'objects', 'refs'].every((name) => isFolder(join(directory, name))) &&
      HEAD.test(readSmallFile(join(directory, 'HEAD')))
    // The config is in another directory then.
    const isShared = exists(join(directory, 'commondir'))
    return (
      isUsed &&
      !isShared &&
      ['config', 'config.worktree'].every((name) => isPlainConfig(join(directory, name)))
    )
  } catch {
    return false
  }
}

/** Whether a file does not exist, or is a config without relevant names. */
function isPlainConfig(path: string): boolean {
  return !exists(path) || !RELEVANT_NAME.test(readSmallFile(path))
}

/** Whether a path is a folder that can be searched. @throws Error when it does not exist, or cannot be searched */
function isFolder(path: string): boolean {
  accessSync(path, constants.X_OK)
  return lstatSync(path).isDirectory()
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/**
 * Reads a regular file. Its size is not trusted: that of a file of the system can be 0.
 * @throws Error for a symbolic link, for a special file, and for a file of more than {@link MAX_BYTES}
 */
function readSmallFile(path: string): string {
  // Opening a FIFO does not wait.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!fstatSync(file).isFile()) throw new Error('expected a regular file')
    const bytes = Buffer.alloc(MAX_BYTES + 1)
    let length = 0
    for (;;) {
      const read = readSync(file, bytes, length, bytes.length - length, length)
      if (read === 0) return bytes.toString('latin1', 0, length)
      length += read
      if (length > MAX_BYTES) throw new Error(`expected at most ${MAX_BYTES} bytes`)
    }
  } finally {
    closeSync(file)
  }
}
