// Locks a changelog against other writers, also in other processes, and replaces it. The protocol:
//
// 1. The lock is the folder `<changelog>.lock`. A process that wants the lock creates its owner file there, whose name names the
//    process. It has the lock when its owner file is then the only one. Otherwise it removes the file, and waits.
// 2. The owner writes the new changelog into the owner file, syncs it, renames it onto the changelog, and syncs the folder.
//    After a crash at any point, the changelog has the old content or the new content.
// 3. A waiting process deletes the owner file when the process of the owner has ended. Where it cannot know that, it deletes an
//    owner file that has been there for `STALE_POLLS` polls. The former owner then has no file to publish.
//
// Publishing and deleting are one system call each on the same name, so only one of them succeeds. The protocol compares no
// clocks and no file times.
import { hash, randomUUID } from 'node:crypto'
import { type BigIntStats, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, posix } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { ignoreMissing, isSameFile } from '../../regular-file.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { codeOf, type FileSystem, type OpenFile, syncFolder, unwritableError } from './file-system.ts'

const POLL_MS = 20
/** Number of polls with the same owner of unknown state after which a lock is stale: at least 5 seconds. */
const STALE_POLLS = 250
/** Maximum number of polls: at least 10 seconds. */
const MAX_POLLS = 500

/** A lock that this process acquired. */
export type Lock = ReturnType<typeof createLock>

/**
 * Waits for the lock of a changelog and acquires it.
 * @param path the absolute path of the changelog, without symbolic links
 * @param displayPath the path used in messages
 * @throws AppError `changelog/locked` after {@link MAX_POLLS} polls, `changelog/unwritable` immediately when the lock cannot
 * be created
 */
export async function acquireLock(
  fs: FileSystem,
  path: string,
  displayPath: string,
  maxPolls: number = MAX_POLLS,
): Promise<Lock> {
  const folder = lockPathOf(path)
  try {
    let owner: string | undefined
    let unchangedPolls = 0
    for (let poll = 0; poll < maxPolls; poll++) {
      const lastOwner = owner
      owner = await findOwner(fs, folder)
      unchangedPolls = owner === lastOwner ? unchangedPolls + 1 : 0
      if (owner === undefined) {
        const lock = await tryLock(fs, path, displayPath)
        if (lock) return lock
      } else if (hasEnded(owner) ?? unchangedPolls >= STALE_POLLS) {
        await fs.unlink(join(folder, owner)).catch(ignoreMissing)
        continue
      }
      // Processes that waited for the same lock do not try again at the same time.
      await pause(POLL_MS * (owner === undefined ? Math.random() : 1))
    }
  } catch (error) {
    throw unwritableError(displayPath, error)
  }
  const expected = `expected the lock within ${(MAX_POLLS * POLL_MS) / 1000} seconds`
  throw new AppError(
    CHANGELOG_ERRORS.locked,
    `${displayPath}: ${expected}, got a lock held by another process; try again`,
  )
}

/** The name of the owner file. Undefined when the lock is free. @throws Error when the folder is not a lock */
async function findOwner(fs: FileSystem, folder: string): Promise<string | undefined> {
  try {
    const names = await fs.readdir(folder)
    const unexpected = names.find((name) => !OWNER_NAME.test(name))
    if (unexpected === undefined) return names[0]
    throw notALockError(folder, `a folder that contains ${JSON.stringify(unexpected)}`)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw codeOf(error) === 'ENOTDIR' ? notALockError(folder, 'something other than a folder') : error
  }
}

function notALockError(folder: string, got: string): Error {
  return new Error(`expected ${basename(folder)} to be a lock folder, got ${got}; remove or rename it`)
}

