// Opens a git repository. Only hashes that git printed and refs that were checked become arguments of git, so nothing
// that a client sends can be read as an option.
import { listDifferences, listUntracked } from './differences.ts'
import type { Environment } from './environment.ts'
import type { Git } from './git.ts'
import {
  findHead,
  findLastCommitTouching,
  isAncestor,
  isShallow,
  listParentlessCommits,
  listTags,
  readCommitTime,
} from './history.ts'
import { createLimit } from './limit.ts'
import { resolveRef } from './ref.ts'
import type { Repository } from './repository.ts'
import { type RunGit, runGit as runGitOnce } from './run-git.ts'
import { refuseSpecialFiles } from './special-files.ts'
import { readTreeEntries } from './tree-entries.ts'
import { checkGitVersion } from './version.ts'
import { findWorkingTree, locateFile, type RunIn, type WorkingTree } from './working-tree.ts'

/** How to run git. */
export interface RepositoryOptions {
  /** The root of the repository, or a folder inside of it. */
  readonly path: string
  /** The environment of the service. Its variables that change what git does are not passed on. */
  readonly environment: Environment
  /** How long one call of git may take; 10,000 by default. */
  readonly timeoutMs?: number
  /** Runs git; tests replace it to count or delay the calls. */
  readonly runGit?: RunGit
}

const TIMEOUT_MS = 10_000
const MAX_PROCESSES = 4

/** Opens a repository. git is first run when a method is called; at most four processes of git run at once. */
export function openRepository({
  path,
  environment,
  timeoutMs = TIMEOUT_MS,
  runGit = runGitOnce,
}: RepositoryOptions): Repository {
  const limit = createLimit(MAX_PROCESSES)
  const runIn: RunIn = (folder, args, input) =>
    limit(() => runGit({ path: folder, timeoutMs, environment }, args, input))
  let found: WorkingTree | undefined
  // An error is not cached: the next call tries again.
  const workingTree = async () => {
    if (found === undefined) {
      await checkGitVersion({ timeoutMs, environment })
      found = await findWorkingTree(runIn, path)
    }
    return found
  }
  const bytes: Git['bytes'] = async (args, input) => {
    const { root, ignoresCase } = await workingTree()
    return runIn(root, ['-c', `core.ignoreCase=${ignoresCase}`, ...args], input)
  }
  const git: Git = { bytes, text: async (...args) => String(await bytes(args)) }
  return {
    prefix: async () => (await workingTree()).prefix,
    locate: async (file) => locateFile(await workingTree(), path, file),
    refuseSpecialFiles: async () => refuseSpecialFiles(git, (await workingTree()).root),
    head: () => findHead(git),
    isShallow: () => isShallow(git),
    parentlessCommits: () => listParentlessCommits(git),
    tags: () => listTags(git),
    emptyTree: async () => (await git.text('hash-object', '-t', 'tree', '/dev/null')).trim(),
    async resolve(ref) {
      // First, so that a folder without a repository is not reported as an invalid ref.
      await workingTree()
      return resolveRef(git, ref)
    },
    lastCommitTouching: (text, file) => findLastCommitTouching(git, text, file),
    isAncestor: (ancestor, descendant) => isAncestor(git, ancestor, descendant),
    commitTime: (commit) => readCommitTime(git, commit),
    diff: (base) => listDifferences(git, base),
    untracked: () => listUntracked(git),
    treeEntries: async (paths) => readTreeEntries(git, (await workingTree()).root, paths),
  }
}
