// Compares a branch with the one that it will be merged into: what it changed, and its changelog before and after that. Only
// commits count, because files of the working tree can be results of a build.
import { posix } from 'node:path'
import { isSilentExitCode1 } from '../errors.ts'
import { findEntry, hashOf, isFileEntry, readIf, resolveRef } from '../history.ts'
import { decodePath } from '../path.ts'
import type { Git, Repository } from '../repository.ts'
import { classifyPath } from './classification.ts'
import { compare } from './compare.ts'
import type { Change } from './index.ts'

/**
 * Compares HEAD with a branch.
 * @param changelogPath relative to the opened folder
 * @returns the changed paths without the changelog, sorted by UTF-16 code units, and the text of the changelog before and after the
 * changes. `isExact` is whether the clone has the commit at which the branch left the other one. Otherwise, its last commit is compared
 * with that of the other branch, so that what was changed there since counts too
 * @throws AppError `git/invalid_ref`, `git/unreadable_repository`
 */
export async function compareBranch(repository: Repository, ref: string, changelogPath: string) {
  const git = await repository.open()
  const target = await resolveRef(git, ref, '--base')
  const head = await resolveRef(git, 'HEAD', 'HEAD')
  // The newest commit that both have. A shallow clone can lack it.
  const mergeBase = await readIf(git, isSilentExitCode1, 'merge-base', target, head)
  const base = mergeBase ?? target
  const changelog = posix.join(git.prefix, changelogPath)
  const differences = await compare(git, [base, head])
  const changes: readonly Change[] = [...differences]
    .map(([path, { kind }]) => ({ type: kind, path: decodePath(path) }))
    .filter(({ path }) => path !== changelog)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ type, path }) => ({ type, path, category: classifyPath(path) }))
  const [before, after] = await Promise.all([base, head].map((commit) => readFile(git, commit, changelog)))
  return { changes, before, after, isExact: mergeBase !== undefined }
}

/** Reads a file of a commit. Undefined when there is no regular file at the path. */
async function readFile(git: Git, commit: string, path: string): Promise<string | undefined> {
  const entry = await findEntry(git, commit, path)
  return isFileEntry(entry) ? git.readText('cat-file', 'blob', hashOf(entry) ?? '') : undefined
}
