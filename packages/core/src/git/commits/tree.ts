// Creates trees in which one file is replaced, and reads the entries of files. Neither the index nor the working tree is used.
import type { Git } from '../repository/index.ts'
import { stateError } from './errors.ts'

/** The mode of a file that the tree did not have. */
const FILE_MODE = '100644'

/**
 * Finds the entry of a file in a commit: its mode and hash, separated by a space. Undefined when there is none.
 * @throws AppError `git/unreadable_repository`
 */
export async function findEntry(
  git: Git,
  commit: string | undefined,
  path: string,
): Promise<string | undefined> {
  if (commit === undefined) return undefined
  const [entry] = await listTree(git, '--full-tree', commit, '--', path)
  if (entry === undefined) return undefined
  const [mode, , hash] = entry.slice(0, entry.indexOf('\t')).split(' ')
  return `${mode} ${hash}`
}

/**
 * Stores the content of a file as `git add` would, and returns its entry. The mode is the one of the replaced entry.
 * @param path the path from the root of the working tree. The attributes of the file apply
 */
export async function storeFile(
  git: Git,
  path: string,
  bytes: Buffer,
  replaced: string | undefined,
): Promise<string> {
  return `${modeOf(replaced)} ${await hashFile(git, path, bytes, ['-w'])}`
}

/** Returns the entry that `git add` would create, without storing the content. */
export async function entryOf(
  git: Git,
  path: string,
  bytes: Buffer | undefined,
  replaced: string | undefined,
): Promise<string | undefined> {
  return bytes && `${modeOf(replaced)} ${await hashFile(git, path, bytes, [])}`
}

/** Whether an entry is one of a regular file, and not of a symbolic link or a submodule. */
export function isFileEntry(entry: string | undefined): boolean {
  return entry?.startsWith('100') ?? false
}

function modeOf(entry: string | undefined): string {
  return (isFileEntry(entry) && entry?.split(' ')[0]) || FILE_MODE
}

async function hashFile(git: Git, path: string, bytes: Buffer, options: readonly string[]): Promise<string> {
  const conversion = (await keepsCarriageReturns(git, path)) ? ['--no-filters'] : ['--path', path]
  // Line endings are converted as the attributes say, without the warning that core.safecrlf makes an error.
  const args = ['-c', 'core.safecrlf=false', 'hash-object', ...options, '--stdin', ...conversion]
  return String(await git.runForBytes(args, bytes)).trim()
}

/**
 * Whether `git add` keeps the CRLF of a file, because the index has them already and no attribute says that the file is a text.
 * @see https://git-scm.com/docs/gitattributes#_text
 */
async function keepsCarriageReturns(git: Git, path: string): Promise<boolean> {
  const line = await git.runForText('ls-files', '--eol', '-z', '--', path)
  return /^i\/(?:crlf|mixed)\s+\S+\s+attr\/(?:text=auto\b[^\t]*|\s*)\t/.test(line)
}

/**
 * Creates the tree of a commit with another entry for one file.
 * @returns the hash of the tree
 */
export function replaceInTree(
  git: Git,
  commit: string | undefined,
  path: string,
  entry: string,
): Promise<string> {
  return replace(git, commit, Buffer.from(path).toString('latin1'), entry)
}

/** @param path each character represents one byte */
async function replace(git: Git, tree: string | undefined, path: string, entry: string): Promise<string> {
  const slash = path.indexOf('/')
  const [mode, hash] = entry.split(' ')
  const name = slash === -1 ? path : path.slice(0, slash)
  const entries = tree === undefined ? [] : await listTree(git, tree)
  const old = entries.find((line) => line.slice(line.indexOf('\t') + 1) === name)
  const createLine = async () => {
    if (slash === -1) return `${mode} blob ${hash}\t${name}`
    const child = old && / tree ([0-9a-f]+)\t/.exec(old)?.[1]
    if (old && child === undefined)
      throw stateError(`expected a folder at ${name}, got a submodule, a symbolic link or a file in git`)
    return `040000 tree ${await replace(git, child, path.slice(slash + 1), entry)}\t${name}`
  }
  const lines = [...entries.filter((line) => line !== old), await createLine()]
  const input = Buffer.from(lines.map((line) => `${line}\0`).join(''), 'latin1')
  return String(await git.runForBytes(['mktree', '--missing', '-z'], input)).trim()
}

/** The entries of a tree, as git prints them. Each character represents one byte. */
async function listTree(git: Git, ...args: readonly string[]): Promise<string[]> {
  const output = await git.runForBytes(['ls-tree', '-z', ...args])
  return output.toString('latin1').split('\0').slice(0, -1)
}
