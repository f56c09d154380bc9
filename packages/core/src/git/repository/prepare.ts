// Prepares each list of changes: rejects special files and a moved working tree, and disables the filters in the config of the
// repository.
import { readConfigEntries, WORKING_TREE_NAME } from './config-entries.ts'
import { optionsWithoutFilters } from './filters.ts'
import type { Git } from './git.ts'
import { hasPlainConfig, OWN_DIRECTORY_OPTION } from './plain-config.ts'
import { assertRegularFiles, findConfiguredFiles, findSharedDirectory } from './special-files.ts'
import { assertNotMoved, type WorkingTree } from './working-tree.ts'

/**
 * Creates the function that prepares a repository. Its first call runs git to read the config. A later call does so only when the
 * config of the repository can name filters, files or folders. The files that the config of the user and of the system names are
 * known from the first call, because only the operator can change it.
 * @see Repository.prepare
 */
export function createPreparation(
  git: Git,
  openWorkingTree: () => Promise<WorkingTree>,
): () => Promise<readonly string[]> {
  let operatorFiles: readonly string[] | undefined
  return async () => {
    const tree = await openWorkingTree()
    const isPlain = hasPlainConfig(tree)
    if (isPlain && operatorFiles) {
      assertRegularFiles(tree.root, tree.gitDirectory, operatorFiles)
      return [OWN_DIRECTORY_OPTION]
    }
    const config = await readConfigEntries(git)
    if (config.some(({ name }) => name === WORKING_TREE_NAME)) await assertNotMoved(git, tree)
    const sharedDirectory = await findSharedDirectory(git, tree.gitDirectory)
    const files = await findConfiguredFiles(git, config)
    assertRegularFiles(tree.root, sharedDirectory, files)
    if (isPlain) operatorFiles = files
    return optionsWithoutFilters(config)
  }
}
