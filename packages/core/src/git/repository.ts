// Opens git for one repository: finds its working tree, and reads its config once for each job, to disable what the config could
// run.
import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describeRun, repositoryError } from './errors.ts'
import { decodePath } from './path.ts'
import { type Environment, hardenedOptions, type RunOptions, readWithGit } from './read.ts'
import { openGitDialogue, writeWithGit } from './write.ts'

/** Options of {@link openRepository}. */
export interface RepositoryOptions {
  /** The path of the root of the working tree, or of a folder in it. */
  readonly path: string
  /** The environment of the service. Variables that change the behaviour of git are not passed on. */
  readonly environment: Environment
  /** Maximum time of one run of git in milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
  /** Whether the hooks of the repository run. False by default. */
  readonly runsHooks?: boolean
  /** Whether the filters of the repository's config run. False by default. */
  readonly runsFilters?: boolean
  /** Runs git. Tests replace this function to count or delay the calls. */
  readonly runGit?: RunGit
  /** Starts a dialogue. Tests replace this function. */
  readonly openDialogue?: OpenDialogue
}

/** Runs git once and returns its standard output. */
export type RunGit = (
  options: RunOptions & { readonly isWriting?: boolean },
  args: readonly string[],
  input: string | Buffer,
) => Promise<Buffer>

export type OpenDialogue = typeof openGitDialogue

/** A repository. */
export type Repository = ReturnType<typeof openRepository>

/** git for one job. Every method throws AppError `git/unreadable_repository` when git fails. */
export type Git = Awaited<ReturnType<Repository['open']>>

/** What a command needs. */
interface RunSettings {
  /** The standard input, empty by default. */
  readonly input?: string | Buffer
  /** Variables in addition to the hardened ones. */
  readonly variables?: Environment | undefined
  readonly timeoutMs?: number
}

/** Runs git with simple-git or, when it writes, without. @throws AppError `git/unreadable_repository` */
export const runGit: RunGit = async (options, args, input) => {
  const run = options.isWriting ? writeWithGit : readWithGit
  return run(options, args, input).catch((error: Error) => {
    throw repositoryError(describeRun(options.path, error), error)
  })
}

const TIMEOUT_MS = 10_000

/** Opens a repository. git does not run before the first job. */
export function openRepository(options: RepositoryOptions) {
  const { path, environment, timeoutMs = TIMEOUT_MS, runsHooks = false, runsFilters = false } = options
  const { runGit: run = runGit, openDialogue = openGitDialogue } = options
  const limits = { environment, timeoutMs }
  const readIn: ReadIn = (folder, args) =>
    run({ ...limits, path: folder }, [...hardenedOptions(runsHooks), ...args], '')
  let found: ReturnType<typeof findWorkingTree> | undefined
  const findTree = () => {
    found ??= findWorkingTree(readIn, path).catch((error: unknown) => {
      // The next job tries again.
      found = undefined
      throw error
    })
    return found
  }
  return {
    /** Opens git for one job. @throws AppError `git/unreadable_repository` */
    async open() {
      const tree = await findTree()
      const { root, ignoresCase } = tree
      const config = await readConfig(readIn, root)
      if (config.some(({ name }) => name === 'core.worktree')) await assertNotMoved(readIn, root)
      const disabled = disablePrograms(config, { runsFilters, runsHooks })
      const options = hardenedOptions(runsHooks, [`core.ignoreCase=${ignoresCase}`, ...disabled])
      const start = (args: readonly string[], { input = '', ...settings }: RunSettings, isWriting = false) =>
        run({ ...limits, ...settings, path: root, isWriting }, [...options, ...args], input)
      return {
        ...tree,
        /** Runs a command that changes nothing in the repository. */
        read: (args: readonly string[], settings: RunSettings = {}) => start(args, settings),
        /** Runs a command that only reads, and decodes its output as UTF-8. */
        readText: async (...args: readonly string[]) => String(await start(args, {})),
        /** Runs a command that writes. Its output is decoded as UTF-8. */
        write: async (args: readonly string[], settings: RunSettings = {}) =>
          String(await start(args, settings, true)),
        /** Starts a command, to send it lines one after the other. */
        openDialogue: (args: readonly string[]) =>
          openDialogue({ ...limits, path: root }, [...options, ...args]),
      }
    },
  }
}

type ReadIn = (folder: string, args: readonly string[]) => Promise<Buffer>

/** The first version of git that has every option that is used here. */
const MIN_VERSION = [2, 30] as const

/** Finds the working tree of a folder. */
async function findWorkingTree(readIn: ReadIn, folder: string) {
  const version = String(await readIn(folder, ['--version']))
  const [major = 0, minor = 0] = version.match(/\d+/g)?.map(Number) ?? []
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]))
    throw repositoryError(`expected git ${MIN_VERSION.join('.')} or later in PATH, got ${major}.${minor}`)
  // Each in a run of its own, because the name of a folder can contain line breaks.
  const [root, prefix, gitDirectory] = await Promise.all(
    ['--show-toplevel', '--show-prefix', '--absolute-git-dir'].map((option) =>
      readFolder(readIn, folder, option),
    ),
  )
  const known = root && (await readFolder(readIn, root, '--absolute-git-dir').catch(() => undefined))
  if (!root || known !== gitDirectory) throw movedError(root)
  return {
    /** The absolute path of the root. */
    root,
    /** The absolute path of the git directory. A linked working tree has its own. */
    gitDirectory: known ?? '',
    /** The path from the root to the opened folder, empty or with a trailing `/`. */
    prefix: prefix ?? '',
    /** Whether the file system ignores the case of names. The git config can have been copied from another one. `.git` always exists. */
    ignoresCase: existsSync(join(root, '.GIT')),
  }
}

