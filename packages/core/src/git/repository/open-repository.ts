// Opens a git repository. Only hashes that git has printed and validated refs become arguments of git, so git
// cannot interpret a value from a client as an option.
import { listDifferences } from './differences.ts'
import type { Environment } from './environment.ts'
import type { Git, RunGitIn } from './git.ts'
import {
  findHead,
  findLastCommitChangingText,
  isAncestor,
  isShallow,
  listRootCommits,
  listTags,
  readCommitTime,
} from './history.ts'
import { createLimit } from './limit.ts'
import { resolveRef } from './ref.ts'
import type { Repository } from './repository.ts'
import { runGit as defaultRunGit, type RunGit } from './run-git.ts'
import { assertNoSpecialFiles } from './special-files.ts'
import { readStatus } from './status.ts'
import { readTreeEntries } from './tree-entries.ts'
import { checkGitVersion } from './version.ts'
import { findWorkingTree, locateFile, type WorkingTree } from './working-tree.ts'

/** Options of {@link openRepository}. */
export interface RepositoryOptions {
  /** The path of the root of the working tree, or of a folder in it. */
  readonly path: string
  /** The environment of the service. Variables that change the behaviour of git are not passed on. */
  readonly environment: Environment
  /** Maximum time of one run of git in milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
  /** Runs git. Tests replace this function to count or delay the calls. */
  readonly runGit?: RunGit
}

const TIMEOUT_MS = 10_000
const MAX_PROCESSES = 4

/**
 * Opens a repository. git does not run before a method is called. At most four processes of git run at once.
 */
export function openRepository({
  path,
  environment,
  timeoutMs = TIMEOUT_MS,
  runGit = defaultRunGit,
}: RepositoryOptions): Repository {
  const limit = createLimit(MAX_PROCESSES)
  const runGitIn: RunGitIn = (folder, args, input) =>
    limit(() => runGit({ path: folder, timeoutMs, environment }, args, input))
  let cached: WorkingTree | undefined
  // An error is not cached, so the next call tries again.
  const openWorkingTree = async () => {
    if (cached === undefined) {
      await checkGitVersion({ timeoutMs, environment })
      cached = await findWorkingTree(runGitIn, path)
    }
    return cached
  }
  const runForBytes: Git['runForBytes'] = async (args, input) => {
    const { root, ignoresCase } = await openWorkingTree()
    return runGitIn(root, ['-c', `core.ignoreCase=${ignoresCase}`, ...args], input)
  }
  const git: Git = { runForBytes, runForText: async (...args) => String(await runForBytes(args)) }
  return {
    prefix: async () => (await openWorkingTree()).prefix,
    locate: async (file) => locateFile(await openWorkingTree(), path, file),
    assertNoSpecialFiles: async () => assertNoSpecialFiles(git, (await openWorkingTree()).root),
    head: () => findHead(git),
    isShallow: () => isShallow(git),
    rootCommits: () => listRootCommits(git),
    tags: () => listTags(git),
    emptyTree: async () => (await git.runForText('hash-object', '-t', 'tree', '/dev/null')).trim(),
    async resolve(ref) {
      // Without this call, a folder without a repository would be reported as an invalid ref.
      await openWorkingTree()
      return resolveRef(git, ref)
    },
    lastCommitChangingText: (text, file) => findLastCommitChangingText(git, text, file),
    isAncestor: (ancestor, descendant) => isAncestor(git, ancestor, descendant),
    commitTime: (commit) => readCommitTime(git, commit),
    diffTrees: (base, head) => listDifferences(git, base, head),
    status: () => readStatus(git),
    treeEntries: async (paths) => readTreeEntries(git, (await openWorkingTree()).root, paths),
  }
}
