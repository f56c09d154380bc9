// The one file of this slice that runs git. Only `-z` output is read, only hashes made by git itself are passed
// back as arguments: no text of a client ever stands where git could read an option.
import { type SimpleGit, simpleGit } from 'simple-git'
import { CoreError } from '../errors.ts'

/** A git repository, read. */
export interface Repository {
  /** Its top folder. @throws CoreError `repository_unreadable` */
  root(): Promise<string>
  /** The commit of HEAD, or undefined on a branch without commits. */
  head(): Promise<string | undefined>
  /** Whether the history was cut off when it was cloned. */
  isShallow(): Promise<boolean>
  /** The commits at which a shallow history ends. */
  boundaries(): Promise<ReadonlySet<string>>
  /** The tags that HEAD contains, with their commits. */
  tags(): Promise<readonly { readonly name: string; readonly commit: string }[]>
  /** The hash of the empty tree. */
  emptyTree(): Promise<string>
  /** The commit that a ref of a client's names. @throws CoreError `invalid_ref` */
  resolve(ref: string): Promise<string>
  /** The newest commit of HEAD's history that changed how often `text` stands in a file. */
  lastCommitTouching(text: string, path: string): Promise<string | undefined>
  /** Whether `ancestor` is an ancestor of `descendant`, or the same. */
  isAncestor(ancestor: string, descendant: string): Promise<boolean>
  /** When a commit was made, in seconds. */
  timeOf(commit: string): Promise<number>
  /** Tracked paths in which the working tree differs from a commit or tree, with git's status letter. */
  diff(base: string): Promise<readonly { readonly status: string; readonly path: string }[]>
  /** Paths that are neither tracked nor ignored. */
  untracked(): Promise<readonly string[]>
  /** Tracked paths. */
  tracked(): Promise<readonly string[]>
  /** The blob that a path has in a tree, and the one its file would have now; undefined where there is none. */
  blobs(base: string, path: string): Promise<readonly [string | undefined, string | undefined]>
}

/** How to run git. */
export interface RepositoryOptions {
  readonly path: string
  /** How long a call of git may say nothing. */
  readonly timeoutMs?: number
}

/** Names a repository; nothing is run yet. */
export function openRepository({ path, timeoutMs = 30_000 }: RepositoryOptions): Repository {
  let root: string | undefined
  const findRoot = async () => {
    root ??= trimEnd(await runGit(path, timeoutMs, ['rev-parse', '--show-toplevel']))
    return root
  }
  const run = async (...args: string[]) => runGit(await findRoot(), timeoutMs, args)
  const tryRun = (...args: string[]) => run(...args).catch(() => undefined)
  const diffOptions = [
    '--name-status',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--ignore-submodules=dirty',
  ]
  return {
    root: findRoot,
    head: async () =>
      (await tryRun('rev-parse', '--verify', '--quiet', 'HEAD^{commit}'))?.trim() || undefined,
    isShallow: async () => (await run('rev-parse', '--is-shallow-repository')).trim() === 'true',
    async boundaries() {
      const lines = (await run('log', '--format=%H %P', 'HEAD')).trimEnd().split('\n')
      return new Set(lines.filter((line) => !line.trim().includes(' ')).map((line) => line.trim()))
    },
    async tags() {
      const format = '--format=%(refname:strip=2)%00%(objectname)%00%(*objectname)%00'
      const fields = (await run('for-each-ref', '--merged=HEAD', format, 'refs/tags')).split('\0')
      return group(fields, 3).map(([name = '', object = '', peeled = '']) => ({
        name: name.replace(/^\n/, ''),
        commit: peeled || object,
      }))
    },
    emptyTree: async () => (await run('hash-object', '-t', 'tree', '/dev/null')).trim(),
    resolve: (ref) => resolveRef(run, ref),
    async lastCommitTouching(text, file) {
      const found = await run(
        'log',
        '-1',
        '--format=%H',
        `-S${text}`,
        '--no-textconv',
        '--no-ext-diff',
        'HEAD',
        '--',
        file,
      )
      return found.trim() || undefined
    },
    isAncestor: async (a, b) => (await tryRun('merge-base', '--is-ancestor', a, b)) !== undefined,
    timeOf: async (commit) => Number(await run('log', '-1', '--format=%ct', commit)),
    async diff(base) {
      return group((await run('diff', ...diffOptions, base)).split('\0'), 2).map(
        ([status = '', file = '']) => ({
          status,
          path: file,
        }),
      )
    },
    untracked: async () =>
      splitZero(await run('ls-files', '--others', '--exclude-standard', '-z')).map((file) =>
        file.replace(/\/$/, ''),
      ),
    tracked: async () => [...new Set(splitZero(await run('ls-files', '--cached', '-z')))],
    async blobs(base, file) {
      const entry = await tryRun('ls-tree', '-z', '--full-tree', base, '--', `:(top,literal)${file}`)
      const now = await tryRun('hash-object', '--', file)
      return [/^\d+ \w+ ([0-9a-f]+)\t/.exec(entry ?? '')?.[1], now?.trim()]
    },
  }
}

// Settings of the repository that would make reading it run a program, and the owner check that a container
// always fails: both are for the one who runs this service to decide, not for the repository.
function connect(path: string, timeoutMs: number): SimpleGit {
  return simpleGit({
    baseDir: path,
    timeout: { block: timeoutMs },
    config: ['safe.directory=*', 'core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.quotePath=false'],
    unsafe: { allowUnsafeHooksPath: true, allowUnsafeFsMonitor: true },
    allowEnvironment: ['GIT_TEST_ASSUME_DIFFERENT_OWNER'],
  })
}

async function runGit(path: string, timeoutMs: number, args: readonly string[]): Promise<string> {
  try {
    return await connect(path, timeoutMs).raw(['--no-optional-locks', ...args])
  } catch (error) {
    throw new CoreError('repository_unreadable', explain(path, error as Error), { cause: error })
  }
}

function explain(path: string, { message }: Error): string {
  if (/not a git repository|does not exist/.test(message)) {
    return `expected a git repository at REPOSITORY_PATH, got a folder without one: ${path}`
  }
  if (/must be run in a work tree/.test(message))
    return `expected a repository with a work tree, got a bare one: ${path}`
  return `git cannot read the repository: ${message.trim().split('\n')[0]}`
}

/** A ref of a client's to a commit. Only what git itself verifies as one commit leaves here, and only as a hash. */
async function resolveRef(run: (...args: string[]) => Promise<string>, ref: string): Promise<string> {
  const refuse = () =>
    new CoreError(
      'invalid_ref',
      `since: expected a commit, tag or branch of this repository, got ${JSON.stringify(ref.slice(0, 80))}`,
      {
        issues: [{ parameter: 'since', message: 'expected a commit, tag or branch of this repository' }],
      },
    )
  if (ref.length > 250 || ref.startsWith('-') || !/^[^\p{Cc}\s]+$/u.test(ref)) throw refuse()
  const commit = await run('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(
    () => '',
  )
  if (!/^[0-9a-f]{40,64}\n$/.test(commit)) throw refuse()
  return commit.trim()
}

function splitZero(output: string): string[] {
  return output.split('\0').filter((part) => part !== '')
}

function group(fields: readonly string[], size: number): string[][] {
  const whole = Math.floor(fields.length / size)
  return Array.from({ length: whole }, (_, index) => fields.slice(index * size, (index + 1) * size))
}

function trimEnd(output: string): string {
  return output.replace(/\n$/, '')
}
