// Converts errors of the file system into errors that explain the cause to the operator.
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'

/** The code of a system error, such as `ENOENT`. Undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

const EXPLANATIONS: Readonly<Record<string, string>> = {
  EISDIR: 'the path is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EBUSY: 'the file is a mount point and cannot be replaced; mount its folder instead',
  ELOOP: 'the symbolic links form a loop',
  ENOENT: 'the folder or the target of a symbolic link does not exist',
  ENOTDIR: 'a parent of the path is not a folder',
}

function explain(error: unknown): string {
  const code = codeOf(error)
  return code ? `${EXPLANATIONS[code] ?? 'I/O error'} (${code})` : String((error as Error).message)
}

/**
 * Creates the error for a changelog that cannot be read.
 * @param displayPath the path used in messages
 * @param error the cause
 */
export function unreadableError(displayPath: string, error: unknown): AppError {
  return new AppError(CHANGELOG_ERRORS.unreadable, `${displayPath}: cannot be read: ${explain(error)}`, {
    cause: error,
  })
}

/**
 * Creates the error for a changelog that cannot be written.
 * @param displayPath the path used in messages
 * @param error the cause
 */
export function unwritableError(displayPath: string, error: unknown): AppError {
  return new AppError(CHANGELOG_ERRORS.unwritable, `${displayPath}: cannot be written: ${explain(error)}`, {
    cause: error,
  })
}
