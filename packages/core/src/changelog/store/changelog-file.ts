// Finds and reads the file of a changelog. Symbolic links are followed, but never out of the repository and never into a git
// directory. Otherwise, anyone who can add a symbolic link to the repository could have git's own files read or replaced. Readers of
// the same content share one snapshot, so that it is parsed once.
import { isUtf8 } from 'node:buffer'
import { type BigIntStats, existsSync } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { AppError, type ErrorDefinition } from '../../errors.ts'
import { readRegularFile } from '../../regular-file.ts'
import { revisionOf } from '../../revision.ts'
import { type ChangelogDocument, parseChangelog } from '../document/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { codeOf, unreadableError } from './file-system.ts'

/** The path of a changelog. Its symbolic links are not resolved. */
export interface ChangelogPath {
  /** The path of the repository. */
  readonly repository: string
  /** The absolute path of the changelog. */
  readonly path: string
  /** The path used in messages, relative to the repository. */
  readonly displayPath: string
}

/** Resolves a path. @throws AppError `changelog/invalid_path` outside the repository, or in a git directory */
export function resolveChangelogPath(repository: string, changelogPath: string): ChangelogPath {
  const path = resolve(repository, changelogPath)
  if (isAbsolute(changelogPath) || !isInside(repository, path))
    throw pathError('inside the repository', changelogPath)
  if (namesGitDirectory(relative(repository, path))) throw pathError('outside git directories', changelogPath)
  return { repository, path, displayPath: changelogPath }
}

function pathError(expected: string, changelogPath: string): AppError {
  const message = `expected a changelog path ${expected}, got ${JSON.stringify(changelogPath)}`
  return new AppError(CHANGELOG_ERRORS.invalid_path, message)
}

/**
 * Resolves the symbolic links of a changelog path. The file need not exist. The result is valid only now,
 * because symbolic links can change.
 * @throws AppError `changelog/unreadable`, also when a symbolic link leads out of the repository or into a
 * git directory
 */
export async function findRealPath({ repository, path, displayPath }: ChangelogPath): Promise<string> {
  const refuse = (reason: string) => new AppError(CHANGELOG_ERRORS.unreadable, `${displayPath}: ${reason}`)
  try {
    const root = await realpath(repository)
    const real = await realpath(path).catch((error: unknown) => findMissingFile(path, error))
    if (!isInside(root, real))
      throw refuse('expected a file inside the repository, got a symbolic link to a path outside')
    if (namesGitDirectory(relative(root, real)) || isInGitDirectory(root, real))
      throw refuse('expected a file outside git directories, got a file in a git directory')
    return real
  } catch (error) {
    throw error instanceof AppError ? error : unreadableError(displayPath, error)
  }
}

/** The real path of a file that does not exist. A symbolic link without a target is an error. */
async function findMissingFile(path: string, error: unknown): Promise<string> {
  const isMissing = codeOf(error) === 'ENOENT'
  if (!isMissing || (await lstat(path).catch(() => undefined))) throw error
  return join(await realpath(dirname(path)), basename(path))
}

function isInside(folder: string, path: string): boolean {
  const relativePath = relative(resolve(folder), path)
  return (
    relativePath !== '' &&
    relativePath !== '..' &&
    !relativePath.startsWith(`..${sep}`) &&
    !isAbsolute(relativePath)
  )
}

/**
 * Whether a part of the path means `.git` on some file system. HFS+ ignores case and format characters. NTFS
 * ignores case and trailing dots and spaces, and has the short name `GIT~1`.
 * @see https://github.com/git/git/blob/master/path.c (is_ntfs_dotgit) and utf8.c (is_hfs_dotgit)
 */
function namesGitDirectory(relativePath: string): boolean {
  return relativePath.split(/[\\/]/).some((part) => {
    const name = part.replaceAll(/\p{Cf}/gu, '').toLowerCase()
    return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(name)
  })
}

/**
 * Whether a folder from that of the file up to `root` is a git directory, by git's own criteria: it contains `HEAD`, and
 * either `objects` and `refs`, or the `commondir` of a worktree. Its name can be any: `git init --separate-git-dir` and bare
 * repositories use other names than `.git`.
 */
function isInGitDirectory(root: string, real: string): boolean {
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    const has = (name: string) => existsSync(join(folder, name))
    if (has('HEAD') && ((has('objects') && has('refs')) || has('commondir'))) return true
    if (folder === root) return false
  }
}

