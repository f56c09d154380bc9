// Finds the state from which an edit is recorded: the branch, and the changelog in HEAD, in the index and in the working tree.
// An entry of a file is its mode and its hash, separated by a space.
import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isSilentExitCode1, stateError } from '../errors.ts'
import { findEntry, isFileEntry, readHead, readIf } from '../history.ts'
import type { Git } from '../repository.ts'
import type { WorkingFile } from './plan.ts'

/** The state from which an edit is recorded. */
export interface State {
  /** The path of the file from the root of the working tree. */
  readonly path: string
  readonly branch: Branch
  /** The entry of the file in HEAD. Undefined when there is none. */
  readonly committed: string | undefined
  /** The entry that `git add` would create. Undefined when there is no file. */
  readonly working: string | undefined
  /** The entry in the index. Undefined when there is none. */
  readonly staged: string | undefined
  /** Whether `git add` keeps the CRLF of the file. */
  readonly keepsCarriageReturns: boolean
  /** The entries of the index that a new commit replaces. */
  readonly replacedEntries: readonly string[]
}

/** The branch that is checked out. */
export interface Branch {
  /** The full name, such as `refs/heads/main`. */
  readonly ref: string
  /** The hash of its last commit. Undefined for a branch without commits. */
  readonly head: string | undefined
}

/** Finds the state before an edit. @throws AppError `git/unexpected_state` when nothing can be recorded in it */
export async function findState(git: Git, branch: Branch, file: WorkingFile): Promise<State> {
  const path = pathIn(git, file.path)
  const committed = await findEntry(git, branch.head, path)
  const { entry: staged, keepsCarriageReturns } = await findIndexEntry(git, path)
  const content = { path, committed, keepsCarriageReturns }
  const working = file.bytes && (await hashFile(git, content, file.bytes))
  if (staged !== committed && staged !== working && !(await isStale(git, branch, path, staged))) {
    throw stateError(
      `expected ${path} to be staged as it is in the working tree or in HEAD, got another content in the index; commit it or unstage it`,
    )
  }
  const replacedEntries = [committed, working, staged].filter((entry) => entry !== undefined)
  return { ...content, branch, working, staged, replacedEntries }
}

/** The path of a file from the root of the working tree. */
export function pathIn({ root }: Git, path: string): string {
  return relative(root, path).replaceAll(sep, '/')
}

/** The files of a git directory that exist during an operation. @see https://git-scm.com/docs/gitrepository-layout */
const OPERATIONS = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase or git am'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['BISECT_LOG', 'a bisect'],
] as const

/** Finds the branch that is checked out. @throws AppError `git/unexpected_state`, also during a merge or the like */
export async function findBranch(git: Git): Promise<Branch> {
  const operation = OPERATIONS.find(([file]) => existsSync(join(git.gitDirectory, file)))
  if (operation)
    throw stateError(`expected no operation in progress, got ${operation[1]}; complete or abort it`)
  const ref = await findBranchRef(git)
  if (ref === undefined)
    throw stateError('expected a branch to be checked out, got a detached HEAD; check out a branch')
  const { head } = await readHead(git)
  return { ref, head }
}

/** Returns the full name of the branch that is checked out. Undefined when HEAD is detached. */
export function findBranchRef(git: Git): Promise<string | undefined> {
  return readIf(git, isSilentExitCode1, 'symbolic-ref', '--quiet', 'HEAD')
}

/** Returns the name of a branch without `refs/heads/`. */
export function shortName(ref: string): string {
  return ref.replace(/^refs\/heads\//, '')
}

/**
 * Finds the entry of a file in the index. `git add` keeps its CRLF when the index has them already and no attribute says that the
 * file is a text.
 * @see https://git-scm.com/docs/gitattributes#_text
 * @throws AppError `git/unreadable_repository`
 */
export async function findIndexEntry(
  git: Git,
  path: string,
): Promise<{ readonly entry: string | undefined; readonly keepsCarriageReturns: boolean }> {
  const output = await git.readText('ls-files', '--stage', '--eol', '-z', '--full-name', '--', path)
  const [staged = '', endings = ''] = output.split('\t')
  const [mode, hash] = staged.split(' ')
  const keepsCarriageReturns = /^i\/(?:crlf|mixed)\s+\S+\s+attr\/(?:text=auto\b.*|\s*)$/.test(endings)
  return { entry: hash && `${mode} ${hash}`, keepsCarriageReturns }
}

/** Whether the entry of the index is that of the previous commit, because a crash or a lock stopped its update. */
async function isStale(
  git: Git,
  { head }: Branch,
  path: string,
  staged: string | undefined,
): Promise<boolean> {
  if (staged === undefined || head === undefined) return false
  return staged === (await findEntry(git, `${head}~1`, path).catch(() => undefined))
}

/** Returns the entry that `git add` would create for a content. @param isStored whether the content is also stored */
export async function hashFile(
  git: Git,
  { path, committed, keepsCarriageReturns }: Pick<State, 'path' | 'committed' | 'keepsCarriageReturns'>,
  bytes: Buffer,
  isStored = false,
): Promise<string> {
  const conversion = keepsCarriageReturns ? ['--no-filters'] : ['--path', path]
  // Line endings are converted as the attributes say, without the warning that core.safecrlf makes an error.
  const args = ['-c', 'core.safecrlf=false', 'hash-object', '--stdin', ...conversion]
  const hash = isStored
    ? await git.write([...args, '-w'], { input: bytes })
    : String(await git.read(args, { input: bytes }))
  const [mode] = isFileEntry(committed) ? committed.split(' ') : ['100644']
  return `${mode} ${hash.trim()}`
}
