// Lists the paths in which the working tree differs from a tree. It reads only output with `-z`, in which git
// does not quote or escape names.
import { disableFilters } from './filters.ts'
import type { Git } from './git.ts'
import { groupFields, splitAtNul } from './output.ts'
import { decodePath } from './path.ts'
import type { Difference } from './repository.ts'

const DIFF_OPTIONS = [
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=dirty',
]

/**
 * Lists the tracked paths in which the working tree differs from a commit or tree.
 * @throws AppError `git/unreadable_repository`
 */
export async function listDifferences(git: Git, base: string): Promise<Difference[]> {
  const fields = splitAtNul(
    await git.runForBytes([...(await disableFilters(git)), 'diff', ...DIFF_OPTIONS, base]),
  )
  return groupFields(fields, 2).map(([entry = '', path = '']) => {
    const [mode = '', , hash, , status = ''] = entry.slice(1).split(' ')
    return { status, path: decodePath(path), baseEntry: `${mode} ${hash}` }
  })
}

/**
 * Lists the paths that are neither tracked nor ignored. A nested repository is listed as one path.
 * @throws AppError `git/unreadable_repository`
 */
export async function listUntracked(git: Git): Promise<string[]> {
  return splitAtNul(await git.runForBytes(['ls-files', '--others', '--exclude-standard', '-z']))
    .filter((path) => path !== '')
    .map((path) => decodePath(path.replace(/\/$/, '')))
}
