// The one file of this slice that touches the disk. One writer at a time in a process and between processes; a
// crash at any point leaves the old file or the new one. What is written is decided by a pure function.
import { hash, randomUUID } from 'node:crypto'
import * as nodeFileSystem from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { lock } from 'proper-lockfile'
import { CoreError } from '../errors.ts'

/** The calls that reach the disk; a test hands in ones that fail. */
export type FileSystem = Pick<
  typeof nodeFileSystem,
  'open' | 'realpath' | 'rename' | 'unlink' | 'lstat' | 'readdir'
>

/** Where the changelog is. */
export interface ChangelogFileOptions {
  readonly repositoryPath: string
  /** Relative to the repository, and inside it. */
  readonly changelogPath: string
  readonly fileSystem?: FileSystem
}

/** A changelog on the disk. A file that is not there reads as an empty text. */
export interface ChangelogFile {
  /** @throws CoreError `unreadable_changelog` */
  read(): Promise<ChangelogContent>
  /**
   * Reads, changes and writes while nobody else does. The file is written when the text changed, and then it is on
   * the disk for good when this resolves.
   * @throws CoreError `unreadable_changelog`, `unwritable_changelog`, `changelog_locked`, or what `change` throws
   */
  edit<T>(change: (text: string) => { readonly text: string; readonly result: T }): Promise<T>
}

/** A text, and the first 32 hex digits of the SHA-256 of its bytes. */
export interface ChangelogContent {
  readonly text: string
  readonly hash: string
}

/** The largest file that is read, in bytes. */
export const MAX_CHANGELOG_BYTES = 16 * 1024 * 1024

const STALE_LOCK_MS = 3000
const LOCK_RETRIES = { retries: 600, factor: 1.1, minTimeout: 5, maxTimeout: 60, randomize: true }

/**
 * Names a changelog; touches nothing yet.
 * @throws CoreError `invalid_settings` when the path leads out of the repository
 */
export function openChangelogFile(options: ChangelogFileOptions): ChangelogFile {
  const { repositoryPath, changelogPath, fileSystem = nodeFileSystem } = options
  const path = resolve(repositoryPath, changelogPath)
  if (isAbsolute(changelogPath) || !isInside(repositoryPath, path)) {
    throw new CoreError(
      'invalid_settings',
      `CHANGELOG_PATH: expected a path inside the repository, got ${changelogPath}`,
    )
  }
  const locate = () => findRealPath(fileSystem, repositoryPath, path, changelogPath)
  let queue: Promise<unknown> = Promise.resolve()
  return {
    async read() {
      const { text, bytes } = await readText(fileSystem, await locate(), changelogPath)
      return { text, hash: hash('sha256', bytes).slice(0, 32) }
    },
    edit(change) {
      const turn = queue.then(async () => {
        const realPath = await locate()
        return withLock(realPath, changelogPath, async (assertLocked) => {
          const { text: before, stats } = await readText(fileSystem, realPath, changelogPath)
          const { text, result } = change(before)
          if (text !== before)
            await replaceFile(fileSystem, realPath, changelogPath, text, stats, assertLocked)
          return result
        })
      })
      queue = turn.catch(() => undefined)
      return turn
    },
  }
}

/** The names beside a changelog that belong to its writer and to nobody's work. */
export function isWritersOwn(changelogPath: string, path: string): boolean {
  const folder = dirname(changelogPath)
  const prefix = folder === '.' ? '' : `${folder}/`
  const name = basename(changelogPath)
  return path.startsWith(`${prefix}.${name}.`) && path.endsWith('.tmp')
}

function isInside(folder: string, path: string): boolean {
  const way = relative(resolve(folder), path)
  return way !== '' && way !== '..' && !way.startsWith(`..${'/'}`) && !isAbsolute(way)
}

/** Where the file really is: links are followed, but never out of the repository. */
async function findRealPath(
  fs: FileSystem,
  repository: string,
  path: string,
  shown: string,
): Promise<string> {
  try {
    const root = await fs.realpath(repository)
    const real = await fs.realpath(path).catch(async (error) => {
      if (codeOf(error) !== 'ENOENT' || (await isLink(fs, path))) throw error
      return join(await fs.realpath(dirname(path)), basename(path))
    })
    if (isInside(root, real)) return real
  } catch (error) {
    throw unreadable(shown, error)
  }
  throw new CoreError(
    'unreadable_changelog',
    `${shown}: expected a file inside the repository, got a link out of it`,
  )
}

async function isLink(fs: FileSystem, path: string): Promise<boolean> {
  return fs.lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
}

