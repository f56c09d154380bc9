// Opens a git repository. Only hashes that git has printed and validated refs become arguments of git, so git
// cannot interpret a value from a client as an option.
import { listDifferences } from './differences.ts'
import {
  findLastCommitChangingText,
  isAncestor,
  listRootCommits,
  listTags,
  readCommitTime,
  readHeadState,
} from './history.ts'
import { type GitAccessOptions, openGit } from './open-git.ts'
import { createPreparation } from './prepare.ts'
import { resolveRef } from './ref.ts'
import type { Repository } from './repository.ts'
import { readStatus } from './status.ts'
import { readTreeEntries } from './tree-entries.ts'
import { locateFile } from './working-tree.ts'

/** Options of {@link openRepository}. */
export type RepositoryOptions = GitAccessOptions

/**
 * Opens a repository. git does not run before a method is called. At most four processes of git run at once.
 */
export function openRepository(options: RepositoryOptions): Repository {
  const { path } = options
  const { git, workingTree: openWorkingTree } = openGit(options)
  let lastHead: string | undefined
  return {
    prefix: async () => (await openWorkingTree()).prefix,
    locate: async (file) => locateFile(await openWorkingTree(), path, file),
    prepare: createPreparation(git, openWorkingTree),
    headState: () => readHeadState(git),
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
    diffTrees: (base, head, signal) => listDifferences(signal ? git.with({ signal }) : git, base, head),
    lastHead: () => lastHead,
    async status(options) {
      const status = await readStatus(git, options)
      lastHead = status.head
      return status
    },
    treeEntries: async (paths) => readTreeEntries(git, (await openWorkingTree()).root, paths),
  }
}
