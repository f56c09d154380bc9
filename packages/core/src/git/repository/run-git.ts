// Runs git once and converts every error of the process to `git/unreadable_repository`.
import { AppError, isError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import { findStats } from './find-stats.ts'
import { gitOptions } from './git-options.ts'
import { GitExitError, GitLimitError, type RunOptions, spawnGit } from './spawn-git.ts'

/**
 * Runs git once.
 * @param input the standard input, empty by default
 * @returns the standard output
 */
export type RunGit = (
  options: RunGitOptions,
  args: readonly string[],
  input?: string | Buffer,
) => Promise<Buffer>

/** The folder, the limits and the rights of one run of git. */
export interface RunGitOptions extends RunOptions {
  /** Whether the hooks of the repository run. False by default. */
  readonly runsHooks?: boolean
}

/**
 * Runs git once in a folder, with the options of {@link gitOptions} before the arguments.
 * @throws AppError `git/unreadable_repository` with the error of the process as `cause`
 */
export const runGit: RunGit = async (options, args, input = '') => {
  if (!findStats(options.path)?.isDirectory()) {
    throw repositoryError(`expected a git repository at REPOSITORY_PATH, got no folder at ${options.path}`)
  }
  try {
    return await spawnGit(options, [...gitOptions(options.runsHooks ?? false), ...args], input)
  } catch (error) {
    throw repositoryError(describeError(options.path, error as Error), error)
  }
}

/** Checks whether git ended by itself, with an exit code other than 0. A killed process has no exit code. */
export function hasExitCode(error: unknown): boolean {
  return findExitError(error)?.exitCode != null
}

/**
 * Checks whether git exited with code 1 and an empty standard error. Some commands report a negative result
 * this way.
 */
export function isSilentExitCode1(error: unknown): boolean {
  const exit = findExitError(error)
  return exit?.exitCode === 1 && exit.stderr === ''
}

/** The exit of git that caused an error. Undefined for other errors. */
export function findExitError(error: unknown): GitExitError | undefined {
  if (!isError(error, GIT_ERRORS.unreadable_repository)) return undefined
  return error.cause instanceof GitExitError ? error.cause : undefined
}

function repositoryError(message: string, cause?: unknown): AppError {
  return new AppError(GIT_ERRORS.unreadable_repository, message, { cause })
}

function describeError(path: string, error: Error): string {
  const { message } = error
  if (/not a git repository|does not exist/.test(message)) {
    return `expected a git repository at REPOSITORY_PATH, got a folder that is not in a git repository: ${path}`
  }
  if (/must be run in a work tree|cannot use bare repository/.test(message)) {
    return `expected a repository with a working tree, got a bare repository: ${path}`
  }
  if (/transport '.*' not allowed|promisor|lazy fetching disabled/s.test(message)) {
    return 'expected a clone with all objects, got a partial clone that lacks some of them; fetch them with: git fetch --refetch --no-filter'
  }
  if (error instanceof GitLimitError) return message
  return `expected a repository that git can read, got ${message.trim().split('\n')[0]}`
}
