// Lists the paths that differ from the base, of the working tree, so that uncommitted changes are included; and those that a branch
// has changed.
import { realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { AppError, isError } from '../../errors.ts'
import { GIT_ERRORS, isSilentExitCode1 } from '../errors.ts'
import { hashOf, readFile, readHead, readIf, resolveRef } from '../history.ts'
import { decodePath } from '../path.ts'
import type { Git, Repository } from '../repository.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'
import { type BaseQuery, findBase } from './base.ts'
import { CATEGORIES, type ChangeCategory, classifyPath } from './classification.ts'
import { CHANGE_KINDS, type ChangeKind, compare, type Differences, splitAtNul } from './compare.ts'
import { findMoved } from './heading-commit.ts'

export { CATEGORIES, type ChangeCategory } from './classification.ts'
export { findHeadingCommit, type ReleasedVersion } from './heading-commit.ts'

/** A path that differs from the base. */
export const Change = Type.Object(
  {
    type: Type.Unsafe<ChangeKind>({
      type: 'string',
      enum: CHANGE_KINDS,
      description:
        'A rename is one `Removed` and one `Added` path. A path whose file type or mode differs is `Changed`.',
    }),
    path: Type.String({
      description:
        'Relative to the repository root, with `/` separators. A path that is not valid UTF-8 starts with `./`. In it, each backslash and non-ASCII byte is escaped as `\\xHH`.',
    }),
    category: Type.Unsafe<ChangeCategory>({
      type: 'string',
      enum: CATEGORIES,
      description:
        'The category of the first row of the classification table that matches the path, or `Feature`.',
    }),
  },
  {
    $id: 'Change',
    additionalProperties: false,
    description: 'A path that differs from the base.',
    examples: [{ type: 'Added', path: 'docs/größe.md', category: 'Documentation' }],
  },
)
export type Change = Static<typeof Change>

/** Selects the base, and the paths to leave out. */
export interface ChangesQuery extends BaseQuery {
  /** The path of the changelog, relative to the opened folder. It is left out, and so is its former path. */
  readonly changelogPath: string
  /** Whether a text is the changelog at another time. */
  readonly isChangelog: (text: string) => boolean
  /** Whether a path, relative to the opened folder, is left out, such as a temporary file of the store. */
  readonly isExcluded: (path: string) => boolean
}

/**
 * Lists every path that differs from the base, whether the change is committed, staged, unstaged or
 * untracked. On a branch without commits, every file is listed as added.
 * @returns the hash of the base, and each path once, sorted by UTF-16 code units
 * @throws AppError `git/unreadable_repository` when git cannot read the repository, or when a shallow clone
 * may lack the last release; `git/invalid_ref` when `since` names no commit
 */
export async function listChanges(repository: Repository, query: ChangesQuery) {
  const git = await repository.open()
  const changelog = posix.join(git.prefix, query.changelogPath)
  const real = await realpath(join(git.root, changelog)).catch(() => undefined)
  const realChangelog = real === undefined ? changelog : relative(git.root, real).replaceAll(sep, '/')
  const finding = findBase(git, realChangelog, query)
  const [base, tracked, untracked] = await Promise.all([
    finding,
    finding.then((found) => compare(git, [found])),
    git.read(['ls-files', '--others', '--exclude-standard', '-z']),
  ])
  // A nested repository is one path, with a slash at its end.
  const paths = splitAtNul(untracked).map((path) => path.replace(/\/$/, ''))
  const kinds = await combine(git, tracked, paths)
  const removed = [...tracked].flatMap(([path, { baseEntry }]) =>
    kinds.get(path) === 'Removed' ? { path: decodePath(path), hash: hashOf(baseEntry) ?? '' } : [],
  )
  const isNew = kinds.get(Buffer.from(realChangelog).toString('latin1')) === 'Added'
  const former = isNew ? await findMoved(git, realChangelog, removed, query.isChangelog) : undefined
  const isIncluded = (path: string) =>
    ![changelog, realChangelog, former].includes(path) && !query.isExcluded(posix.relative(git.prefix, path))
  return { base, changes: toChanges(kinds, isIncluded) }
}

/** Decodes, sorts and classifies paths, without those that are not included. */
function toChanges(
  kinds: Iterable<readonly [path: string, ChangeKind]>,
  isIncluded: (path: string) => boolean,
): Change[] {
  return [...kinds]
    .map(([path, type]) => [decodePath(path), type] as const)
    .filter(([path]) => isIncluded(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, type]) => ({ type, path, category: classifyPath(path) }))
}

/** Combines the two. A path that was removed from the index, and exists, is compared with the base by its content. */
async function combine(
  git: Git,
  tracked: Differences,
  untracked: readonly string[],
): Promise<ReadonlyMap<string, ChangeKind>> {
  const kinds = new Map([...tracked].map(([path, { kind }]) => [path, kind]))
  const unclear = new Map<string, string>()
  for (const path of untracked) {
    const entry = tracked.get(path)?.baseEntry
    if (entry !== undefined) unclear.set(path, entry)
    kinds.set(path, entry === undefined ? 'Added' : 'Changed')
  }
  const changed = await compareEntries(git, unclear)
  for (const path of unclear.keys()) if (!changed.has(path)) kinds.delete(path)
  return kinds
}

/** Compares entries with the working tree. They are not in the index of the repository, so git gets a temporary one. */
async function compareEntries(git: Git, entries: ReadonlyMap<string, string>): Promise<Differences> {
  if (entries.size === 0) return new Map()
  return withTemporaryFolder(async (folder) => {
    const variables = { GIT_INDEX_FILE: join(folder, 'index') }
    const lines = [...entries].map(([path, entry]) => `${entry}\t${path}\0`)
    const input = Buffer.from(lines.join(''), 'latin1')
    await git.read(['update-index', '-z', '--index-info'], { input, variables })
    return compare(git, [], variables)
  })
}

/**
 * Compares HEAD with the branch that it will be merged into. Only commits count, because files of the working tree can be results
 * of a build.
 * @param changelogPath relative to the opened folder
 * @returns the changed paths without the changelog, sorted by UTF-16 code units, and the text of the changelog before and after the
 * changes. `isExact` is whether the clone has the commit at which the branch left the other one. Otherwise, its last commit is compared
 * with that of the other branch, so that what was changed there since counts too
 * @throws AppError `git/invalid_ref`, `git/unreadable_repository`
 */
export async function compareBranch(repository: Repository, ref: string, changelogPath: string) {
  const git = await repository.open()
  const target = await resolveRef(git, ref, '--base').catch(async (error: unknown) => {
    const { isShallow } = await readHead(git)
    if (!isShallow || !isError(error, GIT_ERRORS.invalid_ref)) throw error
    throw new AppError(
      GIT_ERRORS.invalid_ref,
      `${(error as AppError).message}; this shallow clone lacks older commits: fetch more of them, such as with fetch-depth: 0`,
    )
  })
  const head = await resolveRef(git, 'HEAD', 'HEAD')
  // The newest commit that both have. A shallow clone can lack it.
  const mergeBase = await readIf(git, isSilentExitCode1, 'merge-base', target, head)
  const base = mergeBase ?? target
  const changelog = posix.join(git.prefix, changelogPath)
  const differences = await compare(git, [base, head])
  const kinds = [...differences].map(([path, { kind }]) => [path, kind] as const)
  const changes = toChanges(kinds, (path) => path !== changelog)
  const [before, after] = await Promise.all([base, head].map((commit) => readFile(git, commit, changelog)))
  return { changes, before, after, isExact: mergeBase !== undefined }
}
