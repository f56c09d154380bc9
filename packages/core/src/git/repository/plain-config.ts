// Recognises a repository whose config names no filters, files and folders. git need not be run to read such a config.
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { WorkingTree } from './working-tree.ts'

/** The name of the git directory in the root of a working tree. */
const OWN_DIRECTORY = '.git'

/** With this option, git reads the config that {@link hasPlainConfig} has read, and searches for no other repository. */
export const OWN_DIRECTORY_OPTION = `--git-dir=${OWN_DIRECTORY}`

/** Larger configs are read by git. */
const MAX_CONFIG_BYTES = 64 * 1024

/**
 * A part of the name of each entry that config-entries.ts reads from the config of a repository, and of each entry that includes
 * another config. A config cannot escape the characters of a name.
 * @see https://git-scm.com/docs/git-config#_syntax
 */
const RELEVANT_NAME = /filter|include|attributesfile|excludesfile|worktree/i

/**
 * Whether the git directory is in the root of the working tree, is not shared with other working trees, and has a config without
 * filters, includes, and names of files and folders. False when that is not certain. Never throws.
 */
export function hasPlainConfig({ root, gitDirectory }: Pick<WorkingTree, 'root' | 'gitDirectory'>): boolean {
  const directory = join(root, OWN_DIRECTORY)
  if (gitDirectory !== directory) return false
  try {
    const isShared = lstatSync(join(directory, 'commondir'), { throwIfNoEntry: false }) !== undefined
    return (
      lstatSync(directory).isDirectory() &&
      !isShared &&
      ['config', 'config.worktree'].every((name) => isPlainConfig(join(directory, name)))
    )
  } catch {
    return false
  }
}

/** Whether a file does not exist, or is a config without relevant names. */
function isPlainConfig(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return true
  if (!stats.isFile() || stats.size > MAX_CONFIG_BYTES) return false
  return !RELEVANT_NAME.test(readFileSync(path, 'latin1'))
}
