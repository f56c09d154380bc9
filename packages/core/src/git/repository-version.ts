// Which git is found. Its version is asked for outside of any repository, so simple-git is enough here.
import { simpleGit } from 'simple-git'
import { CoreError } from '../errors.ts'
import { makeGitEnvironment } from './repository-environment.ts'
import type { Place } from './repository-run.ts'

/** The first version that has all options that are used. */
const OLDEST = { major: 2, minor: 30 }

/**
 * Asks git for its version.
 * @throws CoreError `repository_unreadable` when there is no git, or one that is too old
 */
export async function checkGitVersion({ timeoutMs, environment }: Omit<Place, 'path'>): Promise<void> {
  const variables = makeGitEnvironment(environment)
  const git = simpleGit({
    timeout: { block: timeoutMs },
    allowEnvironment: Object.keys(variables).filter((name) => name.startsWith('GIT_')),
  }).env({ ...variables })
  const refuse = (got: string, cause?: unknown) =>
    new CoreError(
      'repository_unreadable',
      `expected git ${OLDEST.major}.${OLDEST.minor} or later in PATH, got ${got}`,
      { cause },
    )
  const { installed, major, minor } = await git.version().catch((cause: Error) => {
    throw refuse(cause.message, cause)
  })
  if (!installed) throw refuse('none')
  if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor))
    throw refuse(`${major}.${minor}`)
}
