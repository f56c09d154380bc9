// Reads HEAD, refs and the ancestry of commits, and resolves the refs of callers.
import { AppError } from '../errors.ts'
import { findExitError, GIT_ERRORS, isSilentExitCode1 } from './errors.ts'
import type { Git } from './repository.ts'

/** Reads HEAD: its commit, if any, and whether the repository is a shallow clone, which lacks the older commits. */
export async function readHead(git: Git) {
  // On a branch without commits, git prints the first line, and exits with code 1.
  const args = ['rev-parse', '--is-shallow-repository', '--verify', '--quiet', 'HEAD']
  const output = await git.readText(...args).catch((error: unknown) => {
    if (isSilentExitCode1(error)) return findExitError(error)?.stdout ?? ''
    throw error
  })
  const [isShallow, head] = output.split('\n')
  return { head: head || undefined, isShallow: isShallow === 'true' }
}

/** Checks whether `ancestor` is an ancestor of `descendant` or the same commit. */
export async function isAncestor(git: Git, ancestor: string, descendant: string): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', ancestor, descendant]
  return (await readIf(git, isSilentExitCode1, ...args)) !== undefined
}

/** Runs a command, and returns its output without the line break. Undefined when its error answers "no". */
export async function readIf(
  git: Git,
  isNo: (error: unknown) => boolean,
  ...args: readonly string[]
): Promise<string | undefined> {
  try {
    return (await git.readText(...args)).trim()
  } catch (error) {
    if (isNo(error)) return undefined
    throw error
  }
}

/** Finds the entry of a file in a commit: its mode and its hash. @throws AppError `git/unreadable_repository` */
export async function findEntry(
  git: Git,
  commit: string | undefined,
  path: string,
): Promise<string | undefined> {
  if (commit === undefined) return undefined
  const output = await git.readText('ls-tree', '-z', '--full-tree', commit, '--', path)
  const [mode, , hash] = output.slice(0, output.indexOf('\t')).split(' ')
  return hash && `${mode} ${hash}`
}

/** Whether an entry is one of a regular file, and not of a symbolic link or a submodule. */
export function isFileEntry(entry: string | undefined): entry is string {
  return entry?.startsWith('100') ?? false
}

/** The hash of an entry. */
export function hashOf(entry: string | undefined): string | undefined {
  return entry?.split(' ')[1]
}

/** Reads a file of a commit. Undefined when there is no regular file at the path. @throws AppError `git/unreadable_repository` */
export async function readFile(git: Git, commit: string, path: string): Promise<string | undefined> {
  const entry = await findEntry(git, commit, path)
  return isFileEntry(entry) ? git.readText('cat-file', 'blob', hashOf(entry) ?? '') : undefined
}

/** Returns the hash of a ref. Undefined when it does not exist. @throws AppError `git/unreadable_repository` */
export async function findRef(git: Git, ref: string): Promise<string | undefined> {
  const line = await git.readText('for-each-ref', '--format=%(refname) %(objectname)', ref)
  // The pattern also matches refs in a folder of this name.
  return line
    .split('\n')
    .map((one) => one.split(' '))
    .find(([name]) => name === ref)?.[1]
}

// For git a ref can contain more than a name: a regular expression without a limit on its cost, a date, or a file. Only a name with
// simple suffixes is passed to git.

const MAX_CHARACTERS = 250

/** A name with any number of the suffixes `^{}`, `^{commit}`, `~n` and `^n`; `n` has at most six digits. */
const REF = /^(?<name>[^\p{Cc}\p{Cs}\s\\:?*[~^]+)(?:\^\{(?:commit)?\}|[~^]\d{0,6})*$/u

/** What the name of a ref must not contain. @see https://git-scm.com/docs/git-check-ref-format */
const DISALLOWED_IN_NAME = /^[-/]|(?:^|\/)\.|\.\.|\/\/|@\{|\.lock(?:\/|$)|[./]$/

/**
 * Resolves a tag, a branch or a hash to a commit. Suffixes such as in `HEAD~2` and `v1.0.0^{}` are allowed.
 * @param parameter the name of the parameter with the ref, for the error
 * @returns the full hash of the commit
 * @throws AppError `git/invalid_ref` when there is no such commit, `git/unreadable_repository`
 */
export async function resolveRef(
  git: Pick<Git, 'readText'>,
  ref: string,
  parameter = 'since',
): Promise<string> {
  if (findName(ref) === undefined) throw invalidRefError(ref, parameter)
  const commit = await git
    .readText('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
    .catch((error: unknown) => {
      const { exitCode, stderr = '' } = findExitError(error) ?? {}
      throw exitCode == null || stderr.includes('not a git repository')
        ? error
        : invalidRefError(ref, parameter)
    })
  if (!/^[0-9a-f]{40,64}\n$/.test(commit)) throw invalidRefError(ref, parameter)
  return commit.trim()
}

/** Whether git allows a text as the name of a branch or tag. */
export function isRefName(text: string): boolean {
  return findName(text) === text && text !== '@'
}

/** Returns the name in a ref without its suffixes. Undefined when it is not passed to git. */
function findName(ref: string): string | undefined {
  const name = ref.length <= MAX_CHARACTERS ? REF.exec(ref)?.groups?.name : undefined
  return name === undefined || DISALLOWED_IN_NAME.test(name) ? undefined : name
}

function invalidRefError(ref: string, parameter: string): AppError {
  const message = `expected a commit, tag or branch of this repository, got ${JSON.stringify(ref.slice(0, 80))}`
  return new AppError(GIT_ERRORS.invalid_ref, `${parameter}: ${message}`, {
    issues: [{ parameter, message }],
  })
}
