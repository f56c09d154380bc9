// Prepares each list of changes: rejects special files and a moved working tree, and disables the filters in the config of the
// repository.
import { readConfigEntries, WORKING_TREE_NAME } from './config-entries.ts'
import { optionsWithoutFilters } from './filters.ts'
import type { Git } from './git.ts'
import { hasPlainConfig } from './plain-config.ts'
import { assertRegularFiles, findConfiguredFiles, findSharedDirectory } from './special-files.ts'
import { assertNotMoved, type WorkingTree } from './working-tree.ts'

/** How long the files that the operator has named are known, in milliseconds. */
const MAX_AGE_MS = 60_000

/**
 * Creates the function that prepares a repository. Its first call runs git to read the config. A later call does so only when the
 * config of the repository can name filters, files or folders, and once a minute, because the operator can name other files in
 * the config of the user or of the system.
 * @see Repository.prepare
 */
export function createPreparation(
  git: Git,
  openWorkingTree: () => Promise<WorkingTree>,
): () => Promise<readonly string[]> {
  let operator: { readonly files: readonly string[]; readonly readAt: number } | undefined
  return async () => {
    const tree = await openWorkingTree()
    const now = performance.now()
    const isPlain = hasPlainConfig(tree)
    if (isPlain && operator && now - operator.readAt < MAX_AGE_MS) {
      assertRegularFiles(tree.root, tree.gitDirectory, operator.files)
      return []
    }
    const config = await readConfigEntries(git)
    if (config.some(({ name }) => name === WORKING_TREE_NAME)) await assertNotMoved(git, tree)
    const sharedDirectory = await findSharedDirectory(git, tree.gitDirectory)
    const files = await findConfiguredFiles(git, config)
    assertRegularFiles(tree.root, sharedDirectory, files)
    if (isPlain) operator = { files, readAt: now }
    return optionsWithoutFilters(config)
  }
}
