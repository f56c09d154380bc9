// Lets a clone follow its remote, without losing what the user has changed or committed.
import { join } from 'node:path'
import { findExitError, stateError } from '../errors.ts'
import { findEntry, hashOf, isAncestor, isFileEntry } from '../history.ts'
import type { Git } from '../repository.ts'
import { type State, shortName } from './current-state.ts'
import { assertIndexUnlocked, moveRefs, replaceIndexEntry } from './publish.ts'

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
  { path, branch, committed, working }: State,
  target: string | undefined,
): Promise<void> {
  const entry = await findEntry(git, target ?? branch.head, path)
  const isKnown = working === committed || working === entry
  if (!isKnown && !(await isBetween(git, branch.head, target, path, working))) {
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

/** Whether a commit between two others has the entry, because a process died after it had pushed that commit. */
async function isBetween(
  git: Git,
  from: string | undefined,
  to: string | undefined,
  path: string,
  entry: string | undefined,
): Promise<boolean> {
  if (from === undefined || to === undefined || entry === undefined) return false
  const args = ['log', '--format=', '--raw', '--no-abbrev', '--no-renames', `${from}..${to}`, '--', path]
  return (await git.readText(...args)).includes(` ${hashOf(entry)} `)
}

/**
 * Moves the branch and the working tree to a commit of the remote. The caller replaces the changelog, because git does not replace
 * files atomically.
 * @returns false when the file was changed, and must be read again
 * @throws AppError `git/unexpected_state` when the user has changed a file that the commit changes too
 */
export async function follow(
  git: Git,
  { path, branch, committed, working, staged, replacedEntries }: State,
  target: string | undefined,
  replaceFile: ReplaceFile,
): Promise<boolean> {
  const from = branch.head
  if (target === undefined || from === undefined || target === from) {
    // The index could not follow an earlier commit.
    if (staged !== committed && staged !== working && committed !== undefined)
      await replaceIndexEntry(git, { path, entry: committed, replacedEntries })
    return true
  }
  const found = await findEntry(git, target, path)
  // git replaces what is not a file, such as a new symbolic link. Then the path leads to another file.
  const entry = isFileEntry(found) ? found : undefined
  const changed = await git.readText('diff-tree', '-r', '-z', '--name-only', '--no-renames', from, target)
  const others = changed.split('\0').filter((other) => other !== '' && other !== path)
  const hasOthers = others.length > 0
  await assertIndexUnlocked(git)
  await stageReplaced(git, target, others)
  // A changelog that was replaced before the process died is not in the index. Then nothing of the user can be lost.
  if (hasOthers && working === committed) await moveFiles(git, from, target, ['-u', '--dry-run'])
  if (entry !== undefined && hashOf(entry) !== hashOf(working)) {
    const bytes = await git.read(['cat-file', '--filters', `${target}:${path}`])
    if (!(await replaceFile(bytes))) return false
  }
  if (entry !== undefined && !(await replaceIndexEntry(git, { path, entry, replacedEntries }))) return false
  if (hasOthers || entry === undefined) await moveFiles(git, from, target, ['-u'])
  const head = { ref: 'HEAD', from, to: target }
  const isMoved = await moveRefs(git, branch.ref, [head], 'changelog-service: fast-forward')
  return isMoved && entry !== undefined && entry === working
}

/**
 * Stages files that are already as in a commit: changelogs of other packages that a process replaced before it died. Otherwise
 * they would count as changes of the user.
 */
async function stageReplaced(git: Git, commit: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const output = await git.readText('diff-files', '-z', '--name-only', '--diff-filter=M')
  const modified = new Set(output.split('\0'))
  for (const path of paths.filter((one) => modified.has(one))) {
    const entry = await findEntry(git, commit, path)
    const hash = (await git.readText('hash-object', '--path', path, '--', join(git.root, path))).trim()
    if (isFileEntry(entry) && hash === hashOf(entry))
      await git.write(['update-index', '-q', '--cacheinfo', `${entry.replace(' ', ',')},${path}`])
  }
}

/** How long git may take to replace files, in milliseconds. A checkout can be large. */
const MOVE_TIMEOUT_MS = 300_000

/** Replaces the files that differ between two commits, in the index and in the working tree. */
async function moveFiles(git: Git, from: string, to: string, options: readonly string[]): Promise<void> {
  const settings = { timeoutMs: MOVE_TIMEOUT_MS }
  try {
    // Otherwise, a file whose modification time is its only change counts as changed.
    await git.write(['update-index', '-q', '--refresh'], settings).catch(() => undefined)
    await git.write(['read-tree', '-m', ...options, from, to], settings)
  } catch (error) {
    const [line = 'an error'] = (findExitError(error)?.stderr ?? '').trim().split('\n')
    throw stateError(
      `expected the working tree to follow the remote, got: ${line}; commit, stash or discard the changes`,
    )
  }
}
