// Lists the paths in which the working tree differs from a tree. Only `-z` output is read, so names are exact.
import { disableFilters } from './filters.ts'
import type { Git } from './git.ts'
import { group, splitZero } from './output.ts'
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

/** The tracked paths in which the working tree differs from a commit or tree. */
export async function listDifferences(git: Git, base: string): Promise<Difference[]> {
  const fields = splitZero(await git.bytes([...(await disableFilters(git)), 'diff', ...DIFF_OPTIONS, base]))
  return group(fields, 2).map(([state = '', path = '']) => {
    const [mode = '', , hash, , status = ''] = state.slice(1).split(' ')
    return { status, path: decodePath(path), baseEntry: `${mode} ${hash}` }
  })
}

/** The paths that are neither tracked nor ignored. A repository inside of this one is one path. */
export async function listUntracked(git: Git): Promise<string[]> {
  return splitZero(await git.bytes(['ls-files', '--others', '--exclude-standard', '-z']))
    .filter((path) => path !== '')
    .map((path) => decodePath(path.replace(/\/$/, '')))
}
