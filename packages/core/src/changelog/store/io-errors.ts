// Errors of the file system, with what the operator can do about them.
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'

/** The code of a system error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
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
  ELOOP: 'its links form a loop',
  ENOENT: 'its folder or the target of its link is missing',
  ENOTDIR: 'a file is in the place of its folder',
}

function explain(error: unknown): string {
  const code = codeOf(error)
  return code ? `${EXPLAINED[code] ?? 'input or output failed'} (${code})` : String((error as Error).message)
}

/** The changelog cannot be read; `shown` is its path as it is shown to people. */
export function unreadable(shown: string, error: unknown): AppError {
  return new AppError(CHANGELOG_ERRORS.unreadable, `${shown}: cannot be read: ${explain(error)}`, {
    cause: error,
  })
}

/** The changelog cannot be written. */
export function unwritable(shown: string, error: unknown): AppError {
  return new AppError(CHANGELOG_ERRORS.unwritable, `${shown}: cannot be written: ${explain(error)}`, {
    cause: error,
  })
}
