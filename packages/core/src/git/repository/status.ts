// Reads the status of the working tree: what differs from HEAD, in one walk.
// @see https://git-scm.com/docs/git-status#_porcelain_format_version_2
import { disableFilters } from './filters.ts'
import type { Git } from './git.ts'
import { splitAtNul } from './output.ts'
import { decodePath } from './path.ts'
import type { StatusEntry } from './repository.ts'

const STATUS_OPTIONS = [
  '--porcelain=v2',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  '--ignore-submodules=dirty',
]

/**
 * Lists the paths that differ from HEAD in the index or the working tree, and the untracked paths. Ignored paths are left out.
 * @throws AppError `git/unreadable_repository`
 */
export async function readStatus(git: Git): Promise<StatusEntry[]> {
  const output = await git.runForBytes([...(await disableFilters(git)), 'status', ...STATUS_OPTIONS])
  return splitAtNul(output).flatMap((line) => readLine(line) ?? [])
}

const MISSING_MODE = '000000'
/** Number of fields before the path, by the first character of a line. */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 }

function readLine(line: string): StatusEntry | undefined {
  const count = FIELDS[line[0] ?? '']
  if (count === undefined) return undefined
  let pathStart = 0
  for (let field = 0; field < count; field++) pathStart = line.indexOf(' ', pathStart) + 1
  // A nested repository is listed as a folder.
  const path = decodePath(line.slice(pathStart).replace(/\/$/, ''))
  const fields = line.slice(0, pathStart).split(' ')
  const [kind, state = '', , mode1 = '', mode2 = '', mode3 = '', hash1 = '', hash2 = ''] = fields
  if (kind === '?') return { path, kind: 'untracked' }
  if (kind === 'u') {
    // The second stage is that of HEAD.
    const headEntry = mode2 === MISSING_MODE ? undefined : `${mode2} ${fields[8]}`
    return { path, kind: 'unmerged', headEntry, isPresent: fields[6] !== MISSING_MODE }
  }
  const isInIndex = mode2 !== MISSING_MODE
  const isUnchangedSinceIndex = state[1] === '.'
  return {
    path,
    kind: 'tracked',
    headEntry: mode1 === MISSING_MODE ? undefined : `${mode1} ${hash1}`,
    isPresent: mode3 !== MISSING_MODE,
    isStaged: state[0] !== '.',
    ...(isInIndex && isUnchangedSinceIndex && { workingEntry: `${mode2} ${hash2}` }),
  }
}
