// A file replaced so that a crash at any point leaves the old one or the new one: write aside, sync, rename, sync.
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { CoreError } from '../errors.ts'
import { unwritable } from './file-failures.ts'
import type { FileSystem, Stats } from './file-read.ts'

/** What is to be written, and where. */
export interface Replacement {
  readonly path: string
  /** The path as people know it. */
  readonly shown: string
  readonly text: string
  /** Of the file that is replaced, whose mode and owner stay; undefined where there is none. */
  readonly stats: Stats | undefined
  /** Throws when this is no longer the only writer. */
  readonly assertLocked: () => void
}

/** The names beside a changelog that belong to its writer and to nobody's work. */
export function isWritersOwn(changelogPath: string, path: string): boolean {
  const folder = dirname(changelogPath)
  const prefix = folder === '.' ? '' : `${folder}/`
  const name = basename(changelogPath)
  return path.startsWith(`${prefix}.${name}.`) && path.endsWith('.tmp')
}

/**
 * Replaces a file; it is on the disk for good when this resolves.
 * @throws CoreError `unwritable_changelog`, or what `assertLocked` throws
 */
export async function replaceFile(
  fs: FileSystem,
  { path, shown, text, stats, assertLocked }: Replacement,
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
