// Defines the options and the environment of every run of git. They override each entry of a git config that could run a program,
// open a connection or change the output.
import { randomUUID } from 'node:crypto'
import { delimiter, isAbsolute } from 'node:path'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

// `safe.directory=*` disables git's check of the owner, which never passes in a container. The operator of the service decides
// which repository is trusted.
const CONFIG = [
  'safe.directory=*',
  'safe.bareRepository=explicit',
  'core.alternateRefsCommand=',
  'core.fsmonitor=false',
  'fetch.bundleURI=',
  'help.autoCorrect=0',
  'log.mailmap=false',
  'log.showSignature=false',
  'protocol.allow=never',
  ...['ext', 'file', 'ftp', 'ftps', 'git', 'http', 'https', 'ssh'].map(
    (name) => `protocol.${name}.allow=never`,
  ),
  // Without it, git lists files whose modification time is their only change.
  'diff.autoRefreshIndex=true',
  'diff.orderFile=/dev/null',
  'log.showRoot=true',
  'i18n.commitEncoding=UTF-8',
  'i18n.logOutputEncoding=UTF-8',
  // A power failure must not remove an object that a ref points to.
  'core.fsync=committed',
  'core.fsyncMethod=fsync',
]

const NO_HOOKS = 'core.hooksPath=/dev/null'

/** Returns the options before the command. @param runsHooks whether the hooks of the repository run */
export function hardenedOptions(runsHooks: boolean): readonly string[] {
  const config = runsHooks ? CONFIG : [NO_HOOKS, ...CONFIG]
  return ['--no-optional-locks', '--literal-pathspecs', ...toOptions(config)]
}

/** Turns entries of a config into options of git. */
export function toOptions(entries: readonly string[]): string[] {
  return entries.flatMap((entry) => ['-c', entry])
}

const REMOVED_VARIABLES = /^(git_.*|editor|visual|pager|prefix|ssh_askpass|language|lc_.*)$/i

// Our tests set this variable of git's own tests to simulate a repository of a different user.
const KEPT_VARIABLE = 'GIT_TEST_ASSUME_DIFFERENT_OWNER'

// GIT_ALLOW_PROTOCOL lists the allowed protocols and overrides the git config. An empty list would allow a
// remote helper with an empty name. A fixed name would allow an alias that a repository defines for that
// name. A random name allows no protocol.
const ALLOWED_PROTOCOL = randomUUID()

/** Creates the environment of git, in which it opens no connection. @param environment the environment of the service */
export function hardenedEnvironment(environment: Environment): Environment {
  const kept = Object.entries(environment).filter(
    ([name]) => name === KEPT_VARIABLE || !REMOVED_VARIABLES.test(name),
  )
  return {
    ...Object.fromEntries(kept),
    // A relative folder would be resolved in the repository, and could contain a program named `git`.
    PATH: (environment.PATH ?? '').split(delimiter).filter(isAbsolute).join(delimiter),
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: ALLOWED_PROTOCOL,
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
}
