// How git is run: nothing that a repository's own settings name is, and what failed without a word is a failure.
// simple-git ends only git itself after a timeout and gives its output as UTF-8 text; here the programs that git
// started end with it, and the output is bytes, since names of files need not be UTF-8.
import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { CoreError } from '../errors.ts'
import { type Environment, makeGitEnvironment } from './repository-environment.ts'

/** Where and how git is run. */
export interface Place {
  readonly path: string
  readonly timeoutMs: number
  /** The service's own environment. */
  readonly environment: Environment
}

/** Runs git once with these arguments, and what it reads from its standard input; gives what it printed. */
export type RunGit = (place: Place, args: readonly string[], input?: string) => Promise<Buffer>

/** Runs git in a repository and gives what it printed. */
export type Read = (args: readonly string[], input?: string) => Promise<Buffer>

/** Runs git in a repository and gives what it printed, as text. */
export type Run = (...args: string[]) => Promise<string>

/** Enough for some 400,000 changed paths. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** What is kept of git's errors. */
const MAX_ERROR_BYTES = 64 * 1024

// The owner check, which a container always fails, is for the one who runs this service to decide. The others are
// settings by which a repository could run a program, reach out for objects it lacks, or bend the answer.
const SETTINGS = [
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

const OPTIONS = [
  '--no-optional-locks',
  '--literal-pathspecs',
  ...SETTINGS.flatMap((setting) => ['-c', setting]),
]

/** git ended, and not with a 0. */
class GitError extends Error {
  readonly exitCode: number | null

  constructor(exitCode: number | null, errors: string) {
    super(errors || `git ended with ${exitCode ?? 'a signal'}`)
    this.exitCode = exitCode
  }
}

/**
 * Runs git once in a folder. After the timeout it is ended, with all programs that it started.
 * @throws CoreError `repository_unreadable`, with git's own error as its cause
 */
export const runGit: RunGit = async (place, args, input = '') => {
  try {
    if (!(await isFolder(place.path))) throw new Error('not a git repository')
    return await execute(place, [...OPTIONS, ...args], input)
  } catch (error) {
    throw new CoreError('repository_unreadable', explain(place.path, error as Error), { cause: error })
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

function execute({ path, timeoutMs, environment }: Place, args: string[], input: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Detached, git leads a process group of its own, which can be ended as a whole.
    const git = spawn('git', args, { cwd: path, env: { ...makeGitEnvironment(environment) }, detached: true })
    git.on('error', reject)
    const { pid } = git
    if (pid === undefined) return
    const kill = () => killGroup(pid)
    const stop = (error: Error) => {
      kill()
      git.stdout.destroy()
      git.stderr.destroy()
      reject(error)
    }
    const timer = setTimeout(() => stop(new Error(`expected git to end within ${timeoutMs} ms`)), timeoutMs)
    process.once('exit', kill)
    const output = collect(git.stdout, MAX_OUTPUT_BYTES, () =>
      stop(new Error(`expected at most ${MAX_OUTPUT_BYTES} bytes of git's output`)),
    )
    const errors = collect(git.stderr, MAX_ERROR_BYTES)
    git.on('close', (exitCode) => {
      clearTimeout(timer)
      process.off('exit', kill)
      if (exitCode === 0) resolve(output())
      else reject(new GitError(exitCode, String(errors())))
    })
    // A git that ends before it has read everything says why with its exit code.
    git.stdin.on('error', () => {})
    git.stdin.end(input)
  })
}

/** Keeps at most `maxBytes` of a stream; the rest is read and dropped. */
function collect(stream: NodeJS.ReadableStream, maxBytes: number, onMore = () => {}): () => Buffer {
  const parts: Buffer[] = []
  let bytes = 0
  stream.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes <= maxBytes) parts.push(part)
    else onMore()
  })
  return () => Buffer.concat(parts)
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Whether git said no: some of its commands answer a question with their exit code alone. */
export function saidNo({ cause }: CoreError): boolean {
  return cause instanceof GitError && cause.message === 'git ended with 1'
}

function explain(path: string, { message }: Error): string {
  if (/not a git repository|does not exist/.test(message)) {
    return `expected a git repository at REPOSITORY_PATH, got a folder without one: ${path}`
  }
  if (/must be run in a work tree|cannot use bare repository/.test(message))
    return `expected a repository with a work tree, got a bare one: ${path}`
  if (/transport '.*' not allowed|promisor|lazy fetching disabled/s.test(message)) {
    return 'this is a partial clone and lacks objects that are needed here: fetch them all (git fetch --refetch --no-filter)'
  }
  return `git cannot read the repository: ${message.trim().split('\n')[0]}`
}