/** Creates an owner file. Undefined when there is another one. */
async function tryLock(fs: FileSystem, path: string, displayPath: string): Promise<Lock | undefined> {
  const folder = lockPathOf(path)
  await fs.mkdir(folder).catch(async (error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
    // What is in the folder of a symbolic link is not ours.
    const stats = fs.lstatSync(folder, { throwIfNoEntry: false })
    if (stats?.isSymbolicLink()) throw notALockError(folder, 'a symbolic link')
  })
  const ownerPath = join(folder, createOwnerName())
  let handle: OpenFile
  try {
    handle = await fs.open(ownerPath, 'wx', 0o666)
  } catch (error) {
    await fs.rmdir(folder).catch(() => undefined)
    // The former owner has removed the folder.
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  const lock = createLock(fs, path, displayPath, ownerPath, handle)
  const names = await fs.readdir(folder).catch((): string[] => [])
  if (names.length === 1 && names[0] === basename(ownerPath)) return lock
  await lock.release()
  return undefined
}

/** @param handle the owner file, open for writing */
function createLock(fs: FileSystem, path: string, displayPath: string, ownerPath: string, handle: OpenFile) {
  return {
    /**
     * Replaces the changelog, which releases the lock. The mode and the owner of the file are kept. When the promise resolves to
     * true, the new content is on disk.
     * @param before the metadata of the file when it was read. Undefined when there was none
     * @returns false when another process has changed the file since, or has taken the lock over; the file is unchanged then
     * @throws AppError `changelog/unwritable`
     */
    async replaceFile(bytes: Buffer, before: BigIntStats | undefined): Promise<boolean> {
      try {
        // The rename would replace a read-only file too.
        if (before && (before.mode & 0o222n) === 0n)
          throw new Error('expected a writable file, got a read-only file')
        if (before) await copyOwnerAndMode(before, handle)
        await handle.writeFile(bytes)
        await handle.sync()
        await handle.close()
        // No other code of this process runs between the comparison and the rename.
        const now = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false })
        if (!isSameFile(now, before)) return false
        fs.renameSync(ownerPath, path)
      } catch (error) {
        // Another process has deleted the owner file.
        if (codeOf(error) === 'ENOENT') return false
        throw unwritableError(displayPath, error)
      }
      await syncFolder(fs, dirname(path)).catch((error: unknown) => {
        throw unwritableError(displayPath, error)
      })
      return true
    },
    /** Releases the lock if it is still held. Never throws. */
    async release(): Promise<void> {
      // Network file systems keep a file that is open in its folder, under another name.
      await handle.close().catch(() => undefined)
      await fs.unlink(ownerPath).catch(() => undefined)
      await fs.rmdir(lockPathOf(path)).catch(() => undefined)
    },
  }
}

/** Gives a new file the owner and the mode of another one, before it has content, which may be confidential. */
async function copyOwnerAndMode({ uid, gid, mode }: BigIntStats, handle: OpenFile): Promise<void> {
  const created = await handle.stat({ bigint: true })
  if (created.uid !== uid || created.gid !== gid) await handle.chown(Number(uid), Number(gid))
  // The mode is set last, because a change of the owner can clear bits of it.
  await handle.chmod(Number(mode & 0o7777n))
}

/** The path of the folder that is the lock of a changelog. */
function lockPathOf(path: string): string {
  return `${path}.lock`
}

/** Creates a function that finds owner files, which are no changes. Paths are relative to the repository. */
export function createStoreFileCheck(changelogPath: string): (path: string) => boolean {
  const folder = lockPathOf(posix.normalize(changelogPath))
  return (path) => posix.dirname(path) === folder && OWNER_NAME.test(posix.basename(path))
}

/** Matches the name of an owner: where its process id is valid, the process id, its start, and a random part. */
const OWNER_NAME = /^([0-9a-f]{8})\.(\d+)\.(\d+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Creates a name for this process as an owner. Each is a new one. */
export function createOwnerName(): string {
  const start = findProcess(process.pid)?.start ?? '0'
  return `${findIdSpace()}.${process.pid}.${start}.${randomUUID()}`
}

/** Whether the process of an owner has ended. Undefined on another machine or container, and without `/proc`. */
function hasEnded(ownerName: string): boolean | undefined {
  const [, idSpace, id, start] = OWNER_NAME.exec(ownerName) ?? []
  if (idSpace !== findIdSpace()) return undefined
  try {
    process.kill(Number(id), 0)
  } catch (error) {
    // EPERM: it is the process of another user.
    if (codeOf(error) === 'ESRCH') return true
  }
  const found = findProcess(Number(id))
  // A process id is used again. A zombie was killed, and its parent has not noticed yet.
  return found && (found.start !== start || found.isZombie)
}

/** Names the boot of this machine and the namespace of this container, in which process ids are valid. */
function findIdSpace(): string {
  let name = hostname()
  try {
    name = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid')
  } catch {
    // The system has no such files.
  }
  return hash('sha256', name).slice(0, 8)
}

/** The start time of a process, in clock ticks since the boot, and whether it is a zombie. Undefined without `/proc`. */
function findProcess(id: number): { readonly start: string; readonly isZombie: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1')
    // The name of the program, in parentheses, can contain anything.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { start: fields[18] ?? '0', isZombie: 'ZX'.includes(state) }
  } catch {
    return undefined
  }
}
