// Checks the version of git. The check does not run in the repository, so no git config of the repository
// applies, and simple-git is safe to use.
import { simpleGit } from 'simple-git'
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import { createGitEnvironment } from './environment.ts'
import type { RunOptions } from './spawn-git.ts'

/** The first version of git that has every option in this folder. */
const MIN_GIT_VERSION = { major: 2, minor: 30 }

/**
 * Checks that git is installed and recent enough.
 * @throws AppError `git/unreadable_repository`
 */
export async function checkGitVersion({ timeoutMs, environment }: Omit<RunOptions, 'path'>): Promise<void> {
  const variables = createGitEnvironment(environment)
  const git = simpleGit({
    timeout: { block: timeoutMs },
    allowEnvironment: Object.keys(variables).filter((name) => name.startsWith('GIT_')),
  }).env({ ...variables })
  const { installed, major, minor } = await git.version().catch((cause: Error) => {
    throw gitVersionError(cause.message, cause)
  })
  if (!installed) throw gitVersionError('no git')
  if (major < MIN_GIT_VERSION.major || (major === MIN_GIT_VERSION.major && minor < MIN_GIT_VERSION.minor)) {
    throw gitVersionError(`${major}.${minor}`)
  }
}

function gitVersionError(actual: string, cause?: unknown): AppError {
  const message = `expected git ${MIN_GIT_VERSION.major}.${MIN_GIT_VERSION.minor} or later in PATH, got ${actual}`
  return new AppError(GIT_ERRORS.unreadable_repository, message, { cause })
}
