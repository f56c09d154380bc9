// Creates the environment variables of git. It removes the variables that change the behaviour of git, and
// the relative folders in PATH, because git runs in the repository and a relative folder could contain a
// program named `git`.
import { randomUUID } from 'node:crypto'
import { delimiter, isAbsolute } from 'node:path'

const REMOVED_VARIABLES = /^(git_.*|editor|visual|pager|prefix|ssh_askpass|language|lc_.*)$/i

// Our tests set this variable of git's own tests to simulate a repository of a different user.
const KEPT_VARIABLE = 'GIT_TEST_ASSUME_DIFFERENT_OWNER'

// GIT_ALLOW_PROTOCOL lists the allowed protocols and overrides the git config. An empty list would allow a
// remote helper with an empty name. A fixed name would allow an alias that a repository defines for that
// name. A random name allows no protocol.
const ALLOWED_PROTOCOL = randomUUID()

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Creates the environment in which git reads one repository and opens no connection.
 * @param environment the environment of the service
 */
export function createGitEnvironment(environment: Environment): Environment {
  const kept = Object.entries(environment).filter(
    ([name]) => name === KEPT_VARIABLE || !REMOVED_VARIABLES.test(name),
  )
  return {
    ...Object.fromEntries(kept),
    // A relative folder would be resolved in the repository.
    PATH: (environment.PATH ?? '').split(delimiter).filter(isAbsolute).join(delimiter),
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: ALLOWED_PROTOCOL,
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
}
