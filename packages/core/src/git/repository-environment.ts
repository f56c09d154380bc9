// The environment git runs in. What steers git in the service's own environment does not reach it, and no program that
// lies in a repository is found in its place.
import { randomUUID } from 'node:crypto'
import { delimiter, isAbsolute } from 'node:path'

const STEERING = /^(git_.*|editor|visual|pager|prefix|ssh_askpass|language|lc_.*)$/i

// git's own tests set this to make the owner of a repository another user.
const KEPT = 'GIT_TEST_ASSUME_DIFFERENT_OWNER'

// A list of the protocols that are allowed, which overrules every setting. An empty list allows the helper whose name
// is empty, and a repository may call a helper by any word, and name a program for it in an alias: only a name that
// it cannot know allows none.
const ALLOWED_PROTOCOL = randomUUID()

/** Variables of an environment by their names. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables of a git that reads one repository and connects to no other. */
export function makeGitEnvironment(own: Environment): Environment {
  const kept = Object.entries(own).filter(([name]) => name === KEPT || !STEERING.test(name))
  return {
    ...Object.fromEntries(kept),
    // git runs in the repository: there a relative folder of PATH is one of the repository's.
    PATH: (own.PATH ?? '').split(delimiter).filter(isAbsolute).join(delimiter),
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: ALLOWED_PROTOCOL,
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
}
