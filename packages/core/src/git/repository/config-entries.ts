// Reads the entries of the git config that decide which files git reads and which programs it runs.
import type { Git } from './git.ts'
import { groupFields } from './output.ts'

/** An entry of the git config. */
export interface ConfigEntry {
  /** `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string
  /** The name. Its first and last part are in lower case. */
  readonly name: string
  /** Undefined for an entry that is only a name. */
  readonly value: string | undefined
}

/** The names of the entries that name files. */
export const FILE_NAMES = /^core\.(attributes|excludes)file$/

/** The name of the entry that moves the working tree. */
export const WORKING_TREE_NAME = 'core.worktree'

// `safe.directory` is always set. Without a match, git would exit with 1.
const NAMES = `^(filter|safe)\\.|${FILE_NAMES.source}|^${WORKING_TREE_NAME}$`

/**
 * Reads the filters, the files of attributes and of ignored paths, and the folder of the working tree.
 * @throws AppError `git/unreadable_repository`
 */
export async function readConfigEntries(git: Git): Promise<ConfigEntry[]> {
  const output = await git.runForText('config', '--show-scope', '-z', '--get-regexp', NAMES)
  return groupFields(output.split('\0'), 2).map(([scope = '', entry = '']) => {
    const end = entry.indexOf('\n')
    return end === -1
      ? { scope, name: entry, value: undefined }
      : { scope, name: entry.slice(0, end), value: entry.slice(end + 1) }
  })
}