/** Maximum size of a changelog in bytes, both for reading and for writing: 4 MiB. */
export const MAX_CHANGELOG_BYTES = 4 * 1024 * 1024

/** A changelog that was read. */
export interface ChangelogFile {
  /** The real path, without symbolic links. */
  readonly path: string
  /** Undefined when there is no file. */
  readonly bytes: Buffer | undefined
  /** The metadata from before the content was read. Times are in nanoseconds. */
  readonly stats: BigIntStats | undefined
}

/**
 * Reads a changelog. A missing one must not be tracked by git. Otherwise a new one would replace its history, for example in a sparse
 * checkout.
 * @param path an absolute path without symbolic links
 * @param displayPath the path used in messages
 * @param isTracked undefined when releases are not recorded in git
 * @param missing the error of a missing file that is tracked
 * @throws AppError `changelog/unreadable`, also when it is not a regular file or larger than {@link MAX_CHANGELOG_BYTES}
 */
export async function readChangelogFile(
  path: string,
  displayPath: string,
  isTracked?: (path: string) => Promise<boolean>,
  missing: ErrorDefinition = CHANGELOG_ERRORS.unreadable,
): Promise<ChangelogFile> {
  try {
    return { path, ...(await readRegularFile(path, MAX_CHANGELOG_BYTES)) }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unreadableError(displayPath, error)
  }
  await assertNoOtherCase(path, displayPath)
  if (!(await isTracked?.(path))) return { path, bytes: undefined, stats: undefined }
  const message = `${displayPath}: expected the file that git tracks, got no file in the working tree; restore it (git checkout -- ${displayPath}), include it in the sparse checkout, or remove it from git`
  throw new AppError(missing, message)
}

/** Checks that no file has the name of a missing changelog in another case. @throws AppError `changelog/unreadable` */
async function assertNoOtherCase(path: string, displayPath: string): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => [])
  const other = names.find((name) => name.toLowerCase() === basename(path).toLowerCase())
  if (other === undefined) return
  const found = join(dirname(displayPath), other)
  const message = `${displayPath}: expected the file, or no similar one, got ${found}; set CHANGELOG_PATH=${found}, or rename it`
  throw new AppError(CHANGELOG_ERRORS.unreadable, message)
}

/** The content of a changelog at one time. */
export interface Snapshot {
  readonly document: ChangelogDocument
  /** The first 32 hex digits of the SHA-256 of the bytes. */
  readonly revision: string
  /** Whether the file exists. The text is empty when it does not. */
  readonly exists: boolean
}

/** Computes the revision of a changelog. An attacker must not find two contents with the same one, so it is long. */
export function changelogRevisionOf(content: Buffer | string): string {
  return revisionOf(content, 32)
}

/** Creates snapshots, and keeps the newest one. */
export type Snapshots = ReturnType<typeof createSnapshots>

/** Creates {@link Snapshots}. @param displayPath the path used in messages */
export function createSnapshots(displayPath: string) {
  let newest: { readonly bytes: Buffer; readonly snapshot: Snapshot } | undefined
  return {
    /** The snapshot of a file. @throws AppError `changelog/unreadable` when the bytes are not UTF-8 */
    of({ bytes = Buffer.alloc(0), stats }: ChangelogFile): Snapshot {
      const exists = stats !== undefined
      if (newest?.snapshot.exists === exists && newest.bytes.equals(bytes)) return newest.snapshot
      const document = parseChangelog(decodeText(bytes, displayPath))
      newest = { bytes, snapshot: { document, revision: changelogRevisionOf(bytes), exists } }
      return newest.snapshot
    },
    /** Keeps the snapshot of a content that was written, so that it need not be parsed. */
    keep(bytes: Buffer, revision: string, document: ChangelogDocument): void {
      newest = { bytes, snapshot: { document, revision, exists: true } }
    },
  }
}

/** Decodes bytes as UTF-8. A byte order mark is kept. The error has the line of the first invalid bytes. */
export function decodeText(bytes: Buffer, displayPath: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Line endings are ASCII in UTF-8, so that the bytes can be split into lines before they are decoded.
    const lines = bytes.toString('latin1').split(/\r\n?|\n/)
    const invalid = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
    throw new AppError(
      CHANGELOG_ERRORS.unreadable,
      `${displayPath}:${invalid + 1}: expected UTF-8, got invalid bytes`,
    )
  }
}
