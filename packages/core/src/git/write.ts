// Starts git without simple-git, for everything that writes history or reaches a remote. simple-git ends git by SIGINT alone: here
// git gets time to remove its lock files, the programs that it has started (ssh, hooks) end with it, and it survives the end of
// the service. simple-git also has no dialogue, which a transaction of refs needs.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { GitExitError, GitLimitError } from './errors.ts'
import { hardenedEnvironment, MAX_OUTPUT_BYTES, type RunOptions } from './read.ts'

/** Maximum size of git's standard error. The rest is dropped. */
const MAX_ERROR_BYTES = 64 * 1024

/** How long git has to end after it was asked to, in milliseconds. */
const GRACE_MS = 5000

/** Runs git and returns its output. @throws GitExitError, GitLimitError, or an error of `spawn` */
export function writeWithGit(
  options: RunOptions,
  args: readonly string[],
  input: string | Buffer,
): Promise<Buffer> {
  const { timeoutMs } = options
  return new Promise((resolve, reject) => {
    const git = start(options, args)
    git.on('error', reject)
    if (git.pid === undefined) return
    let limitError: GitLimitError | undefined
    const stop = (message: string) => {
      limitError ??= new GitLimitError(message)
      killGroup(git.pid, 'SIGTERM')
      setTimeout(() => {
        killGroup(git.pid, 'SIGKILL')
        // A program outside the group can keep the output open.
        git.stdout.destroy()
        git.stderr.destroy()
        reject(limitError)
      }, GRACE_MS).unref()
    }
    const timer = setTimeout(
      () => stop(`expected git to end within ${timeoutMs} ms, got a timeout`),
      timeoutMs,
    )
    const output = collect(git.stdout, MAX_OUTPUT_BYTES, () =>
      stop(`expected at most ${MAX_OUTPUT_BYTES} bytes of output from git, got more`),
    )
    const errors = collect(git.stderr, MAX_ERROR_BYTES)
    git.on('close', (exitCode) => {
      clearTimeout(timer)
      if (limitError) reject(limitError)
      else if (exitCode === 0) resolve(output())
      else reject(new GitExitError(exitCode, String(errors()), String(output())))
    })
    // When git ends before it has read its input, its exit code is the error to report.
    git.stdin.on('error', () => {})
    git.stdin.end(input)
  })
}

/** A running git that reads commands and prints a line for each. */
export type GitDialogue = ReturnType<typeof openGitDialogue>

/** Starts git to send it commands one after the other. When this process dies, git gets the end of its input. */
export function openGitDialogue(options: RunOptions, args: readonly string[]) {
  const { timeoutMs } = options
  const git = start(options, args)
  const errors = collect(git.stderr, MAX_ERROR_BYTES)
  const printed = createInterface({ input: git.stdout })[Symbol.asyncIterator]()
  const ended = new Promise<Error>((resolve) => {
    git.on('error', resolve)
    git.on('close', (exitCode) => resolve(new GitExitError(exitCode, String(errors()))))
  })
  git.stdin.on('error', () => {})
  return {
    /** Sends lines to git, and returns `count` lines that it prints. @throws GitExitError, GitLimitError */
    async ask(lines: readonly string[], count: number): Promise<readonly string[]> {
      git.stdin.write(`${lines.join('\n')}\n`)
      const stop = new AbortController()
      const timeout = pause(timeoutMs, undefined, { signal: stop.signal }).then(() => {
        throw new GitLimitError(`expected git to respond within ${timeoutMs} ms, got a timeout`)
      })
      try {
        const answers: string[] = []
        while (answers.length < count) {
          const { done, value } = await Promise.race([printed.next(), timeout])
          if (done) throw await Promise.race([ended, timeout])
          answers.push(value)
        }
        return answers
      } finally {
        stop.abort()
        timeout.catch(() => undefined)
      }
    },
    /** Ends the input of git, and waits until git has ended. Never throws. */
    async end(): Promise<void> {
      git.stdin.end()
      const timer = setTimeout(() => killGroup(git.pid, 'SIGKILL'), GRACE_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Starts git as the leader of its own process group. */
function start({ path, environment, variables }: RunOptions, args: readonly string[]) {
  const env = { ...hardenedEnvironment(environment), ...variables }
  const git = spawn('git', args, { cwd: path, env, detached: true })
  // Without a listener, the error ends the service.
  git.on('error', () => {})
  return git
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

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}
