// A git repository, read; with repository-*.ts the one place of this slice that runs git and touches the disk. Only `-z`
// output is read for paths, only hashes made by git itself are passed back as arguments: no text of a client ever stands where
// git could read an option. No program that the repository's own settings name is run, and none decides what changed.
import { isUtf8 } from 'node:buffer'
import { lstat, realpath } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { CoreError } from '../errors.ts'
import { createLimit } from './limit.ts'
import type { Environment } from './repository-environment.ts'
import { disarmFilters, identifyFiles } from './repository-files.ts'
import { group, splitZero } from './repository-output.ts'
import { readPath } from './repository-path.ts'
import { resolveRef } from './repository-ref.ts'
import { type Read, type Run, type RunGit, runGit as runGitOnce, saidNo } from './repository-run.ts'
import { refuseSpecialFiles } from './repository-special-files.ts'
import { checkGitVersion } from './repository-version.ts'

/** A tracked path in which the working tree differs from a tree. */
export interface Difference {
  /** The letter git gives it. */
  readonly status: string
  /** As `readPath` spells it. */
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
  /** Refuses pipes and devices in the places of files that git would read to the end. */
  refuseSpecialFiles(): Promise<void>
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
  /** The service's own environment. Nothing in it steers git. */
  readonly environment: Environment
  /** How long one call of git may take. */
  readonly timeoutMs?: number
  /** Runs git; for tests that count or replace its calls. */
  readonly runGit?: RunGit
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

interface Top {
  readonly root: string
  readonly prefix: string
  /** What is said to every call of git about this repository. */
  readonly config: string
}

const TIMEOUT_MS = 10_000
/** How many runs of git there are at once. */
const MAX_PROCESSES = 4

/** Names a repository; nothing is run yet. */
export function openRepository({
  path,
  environment,
  timeoutMs = TIMEOUT_MS,
  runGit = runGitOnce,
}: RepositoryOptions): Repository {
  const limit = createLimit(MAX_PROCESSES)
  const runIn = (folder: string, args: readonly string[], input?: string) =>
    limit(() => runGit({ path: folder, timeoutMs, environment }, args, input))
  let top: Top | undefined
  const findTop = async () => {
    if (top === undefined) {
      await checkGitVersion({ timeoutMs, environment })
      const ask = (what: string, folder = path) => runIn(folder, ['rev-parse', what]).then(readPlace)
      const [root, prefix, gitFolder] = await Promise.all([
        ask('--show-toplevel'),
        ask('--show-prefix'),
        ask('--absolute-git-dir'),
      ])
      const found = await ask('--absolute-git-dir', root).catch(() => undefined)
      if (found !== gitFolder) throw refuseElsewhere(root)
      top = { root, prefix, config: `core.ignoreCase=${await ignoresCase(root)}` }
    }
    return top
  }
  const read: Read = async (args, input) => {
    const { root, config } = await findTop()
    return runIn(root, ['-c', config, ...args], input)
  }
  const run: Run = async (...args) => String(await read(args))
  const decide = async (...args: string[]) =>
    run(...args).catch((error: CoreError) => {
      if (saidNo(error)) return undefined
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
    refuseSpecialFiles: async () => refuseSpecialFiles(run, (await findTop()).root),
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
      const fields = splitZero(await read([...(await disarmFilters(run)), 'diff', ...DIFF_OPTIONS, base]))
      return group(fields, 2).map(([state = '', file = '']) => {
        const [mode = '', , hash, , status = ''] = state.slice(1).split(' ')
        return { status, path: readPath(file), was: `${mode} ${hash}` }
      })
    },
    untracked: async () =>
      splitZero(await read(['ls-files', '--others', '--exclude-standard', '-z']))
        .filter((file) => file !== '')
        .map((file) => readPath(file.replace(/\/$/, ''))),
    identify: async (paths) => identifyFiles({ run, read }, (await findTop()).root, paths),
  }
}

// By core.worktree a repository could list any folder of the machine.
function refuseElsewhere(root: string): CoreError {
  return new CoreError(
    'repository_unreadable',
    `expected a repository whose working tree holds its .git, got one with its working tree at ${root}`,
  )
}

// What a copy from another system says of itself in its settings may be wrong; `.git` is there in either case.
async function ignoresCase(root: string): Promise<boolean> {
  return lstat(join(root, '.GIT')).then(
    () => true,
    () => false,
  )
}

/** Where a repository is, of git's output: that is a folder to run git in, so it must be text. */
function readPlace(output: Buffer): string {
  const path = output.toString('latin1').replace(/\n$/, '')
  const text = Buffer.from(path, 'latin1')
  if (isUtf8(text)) return text.toString()
  throw new CoreError(
    'repository_unreadable',
    `expected a repository at a path in UTF-8, got ${readPath(path)}`,
  )
}
