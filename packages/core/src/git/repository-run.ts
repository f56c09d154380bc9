// How git is run: nothing that a repository's own settings name is, and what failed without a word is a failure.
import { type SimpleGit, simpleGit } from 'simple-git'
import { CoreError } from '../errors.ts'
import { type Environment, GIT_VARIABLES, makeGitEnvironment } from './repository-environment.ts'

/** Where and how git is run. */
export interface Place {
  readonly path: string
  readonly timeoutMs: number
  /** The service's own environment. */
  readonly environment: Environment
}

/** Runs git in a repository and gives what it printed. */
export type Run = (...args: string[]) => Promise<string>

// The owner check, which a container always fails, is for the one who runs this service to decide. The others are
// settings by which a repository could run a program, reach out for objects it lacks, or bend the answer.
const SETTINGS = [
  'safe.directory=*',
  'core.alternateRefsCommand=',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'fetch.bundleURI=',
  'help.autoCorrect=0',
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

const ENDED = 'git ended with'
/** How a failure reads in which git answers a question with no. */
const SAID_NO = `${ENDED} 1`

function connect({ path, timeoutMs, environment }: Place): SimpleGit {
  return simpleGit({
    baseDir: path,
    timeout: { block: timeoutMs },
    config: SETTINGS,
    unsafe: {
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeProtocolOverride: true,
      allowUnsafeFilter: true,
    },
    allowEnvironment: GIT_VARIABLES,
    // By itself simple-git takes a git that failed without a word, or was killed, for one that had nothing to say.
    errors: (error, { exitCode, stdErr }) =>
      error ?? (exitCode === 0 ? undefined : new Error(describeEnd(exitCode, stdErr))),
  }).env(makeGitEnvironment(environment))
}

function describeEnd(exitCode: number | null, stdErr: readonly Buffer[]): string {
  return String(Buffer.concat(stdErr)) || `${ENDED} ${exitCode ?? 'a signal'}`
}

/**
 * Runs git once in a folder.
 * @throws CoreError `repository_unreadable`, with git's own error as its cause
 */
export async function runGit(place: Place, args: readonly string[]): Promise<string> {
  try {
    return await connect(place).raw(['--no-optional-locks', '--literal-pathspecs', ...args])
  } catch (error) {
    throw new CoreError('repository_unreadable', explain(place.path, error as Error), { cause: error })
  }
}

/** Whether git said no: some of its commands answer a question with their exit code. */
export function saidNo(error: CoreError): boolean {
  return String(error.cause).endsWith(SAID_NO)
}

function explain(path: string, { message }: Error): string {
  if (/not a git repository|does not exist/.test(message)) {
    return `expected a git repository at REPOSITORY_PATH, got a folder without one: ${path}`
  }
  if (/must be run in a work tree/.test(message))
    return `expected a repository with a work tree, got a bare one: ${path}`
  if (/transport '.*' not allowed|promisor|lazy fetching disabled/s.test(message)) {
    return 'this is a partial clone and lacks objects that are needed here: fetch them all (git fetch --refetch --no-filter)'
  }
  const [line] = message
    .replace(/^Error: /, '')
    .trim()
    .split('\n')
  return `git cannot read the repository: ${line}`
}
