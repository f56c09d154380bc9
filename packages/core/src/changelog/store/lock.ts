// One writer between processes. The lock is a folder beside the changelog that holds one file, the owner's. The owner
// writes the new changelog into that file, and publishes it by renaming it onto the changelog. A process that takes a
// lock over removes the file first, so that a former owner has nothing left to publish: both are one system call on one
// name, and only one of them succeeds. No clock is read: an owner renames its file as a heartbeat, and a waiter takes
// over a lock that it has seen unchanged often enough.
import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { FileSystem } from './file-system.ts'
import { codeOf, unwritable } from './io-errors.ts'

const POLL_MS = 20
/** How many polls must have seen the same name before the lock is taken over: three seconds. */
const STALE_POLLS = 150
const HEARTBEAT_MS = 500
/** How many polls an operation makes before it gives up: at least ten seconds. */
export const MAX_POLLS = 500

/** How many polls an operation has left, over all locks that it asks for. */
export interface Patience {
  polls: number
}

/** The patience of one operation. */
export function startPatience(): Patience {
  return { polls: MAX_POLLS }
}

/** A lock that this process took. Another process may have taken it over at any time since. */
export interface Lock {
  /** The owner's file, empty and open for writing. */
  readonly handle: FileHandle
  /**
   * Renames the owner's file onto the changelog, unless `isUnchanged` says no. Nothing of this process runs between
   * the two.
   * @returns false when the file had changed, or the lock was taken over; nothing has happened then
   */
  publish(isUnchanged: () => boolean): Promise<boolean>
  /** Lets go, and removes the owner's file if it was not published. Never throws. */
  release(): Promise<void>
}

/** The folder that is the lock of a changelog. */
export function lockPathOf(path: string): string {
  return `${path}.lock`
}

/** The names that an owner's file may have: a token, and the number of heartbeats. */
export const OWNER_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+$/

/** The name beside `path` for something that is not ready yet. */
function asideOf(path: string, token: string): string {
  return join(dirname(path), `.${basename(path)}.${token}.tmp`)
}

/**
 * Waits for the lock and takes it.
 * @throws AppError `changelog/locked` when others hold it for too long; `changelog/unwritable` at once when no lock
 * can be made
 */
export async function acquireLock(
  fs: FileSystem,
  path: string,
  shown: string,
  patience: Patience,
): Promise<Lock> {
  let seen: string | undefined
  let unchanged = 0
  try {
    for (; patience.polls > 0; patience.polls--) {
      const owner = await findOwner(fs, path)
      const lock = owner === undefined && (await tryLock(fs, path))
      if (lock) return lock
      unchanged = owner === seen ? unchanged + 1 : 0
      seen = owner
      if (owner !== undefined && unchanged >= STALE_POLLS) await removeOwner(fs, path, owner)
      else await pause(POLL_MS)
    }
  } catch (error) {
    throw unwritable(shown, error)
  }
  throw new AppError(
    CHANGELOG_ERRORS.locked,
    `${shown}: expected the lock within ${(MAX_POLLS * POLL_MS) / 1000} seconds, but another process has it; try again`,
  )
}

/** The name of the owner's file; undefined where the lock is free. */
async function findOwner(fs: FileSystem, path: string): Promise<string | undefined> {
  const names = await fs.readdir(lockPathOf(path)).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    if (codeOf(error) === 'ENOTDIR') throw notALock(path, 'something else')
    throw error
  })
  const stranger = names.find((name) => !OWNER_NAME.test(name))
  if (stranger !== undefined) throw notALock(path, `one with ${JSON.stringify(stranger)}`)
  return names[0]
}

function notALock(path: string, got: string): Error {
  const name = basename(lockPathOf(path))
  return new Error(`expected ${name} beside it to be a folder for its lock, got ${got}; remove or rename it`)
}

/** Makes a folder with the owner's file aside, and renames it: that fails where there is a lock with an owner. */
async function tryLock(fs: FileSystem, path: string): Promise<Lock | undefined> {
  const token = randomUUID()
  const aside = asideOf(path, token)
  const name = `${token}.0`
  await fs.mkdir(aside)
  let handle: FileHandle | undefined
  try {
    handle = await fs.open(join(aside, name), 'wx', 0o666)
    await fs.rename(aside, lockPathOf(path))
    return holdLock(fs, path, token, handle)
  } catch (error) {
    await handle?.close()
    await fs.unlink(join(aside, name)).catch(() => undefined)
    await fs.rmdir(aside).catch(() => undefined)
    // An owner was faster; ENOENT, when it has removed what it took for the leftovers of a killed process.
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) return undefined
    if (codeOf(error) === 'ENOTDIR') throw notALock(path, 'something else')
    throw error
  }
}

/** Removes the file of an owner that stands still. One that published or sent a heartbeat meanwhile is not touched. */
async function removeOwner(fs: FileSystem, path: string, name: string): Promise<void> {
  const folder = lockPathOf(path)
  if (!(await fs.lstat(folder)).isDirectory()) throw notALock(path, 'a link')
  await fs.unlink(join(folder, name)).catch(ignoreMissing)
}

function holdLock(fs: FileSystem, path: string, token: string, handle: FileHandle): Lock {
  const folder = lockPathOf(path)
  let beats = 0
  let beating = Promise.resolve()
  const owned = (count: number) => join(folder, `${token}.${count}`)
  const beat = async () => {
    // One that fails is seen by `publish`, which fails as well.
    await fs.rename(owned(beats), owned(beats + 1)).then(
      () => {
        beats += 1
      },
      () => undefined,
    )
  }
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, HEARTBEAT_MS)
  const settle = () => {
    clearInterval(timer)
    return beating
  }
  return {
    handle,
    async publish(isUnchanged) {
      await settle()
      if (!isUnchanged()) return false
      try {
        fs.renameSync(owned(beats), path)
        return true
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false
        throw error
      }
    },
    async release() {
      await settle()
      await handle.close().catch(() => undefined)
      await fs.unlink(owned(beats)).catch(() => undefined)
      await fs.rmdir(folder).catch(() => undefined)
    },
  }
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}
