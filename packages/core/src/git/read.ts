// Defines the options and the environment of every run of git, and runs git with simple-git, for everything that only reads.
// The options override each entry of a git config that could run a program, open a connection or change the output. simple-git alone
// takes some failures for a success, and does not end a git that hangs. The code here corrects that, and bounds the output.
import { randomUUID } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { delimiter, isAbsolute } from 'node:path'
import { simpleGit } from 'simple-git'
import { GitExitError, GitLimitError } from './errors.ts'

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

/** Returns the options before the command, with further entries of the config. */
export function hardenedOptions(runsHooks: boolean, entries: readonly string[] = []): readonly string[] {
  const config = [...(runsHooks ? [] : [NO_HOOKS]), ...CONFIG, ...entries]
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

/** The folder and the limit of one run of git. */
export interface RunOptions {
  /** The folder to run git in. */
  readonly path: string
  /** Maximum time in milliseconds. */
  readonly timeoutMs: number
  /** The environment of the service; see {@link hardenedEnvironment}. */
  readonly environment: Environment
  /** Variables for git in addition to those of {@link hardenedEnvironment}. */
  readonly variables?: Environment | undefined
}

/** Maximum size of git's output. About 400,000 changed paths fit into it. */
export const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** What simple-git refuses by default, although it is harmless here. */
const UNSAFE = {
  // The hardened options disable these.
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
  allowUnsafeProtocolOverride: true,
  // A heading of the changelog is searched, and can contain the text of these options.
  allowUnsafePack: true,
  allowUnsafeTemplateDir: true,
}

/** Runs git and returns its output. @throws GitExitError, GitLimitError, or an error of simple-git */
export async function readWithGit(
  options: RunOptions,
  args: readonly string[],
  input: string | Buffer,
): Promise<Buffer> {
  assertFreeDescriptors()
  const { path, timeoutMs } = options
  const env = { ...hardenedEnvironment(options.environment), ...options.variables }
  const abort = new AbortController()
  let exit: GitExitError | undefined
  const git = simpleGit({
    baseDir: path,
    abort: abort.signal,
    allowEnvironment: Object.keys(env).filter((name) => name.startsWith('GIT_')),
    // After the exit, a part of the output can still be unread.
    completion: { onClose: true, onExit: false },
    // By default, an exit without a message is a success.
    errors(error, { exitCode, stdErr, stdOut }) {
      if (exitCode === 0) return error
      exit = new GitExitError(exitCode, String(Buffer.concat(stdErr)), String(Buffer.concat(stdOut)))
      return exit
    },
    // Without input, simple-git leaves the standard input open. An empty buffer closes it.
    input: () => Buffer.from(input),
    unsafe: UNSAFE,
  }).env(env)
  return new Promise((resolve, reject) => {
    const streams: NodeJS.ReadableStream[] = []
    const parts: Buffer[] = []
    let bytes = 0
    // simple-git signals git, and waits for its end. A program that git has started can keep the output open until then.
    const stop = (message: string) => {
      reject(new GitLimitError(message))
      abort.abort()
      for (const stream of streams) (stream as NodeJS.ReadableStream & { destroy(): void }).destroy()
    }
    const timer = setTimeout(
      () => stop(`expected git to end within ${timeoutMs} ms, got a timeout`),
      timeoutMs,
    )
    const onExit = () => abort.abort()
    process.once('exit', onExit)
    git.outputHandler((_command, stdout, stderr) => {
      streams.push(stdout, stderr)
      stdout.on('data', (part: Buffer) => parts.push(part))
      for (const stream of streams) {
        stream.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > MAX_OUTPUT_BYTES)
            stop(`expected at most ${MAX_OUTPUT_BYTES} bytes of output from git, got more`)
        })
      }
      // simple-git waits 50 ms for late output when there was none.
      stdout.once('end', () => stdout.emit('data', Buffer.alloc(0)))
    })
    git
      .raw([...args])
      .then(
        () => resolve(Buffer.concat(parts)),
        (error: unknown) => reject(exit ?? error),
      )
      .finally(() => {
        clearTimeout(timer)
        process.off('exit', onExit)
      })
  })
}

/** More than the descriptors that a start of git needs for a moment. */
const DESCRIPTORS = 12

/** Checks that git can be started. Without free descriptors, an error of simple-git would end the service. */
function assertFreeDescriptors(): void {
  const opened: number[] = []
  try {
    while (opened.length < DESCRIPTORS) opened.push(openSync('/dev/null', 'r'))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
