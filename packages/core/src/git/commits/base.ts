// Finds the state from which a change is recorded: the branch, and the changelog in HEAD, in the index and in the working tree.
import { relative, sep } from 'node:path'
import { disableFilters, type Git, type GitAccess } from '../repository/index.ts'
import { type Branch, findBranch } from './branch.ts'
import type { WorkingFile } from './change.ts'
import { stateError } from './errors.ts'
import { findIndexEntry } from './index-entry.ts'
import { entryOf, findEntry } from './tree.ts'

/** The state from which a change is recorded. An entry is a mode and a hash, separated by a space. */
export interface Base {
  /** The path of the file from the root of the working tree. */
  readonly path: string
  readonly branch: Branch
  /** The entry of the file in HEAD. Undefined when there is none. */
  readonly committed: string | undefined
  /** The entry that `git add` would create. Undefined when there is no file. */
  readonly working: string | undefined
  /** The entry in the index. Undefined when there is none. */
  readonly staged: string | undefined
}

/**
 * Finds the base of a change.
 * @throws AppError `git/unexpected_state` when nothing can be recorded in this state
 */
export async function findBase(access: GitAccess, git: Git, file: WorkingFile): Promise<Base> {
  const path = relative((await access.workingTree()).root, file.path).replaceAll(sep, '/')
  const branch = await findBranch(git)
  const committed = await findEntry(git, branch.head, path)
  const working = await entryOf(git, path, file.bytes, committed)
  const staged = await findIndexEntry(git, path)
  if (staged !== committed && staged !== working && !(await isPrevious(git, branch, path, staged))) {
    throw stateError(
      `expected ${path} to be staged as it is in the working tree or in HEAD, got another content in the index; commit it or unstage it`,
    )
  }
  return { path, branch, committed, working, staged }
}

/** The entries of the index that the one of a new commit replaces. */
export function replacedEntries({ committed, working, staged }: Base): string[] {
  return [committed, working, staged].filter((entry) => entry !== undefined)
}

/** Whether an entry is the one before the last commit: a process died, or the index was locked, when it was to be replaced. */
async function isPrevious(
  git: Git,
  { head }: Branch,
  path: string,
  entry: string | undefined,
): Promise<boolean> {
  if (entry === undefined || head === undefined) return false
  return entry === (await findEntry(git, `${head}~1`, path).catch(() => undefined))
}

/**
 * git for the content of files. Without a remote, the filters of the repository's git config are disabled, as they are when
 * changes are listed.
 */
export async function withoutFilters(git: Git): Promise<Git> {
  const options = await disableFilters(git)
  if (options.length === 0) return git
  const wrap = (inner: Git): Git => ({
    ...inner,
    runForBytes: (args, input) => inner.runForBytes([...options, ...args], input),
    runForText: (...args) => inner.runForText(...options, ...args),
    with: (settings) => wrap(inner.with(settings)),
  })
  return wrap(git)
}