type Stats = Awaited<ReturnType<FileSystem['lstat']>>

async function readText(fs: FileSystem, path: string, shown: string) {
  let bytes: Buffer
  let stats: Stats | undefined
  try {
    const handle = await fs.open(path, 'r')
    try {
      stats = await handle.stat()
      if (stats.size > MAX_CHANGELOG_BYTES) throw new Error(`more than ${MAX_CHANGELOG_BYTES} bytes`)
      bytes = await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unreadable(shown, error)
    bytes = Buffer.alloc(0)
  }
  return { bytes, stats, text: decode(bytes, shown) }
}

function decode(bytes: Buffer, shown: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const lines = bytes.toString('latin1').split('\n')
    const wrong = lines.findIndex((line) => Buffer.from(line, 'latin1').toString('utf8').includes('\uFFFD'))
    throw new CoreError('unreadable_changelog', `${shown}:${wrong + 1}: expected UTF-8, got other bytes`)
  }
}

async function withLock<T>(
  path: string,
  shown: string,
  work: (assertLocked: () => void) => Promise<T>,
): Promise<T> {
  let lost = false
  const assertLocked = () => {
    if (lost)
      throw new CoreError('changelog_locked', `${shown}: expected to be the only writer, but lost the lock`)
  }
  const release = await lock(path, {
    realpath: false,
    stale: STALE_LOCK_MS,
    update: STALE_LOCK_MS / 3,
    retries: LOCK_RETRIES,
    onCompromised: () => {
      lost = true
    },
  }).catch((error) => {
    if (codeOf(error) !== 'ELOCKED') throw unwritable(shown, error)
    throw new CoreError(
      'changelog_locked',
      `${shown}: another process has been writing for too long; try again`,
    )
  })
  try {
    return await work(assertLocked)
  } finally {
    await release().catch(() => undefined)
  }
}

async function replaceFile(
  fs: FileSystem,
  path: string,
  shown: string,
  text: string,
  stats: Stats | undefined,
  assertLocked: () => void,
): Promise<void> {
  if (stats && (Number(stats.mode) & 0o222) === 0) {
    throw new CoreError(
      'unwritable_changelog',
      `${shown}: expected a file that may be written, got a read-only one`,
    )
  }
  const aside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    await removeLeftovers(fs, path)
    await writeAside(fs, aside, text, stats)
    assertLocked()
    await fs.rename(aside, path)
    await syncFolder(fs, dirname(path))
  } catch (error) {
    await fs.unlink(aside).catch(() => undefined)
    throw error instanceof CoreError ? error : unwritable(shown, error)
  }
}

/** What a writer that was killed left beside the file; whoever has the lock is the only writer there is. */
async function removeLeftovers(fs: FileSystem, path: string): Promise<void> {
  const name = basename(path)
  for (const other of await fs.readdir(dirname(path))) {
    if (isWritersOwn(name, other)) await fs.unlink(join(dirname(path), other)).catch(() => undefined)
  }
}

async function writeAside(
  fs: FileSystem,
  aside: string,
  text: string,
  stats: Stats | undefined,
): Promise<void> {
  const handle = await fs.open(aside, 'wx', stats ? Number(stats.mode) & 0o7777 : 0o666)
  try {
    await handle.writeFile(text)
    if (stats) {
      const made = await handle.stat()
      if (made.uid !== stats.uid || made.gid !== stats.gid)
        await handle.chown(Number(stats.uid), Number(stats.gid))
      await handle.chmod(Number(stats.mode) & 0o7777)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFolder(fs: FileSystem, folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

const EXPLAINED: Readonly<Record<string, string>> = {
  EISDIR: 'a folder is in its place',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EBUSY: 'it is mounted by itself: mount its folder instead, a mounted file cannot be replaced',
  ELOOP: 'its links go round in circles',
  ENOENT: 'its folder or the target of its link is missing',
  ENOTDIR: 'a file is in the place of its folder',
}

function explain(error: unknown): string {
  const code = codeOf(error)
  return code ? `${EXPLAINED[code] ?? 'input or output failed'} (${code})` : String((error as Error).message)
}

function unreadable(shown: string, error: unknown): CoreError {
  return new CoreError('unreadable_changelog', `${shown}: cannot be read: ${explain(error)}`, {
    cause: error,
  })
}

function unwritable(shown: string, error: unknown): CoreError {
  return new CoreError('unwritable_changelog', `${shown}: cannot be written: ${explain(error)}`, {
    cause: error,
  })
}
