// Starts one process of git and limits its time and its output. simple-git is not used here, for two reasons.
// After a timeout it kills git but not the programs that git has started. It also decodes the output as
// UTF-8, although the bytes of a file name may not be valid UTF-8.
import { spawn } from 'node:child_process'
import { createGitEnvironment, type Environment } from './environment.ts'

/** The folder and the limits of one run of git. */
export interface RunOptions {
  /** The folder to run git in. */
  readonly path: string
  /** Maximum time in milliseconds. git is killed when it takes longer. */
  readonly timeoutMs: number
  /** The environment of the service; see {@link createGitEnvironment}. */
  readonly environment: Environment
  /**
   * Whether git writes. It is then asked to end, so that it removes its lock files, and killed only when it does not. It is not
   * killed when this process exits. False by default.
   */
  readonly isWriting?: boolean
  /** Ends git when it is aborted. */
  readonly signal?: AbortSignal
  /** Variables for git in addition to those of {@link createGitEnvironment}. */
  readonly variables?: Environment
}

/** Maximum size of git's standard output. About 400,000 changed paths fit into it. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Maximum size of git's standard error. The rest is dropped. */
const MAX_ERROR_BYTES = 64 * 1024

const NOT_NEEDED = 'expected git to be needed until its end, got an abort'

/** How long git has to end after it was asked to, in milliseconds. */
const GRACE_MS = 5000

/** The error of a process that did not exit with code 0. `exitCode` is null when a signal killed it. */
export class GitExitError extends Error {
  readonly exitCode: number | null
  readonly stderr: string
  /** The standard output before the process ended. */
  readonly stdout: string

  constructor(exitCode: number | null, signal: string | null, stderr: string, stdout = '') {
    super(stderr || (exitCode === null ? `signal ${signal}` : `exit code ${exitCode}`))
    this.name = 'GitExitError'
    this.exitCode = exitCode
    this.stderr = stderr
    this.stdout = stdout
  }
}

/** The error of a process that was killed: it exceeded the timeout or the maximum output, or its result is not needed. */
export class GitLimitError extends Error {
  override readonly name = 'GitLimitError'
}

/**
 * Runs git and returns its standard output. git and all programs that it has started are killed after the
 * timeout, and when the Node process exits.
 * @param input the standard input
 * @throws GitExitError, GitLimitError, or the error of `spawn` when git cannot be started
 */
export function spawnGit(
  options: RunOptions,
  args: readonly string[],
  input: string | Buffer,
): Promise<Buffer> {
  const { timeoutMs, isWriting = false, signal: abortSignal } = options
  return new Promise((resolve, reject) => {
    if (abortSignal?.aborted) return reject(new GitLimitError(NOT_NEEDED))
    const git = start(options, args)
    git.on('error', reject)
    const { pid } = git
    if (pid === undefined) return
    const kill = () => killGroup(pid)
    let limitError: GitLimitError | undefined
    const stop = (message: string) => {
      limitError ??= new GitLimitError(message)
      if (isWriting) {
        killGroup(pid, 'SIGTERM')
        setTimeout(abandon, GRACE_MS).unref()
      } else abandon()
    }
    // A program that git has started can keep its output open.
    const abandon = () => {
      kill()
      git.stdout.destroy()
      git.stderr.destroy()
      reject(limitError)
    }
    const timer = setTimeout(
      () => stop(`expected git to end within ${timeoutMs} ms, got a timeout`),
      timeoutMs,
    )
    if (!isWriting) process.once('exit', kill)
    const abort = () => stop(NOT_NEEDED)
    abortSignal?.addEventListener('abort', abort)
    const output = collect(git.stdout, MAX_OUTPUT_BYTES, () =>
      stop(`expected at most ${MAX_OUTPUT_BYTES} bytes of output from git, got more`),
    )
    const errors = collect(git.stderr, MAX_ERROR_BYTES)
    git.on('close', (exitCode, signal) => {
      clearTimeout(timer)
      process.off('exit', kill)
      abortSignal?.removeEventListener('abort', abort)
      if (limitError) reject(limitError)
      else if (exitCode === 0) resolve(output())
      else reject(new GitExitError(exitCode, signal, String(errors()), String(output())))
    })
    // When git ends before it has read its input, writing fails. The exit code of git is the cause to report.
    git.stdin.on('error', () => {})
    git.stdin.end(input)
  })
}

/** Starts git. It is the leader of its own process group, so that the group can be killed as a whole. */
function start({ path, environment, variables }: RunOptions, args: readonly string[]) {
  const env = { ...createGitEnvironment(environment), ...variables }
  return spawn('git', args, { cwd: path, env, detached: true })
}

/** A running process of git that reads commands and prints a line for each. */
export interface GitDialogue {
  /**
   * Sends lines to git, and returns the lines that it prints.
   * @param count the number of lines to wait for
   * @throws GitExitError, GitLimitError when git ends earlier
   */
  ask(lines: readonly string[], count: number): Promise<readonly string[]>
  /** Ends the input of git, and waits until git has ended. Never throws. */
  end(): Promise<void>
}

/**
 * Starts git to send it commands one after the other. When a response takes longer than the timeout, or this process is killed,
 * git gets the end of its input.
 */
export function openGitDialogue(options: RunOptions, args: readonly string[]): GitDialogue {
  const { timeoutMs } = options
  const git = start(options, args)
  const errors = collect(git.stderr, MAX_ERROR_BYTES)
  const printed: string[] = []
  let rest = ''
  let failure: Error | undefined
  let onChange = () => {}
  const giveUp = () => {
    failure ??= new GitLimitError(`expected git to respond within ${timeoutMs} ms, got a timeout`)
    onChange()
  }
  git.stdout.on('data', (part: Buffer) => {
    const lines = (rest + part.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    printed.push(...lines)
    onChange()
  })
  const ended = new Promise<void>((resolve) => {
    const close = (error: Error) => {
      failure ??= error
      onChange()
      resolve()
    }
    git.on('error', close)
    git.on('close', (exitCode, signal) => close(new GitExitError(exitCode, signal, String(errors()))))
  })
  git.stdin.on('error', () => {})
  return {
    async ask(lines, count) {
      git.stdin.write(`${lines.join('\n')}\n`)
      const timer = setTimeout(giveUp, timeoutMs)
      try {
        while (printed.length < count) {
          if (failure) throw failure
          await new Promise<void>((resolve) => {
            onChange = resolve
          })
        }
        return printed.splice(0, count)
      } finally {
        clearTimeout(timer)
      }
    },
    async end() {
      git.stdin.end()
      const timer = setTimeout(() => {
        if (git.pid !== undefined) killGroup(git.pid)
      }, GRACE_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Collects at most `maxBytes` of a stream. The rest is read and dropped, so that git is not blocked. */
function collect(stream: NodeJS.ReadableStream, maxBytes: number, onExceeded = () => {}): () => Buffer {
  const parts: Buffer[] = []
  let bytes = 0
  stream.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes <= maxBytes) parts.push(part)
    else onExceeded()
  })
  return () => Buffer.concat(parts)
}

function killGroup(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The process group has already ended.
  }
}
