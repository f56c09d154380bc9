// Runs git once and turns every way in which that can go wrong into one kind of error.
import { stat } from 'node:fs/promises'
import { AppError, isError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import { GIT_OPTIONS } from './git-options.ts'
import { GitExitError, GitLimitError, type RunOptions, runProcess } from './git-process.ts'

/** Runs git once with these arguments and this standard input, and returns its standard output. */
export type RunGit = (options: RunOptions, args: readonly string[], input?: string) => Promise<Buffer>

/**
 * Runs git once in a folder.
 * @throws AppError `git/unreadable_repository`, with the error of the process as its cause
 */
export const runGit: RunGit = async (options, args, input = '') => {
  try {
    if (!(await isFolder(options.path))) throw new Error('not a git repository')
    return await runProcess(options, [...GIT_OPTIONS, ...args], input)
  } catch (error) {
    throw new AppError(GIT_ERRORS.unreadable_repository, explain(options.path, error as Error), {
      cause: error,
    })
  }
}

/** Whether git ran to its end and exited with an error, rather than being killed or not being started. */
export function hasExited(error: unknown): boolean {
  return exitOf(error)?.exitCode != null
}

/** Whether git exited with 1 and printed no error, which for some commands is a negative result. */
export function isNegativeResult(error: unknown): boolean {
  const exit = exitOf(error)
  return exit?.exitCode === 1 && exit.stderr === ''
}

function exitOf(error: unknown): GitExitError | undefined {
  if (!isError(error, GIT_ERRORS.unreadable_repository)) return undefined
  return error.cause instanceof GitExitError ? error.cause : undefined
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

function explain(path: string, error: Error): string {
  const { message } = error
  if (/not a git repository|does not exist/.test(message)) {
    return `expected a git repository at REPOSITORY_PATH, got a folder without one: ${path}`
  }
  if (/must be run in a work tree|cannot use bare repository/.test(message)) {
    return `expected a repository with a work tree, got a bare one: ${path}`
  }
  if (/transport '.*' not allowed|promisor|lazy fetching disabled/s.test(message)) {
    return 'expected a clone with all objects, got a partial clone that lacks some: fetch them (git fetch --refetch --no-filter)'
  }
  if (error instanceof GitLimitError) return message
  return `expected a repository that git can read, got ${message.trim().split('\n')[0]}`
}
