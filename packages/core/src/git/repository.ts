// The one file of this slice that runs git. Only `-z` output is read, only hashes made by git itself are passed
// back as arguments: no text of a client ever stands where git could read an option. No program that the
// repository's own settings name is run, and none of them decides what counts as a change.
import { createHash } from 'node:crypto'
import { lstat, readlink, realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { type SimpleGit, simpleGit } from 'simple-git'
import { CoreError } from '../errors.ts'

/** A tracked path in which the working tree differs from a tree. */
export interface Difference {
  /** The letter git gives it. */
  readonly status: string
  readonly path: string
  /** What the tree has there, as mode and hash. */
  readonly was: string
}

/** A git repository, read. Each call may fail. @throws CoreError `repository_unreadable` */
export interface Repository {
  /** The way from the top folder to the one that was opened, empty or with a `/` at its end. */
  prefix(): Promise<string>
  /** Where a file of the opened folder is, from the top folder: by its name, and where its links lead. */
  locate(path: string): Promise<{ readonly named: string; readonly real: string }>
  /** The commit of HEAD, or undefined on a branch without commits. */
  head(): Promise<string | undefined>
  /** Whether the history was cut off when it was cloned. */
  isShallow(): Promise<boolean>
  /** The commits at which a shallow history ends. */
  boundaries(): Promise<ReadonlySet<string>>
  /** The tags that HEAD contains. The hash is of what the tag names, which git takes for the commit behind it. */
  tags(): Promise<readonly { readonly name: string; readonly hash: string }[]>
  /** The hash of the empty tree. */
  emptyTree(): Promise<string>
  /** The commit that a ref of a client's names. @throws CoreError `invalid_ref` */
  resolve(ref: string): Promise<string>
  /** The newest commit of HEAD's history that changed how often `text` stands in a file, by this or a former name. */
  lastCommitTouching(text: string, path: string): Promise<string | undefined>
  /** Whether `ancestor` is an ancestor of `descendant`, or the same. */
  isAncestor(ancestor: string, descendant: string): Promise<boolean>
  /** When a commit was made, in seconds. */
  timeOf(commit: string): Promise<number>
  /** Tracked paths in which the working tree differs from a commit or tree. */
  diff(base: string): Promise<readonly Difference[]>
  /** Paths that are neither tracked nor ignored. */
  untracked(): Promise<readonly string[]>
  /** What a tree would have at each path if it were added now, as mode and hash; undefined where that is unknown. */
  identify(paths: readonly string[]): Promise<readonly (string | undefined)[]>
}

/** How to run git. */
export interface RepositoryOptions {
  readonly path: string
  /** How long a call of git may say nothing. */
  readonly timeoutMs?: number
}

const DIFF_OPTIONS = [
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=dirty',
]

/** Names a repository; nothing is run yet. */
export function openRepository({ path, timeoutMs = 30_000 }: RepositoryOptions): Repository {
  let top: { root: string; prefix: string; config: string } | undefined
  const findTop = async () => {
    if (top === undefined) {
      const ask = (what: string) => runGit(path, timeoutMs, ['rev-parse', what]).then(trimEnd)
      const [root, prefix] = await Promise.all([ask('--show-toplevel'), ask('--show-prefix')])
      top = { root, prefix, config: `core.ignoreCase=${await ignoresCase(root)}` }
    }
    return top
  }
  const run: Run = async (...args) => {
    const { root, config } = await findTop()
    return runGit(root, timeoutMs, ['-c', config, ...args])
  }
  const decide = async (...args: string[]) =>
    run(...args).catch((error: CoreError) => {
      if (String(error.cause).endsWith(SAID_NO)) return undefined
      throw error
    })
  return {
    prefix: async () => (await findTop()).prefix,
    async locate(file) {
      const { root, prefix } = await findTop()
      const named = posix.join(prefix, file)
      const real = await realpath(join(path, file)).catch(() => undefined)
      return { named, real: real === undefined ? named : relative(root, real).replaceAll(sep, '/') }
    },
    head: async () => (await decide('rev-parse', '--verify', '--quiet', 'HEAD'))?.trim(),
    isShallow: async () => (await run('rev-parse', '--is-shallow-repository')).trim() === 'true',
    async boundaries() {
      const lines = (await run('log', '--format=%H %P', 'HEAD')).trimEnd().split('\n')
      return new Set(lines.filter((line) => !line.trim().includes(' ')).map((line) => line.trim()))
    },
    async tags() {
      const format = '--format=%(refname:strip=2) %(objectname)'
      const lines = (await run('for-each-ref', '--merged=HEAD', format, 'refs/tags')).split('\n')
      // No name of a ref has a space or a line end in it.
      return lines.slice(0, -1).map((line) => {
        const [name = '', hash = ''] = line.split(' ')
        return { name, hash }
      })
    },
    emptyTree: async () => (await run('hash-object', '-t', 'tree', '/dev/null')).trim(),
    resolve: (ref) => resolveRef(run, ref),
    async lastCommitTouching(text, file) {
      const search = ['log', '-1', '--follow', '--format=%H', `-S${text}`, '--no-textconv', '--no-ext-diff']
      return (await run(...search, 'HEAD', '--', file)).trim() || undefined
    },
    isAncestor: async (a, b) => (await decide('merge-base', '--is-ancestor', a, b)) !== undefined,
    timeOf: async (commit) => Number(await run('log', '-1', '--format=%ct', commit)),
    async diff(base) {
      const fields = (await run(...(await disarmFilters(run)), 'diff', ...DIFF_OPTIONS, base)).split('\0')
      return group(fields, 2).map(([state = '', file = '']) => {
        const [mode = '', , hash, , status = ''] = state.slice(1).split(' ')
        return { status, path: file, was: `${mode} ${hash}` }
      })
    },
    untracked: async () =>
      splitZero(await run('ls-files', '--others', '--exclude-standard', '-z')).map((file) =>
        file.replace(/\/$/, ''),
      ),
    identify: async (paths) => identifyFiles(run, (await findTop()).root, paths),
  }
}

type Run = (...args: string[]) => Promise<string>

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

async function runGit(path: string, timeoutMs: number, args: readonly string[]): Promise<string> {
  try {
    return await connect(path, timeoutMs).raw(['--no-optional-locks', '--literal-pathspecs', ...args])
  } catch (error) {
    throw new CoreError('repository_unreadable', explain(path, error as Error), { cause: error })
  }
}

// What a copy from another system says of itself in its settings may be wrong; `.git` is there in either case.
async function ignoresCase(root: string): Promise<boolean> {
  return lstat(join(root, '.GIT')).then(
    () => true,
    () => false,
  )
}

/** Options that take away the filters of the repository's own settings; those of the user and the system stay. */
async function disarmFilters(run: Run): Promise<string[]> {
  const list = ['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^(filter|safe)\\.']
  const settings = group((await run(...list)).split('\0'), 2)
  const own = settings.filter(
    ([scope, name]) => /^(local|worktree)$/.test(scope ?? '') && /^filter\..*\./.test(name ?? ''),
  )
  const names = new Set(own.map(([, name = '']) => name.slice('filter.'.length, name.lastIndexOf('.'))))
  const odd = [...names].find((name) => name.includes('='))
  if (odd !== undefined) {
    throw new CoreError(
      'repository_unreadable',
      `expected no "=" in the name of a filter in the repository's settings, got ${JSON.stringify(odd)}`,
    )
  }
  return [...names].flatMap((name) =>
    ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `filter.${name}.${setting}`]),
  )
}

