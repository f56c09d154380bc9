// A changelog's bytes and text as they are on the disk.
import type * as nodeFileSystem from 'node:fs/promises'
import { CoreError } from '../errors.ts'
import { codeOf, unreadable } from './file-failures.ts'

/** The calls that reach the disk; a test hands in ones that fail. */
export type FileSystem = Pick<
  typeof nodeFileSystem,
  'open' | 'realpath' | 'rename' | 'unlink' | 'lstat' | 'readdir'
>

/** The largest file that is read, in bytes. */
export const MAX_CHANGELOG_BYTES = 16 * 1024 * 1024

/** What a file is beside its content: mode and owner. */
export type Stats = Awaited<ReturnType<FileSystem['lstat']>>

/**
 * Reads a file; one that is not there is an empty text without stats.
 * @throws CoreError `unreadable_changelog`
 */
export async function readText(fs: FileSystem, path: string, shown: string) {
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
