// Limits what a repository can cost: the memory of git, and devices in place of the files that git reads to their end.
import { execFileSync } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readRegularFile } from '../regular-file.ts'
import { repositoryError } from './errors.ts'
import { MAX_LINK_BYTES } from './git-directory.ts'
import { type Environment, hardenedEnvironment } from './read.ts'

/** Maximum memory of one git process, in bytes. Mapped packs do not count. */
export const MAX_MEMORY_BYTES = 2 * 1024 * 1024 * 1024

/**
 * Returns the program, with its option, that starts git with a limit of its memory. Undefined where there is none: `prlimit` is
 * part of util-linux, and cannot raise a lower limit.
 */
export function findLauncher(
  environment: Environment,
): readonly [program: string, option: string] | undefined {
  const launcher = ['prlimit', `--data=${MAX_MEMORY_BYTES}:`] as const
  try {
    const env = { ...hardenedEnvironment(environment) }
    execFileSync(launcher[0], [launcher[1], 'true'], { env, stdio: 'ignore', timeout: 5000 })
    return launcher
  } catch {
    return undefined
  }
}

/** The folders of a git directory with files that git reads to their end, besides `refs`. */
const FOLDERS = ['.', 'info', 'objects/info', 'objects/pack', 'rebase-merge', 'rebase-apply']

/**
 * Checks that no ref, and no file that git reads to its end, is a device such as `/dev/zero`, which has no end. A linked working
 * tree shares a directory with others.
 * @throws AppError `git/unreadable_repository`
 */
export async function assertNoDevices(gitDirectory: string): Promise<void> {
  await assertNoDevicesIn(gitDirectory)
  const common = await readRegularFile(join(gitDirectory, 'commondir'), MAX_LINK_BYTES).catch(() => undefined)
  if (common) await assertNoDevicesIn(resolve(gitDirectory, String(common.bytes).trim()))
}

async function assertNoDevicesIn(directory: string): Promise<void> {
  const list = (name: string, recursive = false) =>
    readdir(join(directory, name), { recursive, withFileTypes: true }).catch(() => [])
  const entries = await Promise.all([list('refs', true), ...FOLDERS.map((name) => list(name))])
  for (const entry of entries.flat()) {
    if (entry.isFile() || entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    const stats = await stat(path).catch(() => undefined)
    if (stats?.isCharacterDevice() || stats?.isBlockDevice())
      throw repositoryError(`expected a regular file at ${path}, got a device`)
  }
}
