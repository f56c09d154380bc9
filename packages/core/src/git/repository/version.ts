// Checks the version of git. This runs outside of any repository, so simple-git is safe to use here.
import { simpleGit } from 'simple-git'
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import { createGitEnvironment } from './environment.ts'
import type { RunOptions } from './git-process.ts'

/** The first version with every option that this folder uses. */
const OLDEST = { major: 2, minor: 30 }

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
    throw unsupportedGit(cause.message, cause)
  })
  if (!installed) throw unsupportedGit('none')
  if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) {
    throw unsupportedGit(`${major}.${minor}`)
  }
}

function unsupportedGit(got: string, cause?: unknown): AppError {
  const message = `expected git ${OLDEST.major}.${OLDEST.minor} or later in PATH, got ${got}`
  return new AppError(GIT_ERRORS.unreadable_repository, message, { cause })
}