/** Rejects a repository whose config moves its working tree to another folder, which can be any folder of the machine. */
async function assertNotMoved(readIn: ReadIn, known: string): Promise<void> {
  const root = await readFolder(readIn, known, '--show-toplevel')
  if (root !== known) throw movedError(root)
}

function movedError(root: string | undefined): Error {
  return repositoryError(
    `expected a repository whose working tree contains its .git, got the working tree ${root}`,
  )
}

/** Reads a folder. Node passes the folder to run git in as UTF-8, so it must be valid UTF-8. */
async function readFolder(readIn: ReadIn, folder: string, option: string): Promise<string> {
  const raw = (await readIn(folder, ['rev-parse', option])).toString('latin1').replace(/\n$/, '')
  const bytes = Buffer.from(raw, 'latin1')
  if (isUtf8(bytes)) return bytes.toString()
  throw repositoryError(`expected a repository at a path that is valid UTF-8, got ${decodePath(raw)}`)
}

// `safe.directory` is always set. Without a match, git would exit with 1.
const CONFIG_NAMES = '^(filter|hook|lfs|safe)\\.|^core\\.worktree$'

/** An entry of the git config. */
interface ConfigEntry {
  /** Whether the entry is of the repository, and not of the user or of the system. */
  readonly isOwn: boolean
  /** The name. Its first and last part are in lower case. */
  readonly name: string
  readonly value: string
}

async function readConfig(readIn: ReadIn, root: string): Promise<readonly ConfigEntry[]> {
  const args = ['config', '--show-scope', '-z', '--get-regexp', CONFIG_NAMES]
  const fields = String(await readIn(root, args)).split('\0')
  return fields.flatMap((scope, index) => {
    if (index % 2 === 1) return []
    const [name = '', ...value] = (fields[index + 1] ?? '').split('\n')
    return { isOwn: scope === 'local' || scope === 'worktree', name, value: value.join('\n') }
  })
}

/** The entries that `git lfs install` writes. */
const LFS_FILTER: readonly string[] = [
  'clean=git-lfs clean -- %f',
  'smudge=git-lfs smudge -- %f',
  'smudge=git-lfs smudge --skip -- %f',
  'process=git-lfs filter-process',
  'process=git-lfs filter-process --skip',
  'required=true',
].map((entry) => `filter.lfs.${entry}`)

/** Settings with which git-lfs runs no other program and writes to no other folder. */
const LFS_SETTINGS =
  /^lfs\.(?:repositoryformatversion|url|pushurl|fetchinclude|fetchexclude|concurrenttransfers|(?:.*\.)?(?:access|locksverify))$/

/** Whether the repository has the filter of git-lfs exactly as git-lfs installs it. */
function hasLfsFilter(config: readonly ConfigEntry[]): boolean {
  return config
    .filter(({ isOwn, name }) => isOwn && /^(?:filter\.)?lfs\./.test(name))
    .every(({ name, value }) =>
      name.startsWith('lfs.') ? LFS_SETTINGS.test(name) : LFS_FILTER.includes(`${name}=${value}`),
    )
}

/**
 * Returns the entries that disable what the config would run: the filters of the repository but that of git-lfs, because the operator
 * has chosen those of the user and of the system; and all hooks that a config names, which git 2.54 and later runs.
 * @throws AppError `git/unreadable_repository` when a name cannot be part of an option
 * @see https://git-scm.com/docs/git-hook
 */
function disablePrograms(
  config: readonly ConfigEntry[],
  { runsFilters, runsHooks }: Pick<RepositoryOptions, 'runsFilters' | 'runsHooks'>,
): readonly string[] {
  const runsLfs = hasLfsFilter(config)
  const entries = config.flatMap(({ isOwn, name }) => {
    const [, section, own = ''] = /^(filter|hook)\.(.*)\./s.exec(name) ?? []
    const isFilterDisabled = !runsFilters && isOwn && !(runsLfs && own === 'lfs')
    const isDisabled = section === 'filter' ? isFilterDisabled : section === 'hook' && !runsHooks
    if (!isDisabled) return []
    // The decoder has replaced invalid UTF-8 by U+FFFD.
    if (/[=\ufffd]/.test(own)) {
      throw repositoryError(
        `expected the names of ${section}s in the git config to be UTF-8 without "=", got ${JSON.stringify(own)}`,
      )
    }
    const keys = section === 'filter' ? ['clean=', 'process=', 'required=false'] : ['enabled=false']
    return keys.map((key) => `${section}.${own}.${key}`)
  })
  return [...new Set(entries)]
}
