// The environment variables of git. Variables of the service that change what git does are removed, and PATH cannot
// resolve `git` to a program in the repository.
import { randomUUID } from 'node:crypto'
import { delimiter, isAbsolute } from 'node:path'

const REMOVED = /^(git_.*|editor|visual|pager|prefix|ssh_askpass|language|lc_.*)$/i

// git's own tests set this variable to simulate that a repository belongs to another user.
const KEPT = 'GIT_TEST_ASSUME_DIFFERENT_OWNER'

// GIT_ALLOW_PROTOCOL lists the allowed protocols and overrides the git config. An empty list would allow the remote
// helper with the empty name, and a repository can define an alias as a helper of any known name. A name that it cannot
// guess allows none.
const ALLOWED_PROTOCOL = randomUUID()

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The environment variables with which git reads one repository and connects to no other. */
export function createGitEnvironment(own: Environment): Environment {
  const kept = Object.entries(own).filter(([name]) => name === KEPT || !REMOVED.test(name))
  return {
    ...Object.fromEntries(kept),
    // git runs in the repository, so a relative folder of PATH would be a folder of the repository.
    PATH: (own.PATH ?? '').split(delimiter).filter(isAbsolute).join(delimiter),
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: ALLOWED_PROTOCOL,
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
}
