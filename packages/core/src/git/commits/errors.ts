// Creates the errors of recording changes in git.
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import { findExitError } from '../repository/index.ts'

/** The error of a repository in a state in which nothing can be recorded. */
export function stateError(message: string): AppError {
  return new AppError(GIT_ERRORS.unexpected_state, message)
}

/** The error of a lock file of git that another process holds, or that a killed process left. */
export function lockedError(message: string): AppError {
  const [line = ''] = message.trim().split('\n')
  return stateError(
    `expected no lock of another git process, got ${line} Try again, or remove the file when no git process runs`,
  )
}

/** The error of a tag that exists. */
export function tagExistsError(tag: string): AppError {
  return new AppError(
    GIT_ERRORS.tag_exists,
    `expected no tag ${tag}, got one; it is not moved. Remove it when it is not a release, or choose another bump`,
  )
}

/** The error of a run of git that was to write. @param action what git was to do, such as `create the commit` */
export function writeError(action: string, cause: unknown): AppError {
  return new AppError(GIT_ERRORS.unwritable_repository, `expected git to ${action}, got ${explain(cause)}`, {
    cause,
  })
}

/** The error of a remote that cannot be reached. */
export function remoteError(remote: string, cause: unknown): AppError {
  return new AppError(
    GIT_ERRORS.unreachable_remote,
    `expected to reach the remote ${remote}, got ${explain(cause)}; try again in 5 seconds`,
    { cause, retryAfterSeconds: 5 },
  )
}

/** Maximum length of git's message in an error, in UTF-16 code units. */
const MAX_LENGTH = 500

/** The message of git, on one line. Without credentials of a URL. */
function explain(cause: unknown): string {
  const message = findExitError(cause)?.stderr || (cause as Error).message
  const line = message
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('hint:'))
    .join(' ')
  return line.replaceAll(/\/\/[^/@\s]*@/g, '//***@').slice(0, MAX_LENGTH)
}
