// Lists the paths that differ between two trees. It reads only output with `-z`, in which git does not quote or escape names.
import type { Git } from './git.ts'
import { groupFields, splitAtNul } from './output.ts'
import { decodePath } from './path.ts'
import type { Difference } from './repository.ts'

const MISSING_MODE = '000000'

/**
 * Lists the paths that differ between two commits or trees.
 * @throws AppError `git/unreadable_repository`
 */
export async function listDifferences(git: Git, base: string, head: string): Promise<Difference[]> {
  const fields = splitAtNul(await git.runForBytes(['diff-tree', '-r', '-z', '--no-renames', base, head]))
  return groupFields(fields, 2).map(([entry = '', path = '']) => {
    const [baseMode = '', headMode = '', baseHash, headHash] = entry.slice(1).split(' ')
    const entryOf = (mode: string, hash = '') => (mode === MISSING_MODE ? undefined : `${mode} ${hash}`)
    return {
      path: decodePath(path),
      baseEntry: entryOf(baseMode, baseHash),
      headEntry: entryOf(headMode, headHash),
    }
  })
}
