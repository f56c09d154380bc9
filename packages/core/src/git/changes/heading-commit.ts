// Finds the commit that added the heading of a version to the changelog. Later edits of the heading do not count, and neither do
// moves of the changelog, or its removal and restoration.
import { basename } from 'node:path/posix'
import { repositoryError } from '../errors.ts'
import type { Git } from '../repository.ts'

/** A released version of the changelog. */
export interface ReleasedVersion {
  readonly version: string
  /** Whether a text is a changelog in which the version is released. */
  readonly isIn: (text: string) => boolean
}

/** Maximum number of commits that are read to find the heading, and of moves and restorations. */
const MAX_CHANGES = 20

/**
 * Returns the newest commit that added the heading to an existing changelog. Without one, it is the oldest commit that created the
 * changelog with the heading. Undefined when the heading is not committed.
 * @param changelog the path of the changelog, relative to the root of the repository
 * @throws AppError `git/unreadable_repository`, also when more than {@link MAX_CHANGES} commits changed the heading since
 */
export async function findHeadingCommit(
  git: Git,
  changelog: string,
  release: ReleasedVersion,
): Promise<string | undefined> {
  let created: string | undefined
  let [from, path] = ['HEAD', changelog]
  for (let count = 0; count < MAX_CHANGES; count++) {
    const adding = await findAdding(git, from, path, release)
    if (!adding) break
    const { commit, parent, before } = adding
    if (before !== undefined || parent === undefined) return commit
    // The file was moved here, restored or created.
    created = commit
    const removed = await listChanged(git, ['diff-tree', '-r', ...RAW, '--diff-filter=DT', parent, commit])
    path = (await findMoved(git, path, removed, release.isIn)) ?? path
    from = parent
  }
  return created
}

/** Finds the newest commit after which a version is in a file, and before which it is not. */
async function findAdding(git: Git, from: string, path: string, { version, isIn }: ReleasedVersion) {
  const has = (text: string | undefined) => text !== undefined && isIn(text)
  // The newest one is usually the one, and git has found it long before it has read the whole history.
  for (const count of [1, MAX_CHANGES]) {
    const changes = await listVersionChanges(git, from, path, version, count)
    const found = changes.find(({ before, after }) => has(after) && !has(before))
    if (found || changes.length < count) return found
  }
  throw repositoryError(
    `expected the commit that added the heading of ${version} to ${path} among the last ${MAX_CHANGES} that changed it, got other ones; create the tag of the version, or pass a ref to compare with (?since=<ref>)`,
  )
}

const RAW = ['--raw', '-z', '--no-abbrev', '--no-renames']

/**
 * Lists the newest commits that change lines of a file with the number of the version, the newest first.
 * @returns the commits with their parents, which the first commit of a repository lacks, and the texts of the file before and after
 * them. Undefined without the file
 */
async function listVersionChanges(git: Git, from: string, path: string, version: string, count: number) {
  // The heading can contain another form of what follows the number, such as `1.0.0 Beta 2`.
  const [number = ''] = /^[\d.]*/.exec(version) ?? []
  const pattern = `-G${number.replaceAll('.', '\\.')}`
  const safe = ['--no-textconv', '--no-ext-diff', '--text', '--full-history', '--format=%H %P']
  const output = await git.readText('log', `-${count}`, pattern, ...safe, ...RAW, from, '--', path)
  const fields = output.split('\0')
  const entries = [...Array(Math.floor(fields.length / 3)).keys()].map((index) => {
    const [commits = '', change = ''] = fields.slice(index * 3)
    const [commit = '', parent] = commits.split(' ')
    const [, , before = '', after = ''] = change.trim().split(' ')
    return { commit, parent: parent || undefined, before, after }
  })
  const texts = await readBlobs(
    git,
    entries.flatMap(({ before, after }) => [before, after]),
  )
  return entries.map((entry) => ({
    ...entry,
    before: texts.get(entry.before),
    after: texts.get(entry.after),
  }))
}

/** A path that was changed, and the hash of its content before that. */
export interface FormerFile {
  readonly path: string
  readonly hash: string
}

async function listChanged(git: Git, args: readonly string[]): Promise<readonly FormerFile[]> {
  const fields = (await git.readText(...args)).split('\0')
  return fields.flatMap((field, index) => {
    const path = fields[index + 1]
    return field.startsWith(':') && path !== undefined ? { path, hash: field.split(' ')[2] ?? '' } : []
  })
}

/** Maximum number of removed files that are read. */
const MAX_REMOVED = 20

/**
 * Finds the former path of a changelog among the files that were removed: one with such a name and content. When there are several,
 * as in a repository with many packages, it is the one whose path ends most like the path of the changelog.
 */
export async function findMoved(
  git: Git,
  path: string,
  removed: readonly FormerFile[],
  isChangelog: (text: string) => boolean,
): Promise<string | undefined> {
  const hasName = (name: string) => name === basename(path) || /chang|histor|news|release/i.test(name)
  const similar = removed
    .filter((file) => hasName(basename(file.path)))
    .sort((a, b) => commonEnd(b.path, path) - commonEnd(a.path, path))
    .slice(0, MAX_REMOVED)
  if (similar.length === 0) return undefined
  const texts = await readBlobs(
    git,
    similar.map(({ hash }) => hash),
  )
  return similar.find(({ hash }) => isChangelog(texts.get(hash) ?? ''))?.path
}

function commonEnd(a: string, b: string): number {
  let length = 0
  while (length < a.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}

/** Reads the texts of blobs by their hashes, without those that do not exist. */
async function readBlobs(git: Git, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const output = await git.read(['cat-file', '--batch'], { input: `${[...new Set(hashes)].join('\n')}\n` })
  const texts = new Map<string, string>()
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf('\n', start)
    const [hash = '', , size] = output.toString('latin1', start, end).split(' ')
    start = end + 1
    if (size === undefined) continue
    texts.set(hash, output.toString('utf8', start, start + Number(size)))
    start += Number(size) + 1
  }
  return texts
}
