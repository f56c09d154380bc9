// The options of every call of git. They override what the config of a repository could use to run a program, to fetch
// missing objects or to change the output.

// A container always fails git's ownership check, so trusting the repository is left to whoever runs the service.
const CONFIG = [
  'safe.directory=*',
  'safe.bareRepository=explicit',
  'core.alternateRefsCommand=',
  'core.hooksPath=/dev/null',
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

/** Options before the command. */
export const GIT_OPTIONS: readonly string[] = [
  '--no-optional-locks',
  '--literal-pathspecs',
  ...CONFIG.flatMap((entry) => ['-c', entry]),
]
