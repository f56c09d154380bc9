// Defines the errors of reading and writing a git repository, and explains how a run of git ended.
import { AppError, defineErrors, isError } from '../errors.ts'

export const GIT_ERRORS = defineErrors('git', {
  invalid_ref: {
    outcome: 'invalid',
    help: 'The parameter `since` names no commit of this repository. Send a commit, a tag or a branch that it has.',
  },
  unreadable_repository: {
    title: 'Repository cannot be read',
    outcome: 'invalid',
    isLogged: true,
    help: 'git is missing, too old or failed, or the clone lacks objects or history. The detail says which. A shallow clone needs its history: `git fetch --unshallow`.',
  },
  busy: {
    title: 'Repository is busy',
    outcome: 'unavailable',
    help: 'Too many different lists of changes are running or waiting. Try again after `Retry-After` seconds.',
  },
  tag_exists: {
    outcome: 'conflict',
    help: 'The tag of the release exists, and is never moved. Remove the tag if it is no release, or choose another bump.',
  },
  branch_exists: {
    outcome: 'conflict',
    help: 'The branch of the release exists on the remote, and is never moved. Merge it, delete it, or choose another bump.',
  },
  unexpected_state: {
    title: 'Unexpected state of the repository',
    outcome: 'conflict',
    help: 'Nothing can be recorded now: HEAD is detached, a merge or rebase is in progress, or there are changes that would be lost or published. Resolve what the detail names, and try again.',
  },
  unwritable_repository: {
    title: 'Repository cannot be written',
    outcome: 'invalid',
    isLogged: true,
    help: 'git cannot create a commit or a tag, or the remote refuses them. The operator must give the service the access that the detail names.',
  },
  unreachable_remote: {
    title: 'Remote cannot be reached',
    outcome: 'unavailable',
    isLogged: true,
    help: 'The remote does not answer. Try again after `Retry-After` seconds.',
  },
})

/** git did not exit with code 0. */
export class GitExitError extends Error {
  override readonly name = 'GitExitError'
  /** Null when a signal ended git. */
  readonly exitCode: number | null
  readonly stderr: string
  /** The standard output up to the exit. */
  readonly stdout: string

  constructor(exitCode: number | null, stderr: string, stdout = '') {
    super(stderr || (exitCode === null ? 'a signal that ended git' : `exit code ${exitCode}`))
    this.exitCode = exitCode
    this.stderr = stderr
    this.stdout = stdout
  }
}

/** git was ended, because it exceeded its time or its output. */
export class GitLimitError extends Error {
  override readonly name = 'GitLimitError'
}

/** Finds the exit of git behind an error. */
export function findExitError(error: unknown): GitExitError | undefined {
  if (!isError(error, GIT_ERRORS.unreadable_repository)) return undefined
  return error.cause instanceof GitExitError ? error.cause : undefined
}

/** Checks whether git exited with an error of its own. A signal or a timeout says nothing about the repository. */
export function hasExitCode(error: unknown): boolean {
  return findExitError(error)?.exitCode != null
}

/** Checks for exit code 1 without a message, with which some commands of git answer "no". */
export function isSilentExitCode1(error: unknown): boolean {
  const exit = findExitError(error)
  return exit?.exitCode === 1 && exit.stderr === ''
}

/** Creates the error of a repository that cannot be read. */
export function repositoryError(message: string, cause?: unknown): AppError {
  return new AppError(GIT_ERRORS.unreadable_repository, message, { cause })
}

/** Describes how a run of git failed. @param folder the folder in which git ran */
export function describeRun(folder: string, error: Error): string {
  const { message } = error
  if (error instanceof GitLimitError) return message
  if (/ENOENT|failed to execute git/.test(message)) return 'expected git in PATH, got no git'
  if (/directory that does not exist/.test(message)) {
    return `expected a git repository at REPOSITORY_PATH, got no folder at ${folder}`
  }
  if (/not a git repository|does not exist/.test(message)) {
    return `expected a git repository at REPOSITORY_PATH, got a folder that is not in a git repository: ${folder}`
  }
  if (/must be run in a work tree|cannot use bare repository/.test(message)) {
    return `expected a repository with a working tree, got a bare repository: ${folder}`
  }
  // git can end before it has said which filter failed.
  if (/git-lfs: (?:command )?not found|filter 'lfs' failed/.test(message)) {
    return 'expected git-lfs in PATH, because the git config of the repository has its filter; got an error of the filter'
  }
  if (/transport '.*' not allowed|promisor|lazy fetching disabled/s.test(message)) {
    return 'expected a clone with all objects, got a partial clone that lacks some of them; fetch them with: git fetch --refetch --no-filter'
  }
  return `expected a repository that git can read, got ${message.trim().split('\n')[0]}`
}

/** Creates the error of a state in which nothing can be recorded. */
export function stateError(message: string): AppError {
  return new AppError(GIT_ERRORS.unexpected_state, message)
}

/** Creates the error of a lock file that another git process holds, or that a killed process left. */
export function lockedError(message: string): AppError {
  const [line = ''] = message.trim().split('\n')
  return stateError(
    `expected no lock of another git process, got ${line} Try again, or remove the file when no git process runs`,
  )
}

/** Creates the error of a tag that exists. */
export function tagExistsError(tag: string): AppError {
  return new AppError(
    GIT_ERRORS.tag_exists,
    `expected no tag ${tag}, got one; it is not moved. Remove it when it is not a release, or choose another bump`,
  )
}

/** Creates the error when git fails to write. @param action such as `create a commit` */
export function writeError(action: string, cause: unknown): AppError {
  return new AppError(GIT_ERRORS.unwritable_repository, `expected git to ${action}, got ${explain(cause)}`, {
    cause,
  })
}

/** What a remote or a transport says when the same request cannot succeed later. */
const PERMANENT =
  /denied|not granted|not exported|returned error: 40[13]|authentication failed|could not read (?:username|password)|does not support --atomic/i

/** Creates the error of a remote that cannot be reached, or that refuses the access. */
export function remoteError(remote: string, cause: unknown): AppError {
  if (PERMANENT.test(explain(cause))) return writeError(`have access to the remote ${remote}`, cause)
  return new AppError(
    GIT_ERRORS.unreachable_remote,
    `expected to reach the remote ${remote}, got ${explain(cause)}; try again in 5 seconds`,
    { cause, retryAfterSeconds: 5 },
  )
}

/** Maximum length of git's message in an error, in UTF-16 code units. */
const MAX_LENGTH = 500

/** Returns git's message on one line, without the credentials of a URL. */
function explain(cause: unknown): string {
  const message = findExitError(cause)?.stderr || (cause as Error).message
  const line = message
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('hint:'))
    .join(' ')
  return line.replaceAll(/\/\/[^/@\s]*@/g, '//***@').slice(0, MAX_LENGTH)
}
