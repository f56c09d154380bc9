// Lists the paths that differ from the base. The working tree is compared, so uncommitted changes are included.
import { createHash } from 'node:crypto'
import { lstat, readlink, realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { findExitError, hasExitCode } from '../errors.ts'
import { decodePath, encodePath, quotePath } from '../path.ts'
import type { Git, Repository } from '../repository.ts'
import { type BaseQuery, findBase } from './base.ts'
import { CATEGORIES, type ChangeCategory, classifyPath } from './classification.ts'

/** What happened to a path since the base. */
export const CHANGE_KINDS = ['Added', 'Changed', 'Removed'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

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
  /** The path of the changelog, relative to the opened folder. The changelog is left out. */
  readonly changelogPath: string
  /**
   * Checks whether a path is left out, such as a temporary file of the changelog store. The path is relative
   * to the opened folder.
   */
  readonly isExcluded: (path: string) => boolean
}

/** The changes since a base. */
export interface ChangesSinceBase {
  /** The hash of the commit or tree that was compared with. */
  readonly base: string
  readonly changes: Change[]
}

/**
 * Lists every path that differs from the base, whether the change is committed, staged, unstaged or
 * untracked. On a branch without commits, every file is listed as added.
 * @returns the base, and each path once, sorted by UTF-16 code units
 * @throws AppError `git/unreadable_repository` when git cannot read the repository, or when a shallow clone
 * may lack the last release; `git/invalid_ref` when `since` names no commit
 */
export async function listChanges(repository: Repository, query: ChangesQuery): Promise<ChangesSinceBase> {
  const git = await repository.open()
  const changelog = posix.join(git.prefix, query.changelogPath)
  const real = await realpath(join(git.root, changelog)).catch(() => undefined)
  const realChangelog = real === undefined ? changelog : relative(git.root, real).replaceAll(sep, '/')
  const finding = findBase(git, realChangelog, query)
  const [base, tracked, untracked] = await Promise.all([
    finding,
    finding.then((found) => compareTracked(git, found)),
    listUntracked(git),
  ])
  const kinds = await combine(git, tracked, untracked)
  const isIncluded = (path: string) =>
    path !== changelog &&
    path !== realChangelog &&
    !(path.startsWith(git.prefix) && query.isExcluded(path.slice(git.prefix.length)))
  const changes = [...kinds]
    .filter(([path]) => isIncluded(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, type]) => ({ type, path, category: classifyPath(path) }))
  return { base, changes }
}

/** Lists the files that git does not track and does not ignore. A nested repository is one path. */
async function listUntracked(git: Git): Promise<readonly string[]> {
  const output = await git.read(['ls-files', '--others', '--exclude-standard', '-z'])
  return splitAtNul(output).map((path) => decodePath(path.replace(/\/$/, '')))
}

/** A tracked path that differs from the base. */
interface Difference {
  readonly kind: ChangeKind
  /** The mode and the hash in the base, separated by a space. */
  readonly baseEntry: string
}

const KINDS: Readonly<Record<string, ChangeKind>> = { A: 'Added', D: 'Removed' }

/** Compares the base with the working tree. A path that was removed from the index is listed as removed. */
async function compareTracked(git: Git, base: string): Promise<ReadonlyMap<string, Difference>> {
  const args = ['diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-relative', '--no-color']
  const safe = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty']
  const fields = splitAtNul(await git.read([...args, ...safe, base, '--']))
  const differences = new Map<string, Difference>()
  // Each path follows a field `:<mode> <mode> <hash> <hash> <letter>`.
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [mode = '', , hash = '', , letter = ''] = fields[index]?.slice(1).split(' ') ?? []
    const difference = { kind: KINDS[letter] ?? 'Changed', baseEntry: `${mode} ${hash}` }
    differences.set(decodePath(fields[index + 1] ?? ''), difference)
  }
  return differences
}

/** Combines the two. A path that was removed from the index, and exists, is compared with the base by its content. */
async function combine(
  git: Git,
  tracked: ReadonlyMap<string, Difference>,
  untracked: readonly string[],
): Promise<ReadonlyMap<string, ChangeKind>> {
  const kinds = new Map([...tracked].map(([path, { kind }]) => [path, kind]))
  for (const path of untracked) kinds.set(path, tracked.has(path) ? 'Changed' : 'Added')
  const unclear = untracked.filter((path) => tracked.has(path))
  const entries = await readTreeEntries(git, unclear)
  for (const path of unclear) if (entries.get(path) === tracked.get(path)?.baseEntry) kinds.delete(path)
  return kinds
}

/**
 * Computes the mode and the hash of each path, separated by a space. A path is missing in the result when it is neither a file nor
 * a symbolic link, or cannot be read.
 * @throws AppError `git/unreadable_repository`
 */
async function readTreeEntries(git: Git, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const entries = new Map<string, string>()
  if (paths.length === 0) return entries
  const algorithm = (await git.readText('rev-parse', '--show-object-format')).trim()
  const files = new Map<string, string>()
  for (const path of paths) {
    const file = Buffer.concat([Buffer.from(`${git.root}/`), encodePath(path)])
    const stats = await lstat(file).catch(() => undefined)
    if (stats?.isFile()) files.set(path, stats.mode & 0o100 ? '100755' : '100644')
    // The content of the blob is the target of the link.
    const target = stats?.isSymbolicLink() && (await readlink(file, { encoding: 'buffer' }))
    if (target) entries.set(path, `120000 ${hashBlob(algorithm, target)}`)
  }
  const hashes = await hashFiles(git, [...files.keys()])
  for (const [index, [path, mode]] of [...files].entries())
    if (hashes[index]) entries.set(path, `${mode} ${hashes[index]}`)
  return entries
}

async function hashFiles(git: Git, paths: readonly string[]): Promise<readonly string[]> {
  const input = paths.map((path) => `${quotePath(path)}\n`).join('')
  const output = await git.read(['hash-object', '--stdin-paths'], input).catch((error: unknown) => {
    // git prints the hashes up to a file that it cannot read, such as one that was deleted in the meantime.
    if (hasExitCode(error)) return findExitError(error)?.stdout
    throw error
  })
  return String(output).split('\n')
}

function hashBlob(algorithm: string, content: Buffer): string {
  return createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex')
}

/** Splits output at NUL bytes. Each character of the result, U+0000 to U+00FF, represents one byte. */
function splitAtNul(output: Buffer): string[] {
  return output.toString('latin1').split('\0').slice(0, -1)
}