/** How many files are named in one call of git. */
const FILES_A_CALL = 100

async function identifyFiles(run: Run, root: string, paths: readonly string[]) {
  const guard = await disarmFilters(run)
  const algorithm = (await run('rev-parse', '--show-object-format')).trim()
  const modes = await Promise.all(paths.map((path) => readMode(join(root, path))))
  const states = new Map<string, string>()
  const files = paths.filter((_, index) => modes[index]?.startsWith('100'))
  for (let start = 0; start < files.length; start += FILES_A_CALL) {
    const part = files.slice(start, start + FILES_A_CALL)
    const hashes = (await run(...guard, 'hash-object', '--', ...part).catch(() => '')).split('\n')
    for (const [index, path] of part.entries()) states.set(path, hashes[index] ?? '')
  }
  return Promise.all(
    paths.map(async (path, index) => {
      const mode = modes[index]
      if (mode === '120000') return `${mode} ${await hashLink(join(root, path), algorithm)}`
      return mode && states.get(path) ? `${mode} ${states.get(path)}` : undefined
    }),
  )
}

async function readMode(place: string): Promise<string | undefined> {
  const stats = await lstat(place).catch(() => undefined)
  if (stats?.isSymbolicLink()) return '120000'
  if (!stats?.isFile()) return undefined
  return stats.mode & 0o100 ? '100755' : '100644'
}

/** git's hash of a link: the blob that holds where it leads. */
async function hashLink(place: string, algorithm: string): Promise<string> {
  const target = await readlink(place, { encoding: 'buffer' })
  return createHash(algorithm).update(`blob ${target.length}\0`).update(target).digest('hex')
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

/** A ref of a client's to a commit. Only what git itself verifies as one commit leaves here, and only as a hash. */
async function resolveRef(run: Run, ref: string): Promise<string> {
  const refuse = () =>
    new CoreError(
      'invalid_ref',
      `since: expected a commit, tag or branch of this repository, got ${JSON.stringify(ref.slice(0, 80))}`,
      {
        issues: [{ parameter: 'since', message: 'expected a commit, tag or branch of this repository' }],
      },
    )
  // With a colon it would name a file or search the messages, and git would take the suffix for a part of that.
  if (ref.length > 250 || ref.startsWith('-') || !/^[^\p{Cc}\s:]+$/u.test(ref)) throw refuse()
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
