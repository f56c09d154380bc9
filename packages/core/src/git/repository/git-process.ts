// One process of git. simple-git is not used here: after a timeout it ends git but not the programs that git started,
// and it decodes the output as UTF-8, while file names are bytes.
import { spawn } from 'node:child_process'
import { createGitEnvironment, type Environment } from './environment.ts'

/** Where and how git is run. */
export interface RunOptions {
  /** The folder to run git in. */
  readonly path: string
  readonly timeoutMs: number
  /** The environment of the service; see {@link createGitEnvironment}. */
  readonly environment: Environment
}

/** Enough for about 400,000 changed paths. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** How much of git's standard error is kept. */
const MAX_ERROR_BYTES = 64 * 1024

/** git ended by a signal, or with an exit code other than 0. */
export class GitExitError extends Error {
  readonly exitCode: number | null
  readonly stderr: string

  constructor(exitCode: number | null, signal: string | null, stderr: string) {
    super(stderr || (exitCode === null ? `signal ${signal}` : `exit code ${exitCode}`))
    this.name = 'GitExitError'
    this.exitCode = exitCode
    this.stderr = stderr
  }
}

/** git was killed because it exceeded the timeout or the limit of its output. */
export class GitLimitError extends Error {
  override readonly name = 'GitLimitError'
}

/**
 * Runs git and returns its standard output. On a timeout, and when this process exits, git is killed together with all
 * programs that it started.
 * @throws GitExitError, GitLimitError, or the error of `spawn` when git cannot be started
 */
export function runProcess(
  { path, timeoutMs, environment }: RunOptions,
  args: readonly string[],
  input: string,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Detached, git leads a process group of its own, which can be killed as a whole.
    const git = spawn('git', args, {
      cwd: path,
      env: { ...createGitEnvironment(environment) },
      detached: true,
    })
    git.on('error', reject)
    const { pid } = git
    if (pid === undefined) return
    const kill = () => killGroup(pid)
    const stop = (message: string) => {
      kill()
      git.stdout.destroy()
      git.stderr.destroy()
      reject(new GitLimitError(message))
    }
    const timer = setTimeout(
      () => stop(`expected git to end within ${timeoutMs} ms, got a timeout`),
      timeoutMs,
    )
    process.once('exit', kill)
    const output = collect(git.stdout, MAX_OUTPUT_BYTES, () =>
      stop(`expected at most ${MAX_OUTPUT_BYTES} bytes of output from git, got more`),
    )
    const errors = collect(git.stderr, MAX_ERROR_BYTES)
    git.on('close', (exitCode, signal) => {
      clearTimeout(timer)
      process.off('exit', kill)
      if (exitCode === 0) resolve(output())
      else reject(new GitExitError(exitCode, signal, String(errors())))
    })
    // The exit code explains why git ended before it read all of its input.
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
    // The group has ended already.
  }
}
