// How git is run: nothing that a repository's own settings name is, and what failed without a word is a failure.
import { type SimpleGit, simpleGit } from 'simple-git'
import { CoreError } from '../errors.ts'

/** Runs git in a repository and gives what it printed. */
export type Run = (...args: string[]) => Promise<string>

// The owner check, which a container always fails, is for the one who runs this service to decide. The others are
// settings by which a repository could run a program, reach out for objects it lacks, or bend the answer.
const SETTINGS = [
  'safe.directory=*',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
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

function connect(path: string, timeoutMs: number): SimpleGit {
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
    allowEnvironment: ['GIT_TEST_ASSUME_DIFFERENT_OWNER'],
    // By itself simple-git takes a git that failed without a word, or was killed, for one that had nothing to say.
    errors: (error, { exitCode }) =>
      error ?? (exitCode === 0 ? undefined : new Error(`${ENDED} ${exitCode ?? 'a signal'}`)),
  })
}

/**
 * Runs git once in a folder.
 * @throws CoreError `repository_unreadable`, with git's own error as its cause
 */
export async function runGit(path: string, timeoutMs: number, args: readonly string[]): Promise<string> {
  try {
    return await connect(path, timeoutMs).raw(['--no-optional-locks', '--literal-pathspecs', ...args])
  } catch (error) {
    throw new CoreError('repository_unreadable', explain(path, error as Error), { cause: error })
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
  if (/transport '.*' not allowed|promisor/.test(message)) {
    return 'this is a partial clone and lacks objects that are needed here: fetch them all (git fetch --refetch --no-filter)'
  }
  const [line] = message
    .replace(/^Error: /, '')
    .trim()
    .split('\n')
  return `git cannot read the repository: ${line}`
}
