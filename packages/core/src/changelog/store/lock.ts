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
import { holdLock, type Lock, lockPathOf, OWNER_NAME } from './held-lock.ts'
import { codeOf, unwritable } from './io-errors.ts'

const POLL_MS = 20
/** How many polls must have seen the same name before the lock is taken over: three seconds. */
const STALE_POLLS = 150
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

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}
