// Defines the options of every call of git. They override each entry of a repository's git config that could
// run a program, fetch missing objects or change the output.

// `safe.directory=*` disables git's check of the owner, which never passes in a container. The operator of
// the service decides which repository is trusted.
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
  'diff.autoRefreshIndex=true',
  'diff.orderFile=/dev/null',
  'log.showRoot=true',
  'i18n.logOutputEncoding=UTF-8',
]

const NO_HOOKS = 'core.hooksPath=/dev/null'

/** The options of git, which precede the command. @param runsHooks whether the hooks of the repository run */
export function gitOptions(runsHooks: boolean): readonly string[] {
  const config = runsHooks ? CONFIG : [NO_HOOKS, ...CONFIG]
  return ['--no-optional-locks', '--literal-pathspecs', ...config.flatMap((entry) => ['-c', entry])]
}
