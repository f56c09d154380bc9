// Acquires the lock of a changelog. The lock excludes other writers, also in other processes. The protocol:
//
// 1. The lock is the folder `<changelog>.lock`. It contains one file, the owner file, named
//    `<token>.<heartbeats>`.
// 2. A process acquires the lock by renaming a prepared folder to that path. The rename fails while the lock
//    has an owner file.
// 3. The owner sends heartbeats: it renames the owner file to the next number.
// 4. The owner writes the new changelog into the owner file. It publishes by renaming that file onto the
//    changelog.
// 5. A waiting process polls the name of the owner file. The lock is stale when the name is the same for
//    `STALE_POLLS` polls.
// 6. A waiting process breaks a stale lock by deleting the owner file. The former owner then has no file to
//    publish.
//
// Publishing and breaking are one system call each on the same name, so only one of them succeeds. The
// protocol compares no clocks and no file times.
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { CREATION_FLAGS, type FileSystem, type OpenFile } from './file-system.ts'
import { holdLock, type Lock, lockPathOf, OWNER_NAME } from './held-lock.ts'
import { codeOf, unwritableError } from './io-errors.ts'

const POLL_MS = 20
/** Number of polls with the same owner file after which a lock is stale: at least 3 seconds. */
const STALE_POLLS = 150
/** Maximum number of polls of one operation: at least 10 seconds. */
export const MAX_POLLS = 500

/** The number of polls that an operation has left. All locks that the operation acquires share it. */
export interface PollBudget {
  remaining: number
}

/** Creates the poll budget of one operation. */
export function createPollBudget(): PollBudget {
  return { remaining: MAX_POLLS }
}

/** The path next to `path` of the folder in which a lock is prepared. */
function temporaryPathOf(path: string, token: string): string {
  return join(dirname(path), `.${basename(path)}.${token}.tmp`)
}

/**
 * Waits for the lock of a changelog and acquires it.
 * @param path the absolute path of the changelog, without symbolic links
 * @param displayPath the path used in messages
 * @param pollBudget the polls that are left; decremented by each poll
 * @throws AppError `changelog/locked` when the poll budget is used up, `changelog/unwritable` immediately
 * when the lock cannot be created
 */
export async function acquireLock(
  fs: FileSystem,
  path: string,
  displayPath: string,
  pollBudget: PollBudget,
): Promise<Lock> {
  let owner: string | undefined
  let unchangedPolls = 0
  try {
    for (; pollBudget.remaining > 0; pollBudget.remaining--) {
      // A lock is mostly free, so it is tried before the owner is looked for.
      const isTried = owner === undefined
      const lock = isTried && (await tryLock(fs, path))
      if (lock) return lock
      const lastOwner = owner
      owner = await findOwner(fs, path)
      unchangedPolls = owner === lastOwner ? unchangedPolls + 1 : 0
      if (owner !== undefined && unchangedPolls >= STALE_POLLS) await breakStaleLock(fs, path, owner)
      else if (owner !== undefined || isTried) await pause(POLL_MS)
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

/** The name of the owner file. Undefined when the lock is free. */
async function findOwner(fs: FileSystem, path: string): Promise<string | undefined> {
  const names = await fs.readdir(lockPathOf(path)).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    if (codeOf(error) === 'ENOTDIR') throw notALockError(path, 'something other than a folder')
    throw error
  })
  const unexpectedName = names.find((name) => !OWNER_NAME.test(name))
  if (unexpectedName !== undefined) {
    throw notALockError(path, `a folder that contains ${JSON.stringify(unexpectedName)}`)
  }
  return names[0]
}

function notALockError(path: string, got: string): Error {
  const name = basename(lockPathOf(path))
  return new Error(`expected ${name} to be a lock folder, got ${got}; remove or rename it`)
}

/**
 * Prepares a folder with an owner file under a temporary name, and renames it to the path of the lock.
 * @returns undefined when the lock has an owner
 */
async function tryLock(fs: FileSystem, path: string): Promise<Lock | undefined> {
  const token = randomUUID()
  const temporaryFolder = temporaryPathOf(path, token)
  const ownerName = `${token}.0`
  await fs.mkdir(temporaryFolder)
  let handle: OpenFile | undefined
  try {
    handle = await fs.open(join(temporaryFolder, ownerName), CREATION_FLAGS, 0o666)
    await fs.rename(temporaryFolder, lockPathOf(path))
    return holdLock(fs, path, token, handle)
  } catch (error) {
    await handle?.close()
    await fs.unlink(join(temporaryFolder, ownerName)).catch(() => undefined)
    await fs.rmdir(temporaryFolder).catch(() => undefined)
    // ENOTEMPTY and EEXIST: another process acquired the lock first. ENOENT: the owner of the lock removed
    // the temporary folder, because it mistook the folder for a leftover of a killed process.
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) return undefined
    if (codeOf(error) === 'ENOTDIR') throw notALockError(path, 'something other than a folder')
    throw error
  }
}

/**
 * Deletes the owner file of a stale lock. Nothing is deleted when the owner published the file or sent a
 * heartbeat in the meantime, because the file then has a different name.
 */
async function breakStaleLock(fs: FileSystem, path: string, ownerName: string): Promise<void> {
  const folder = lockPathOf(path)
  if (!(await fs.lstat(folder)).isDirectory()) throw notALockError(path, 'a symbolic link')
  await fs.unlink(join(folder, ownerName)).catch(ignoreMissing)
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}
