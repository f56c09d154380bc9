// Lets a clone follow its remote, without losing what the user has changed or committed.
import { type Git, isAncestor } from '../repository/index.ts'
import { type Base, replacedEntries } from './base.ts'
import { shortName } from './branch.ts'
import { stateError } from './errors.ts'
import { fastForward } from './fast-forward.ts'
import { replaceIndexEntry } from './index-entry.ts'
import { findEntry, isFileEntry } from './tree.ts'

/** Replaces the file in the working tree. Returns false when it was changed since it was read. */
export type ReplaceFile = (bytes: Buffer) => Promise<boolean>

/**
 * Checks that a clone can follow its remote: its file has no changes of the user, and its branch no commits of the user.
 * @param target the last commit of the branch on the remote. Undefined when the remote does not have the branch
 * @throws AppError `git/unexpected_state`
 */
export async function assertCanFollow(
  git: Git,
  remote: string,
  base: Base,
  target: string | undefined,
): Promise<void> {
  const { path, branch, committed, working } = base
  const entry = await findEntry(git, target ?? branch.head, path)
  const isKnown = working === committed || working === entry
  if (!isKnown && !(await isIntermediate(git, branch.head, target, path, working))) {
    throw stateError(
      `expected ${path} without uncommitted changes, got some; commit and push, or discard them`,
    )
  }
  if (target === undefined || target === branch.head) return
  if (branch.head === undefined || !(await isAncestor(git, branch.head, target))) {
    throw stateError(
      `expected ${shortName(branch.ref)} to be at a commit of ${remote}, got commits that were not pushed; push or remove them`,
    )
  }
}

/**
 * Moves the branch and the working tree to a commit of the remote.
 * @returns false when the file was changed, and must be read again
 * @throws AppError `git/unexpected_state`
 */
export async function follow(
  git: Git,
  base: Base,
  target: string | undefined,
  replaceFile: ReplaceFile,
): Promise<boolean> {
  const { path, branch, committed, working, staged } = base
  if (target === undefined || branch.head === undefined || target === branch.head) {
    // The index could not follow an earlier commit.
    if (staged !== committed && staged !== working && committed !== undefined)
      await replaceIndexEntry(git, path, committed, replacedEntries(base))
    return true
  }
  const found = await findEntry(git, target, path)
  // What is not a file, such as a new symbolic link, is moved like other files. Then the path leads to another one.
  const entry = isFileEntry(found) ? found : undefined
  const move = { branch: branch.ref, from: branch.head, to: target, path, entry }
  const isMoved = await fastForward(git, { ...move, replacedEntries: replacedEntries(base) }, async () =>
    entry === undefined || hashOf(entry) === hashOf(working)
      ? true
      : replaceFile(await readEntry(git, target, path)),
  )
  return isMoved && entry !== undefined && entry === working
}

function hashOf(entry: string | undefined): string | undefined {
  return entry?.split(' ')[1]
}

/** Whether a commit between two others has an entry: a process died when it had replaced the file and pushed it. */
async function isIntermediate(
  git: Git,
  from: string | undefined,
  to: string | undefined,
  path: string,
  entry: string | undefined,
): Promise<boolean> {
  if (from === undefined || to === undefined || entry === undefined) return false
  const args = ['log', '--format=', '--raw', '--no-abbrev', '--no-renames', `${from}..${to}`, '--', path]
  return (await git.runForText(...args)).includes(` ${hashOf(entry)} `)
}

/** The content of a file of a commit, as it is in the working tree. */
async function readEntry(git: Git, commit: string, path: string): Promise<Buffer> {
  return git.runForBytes(['cat-file', '--filters', `${commit}:${path}`])
}
