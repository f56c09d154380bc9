// Reads the status of the working tree: what differs from HEAD, in one walk.
// @see https://git-scm.com/docs/git-status#_porcelain_format_version_2
import type { Git } from './git.ts'
import { splitAtNul } from './output.ts'
import { decodePath } from './path.ts'
import type { Status, StatusEntry } from './repository.ts'

const STATUS_OPTIONS = [
  '--porcelain=v2',
  '-z',
  '--branch',
  '--no-ahead-behind',
  '--no-renames',
  '--untracked-files=all',
  '--ignore-submodules=dirty',
]

/** The start of the line with the hash of HEAD's commit. On a branch without commits, `(initial)` follows. */
const HEAD_LINE = '# branch.oid '

/**
 * Reads HEAD, the paths that differ from it in the index or the working tree, and the untracked paths. Ignored paths are left out.
 * @param options options of git, which disable filters
 * @throws AppError `git/unreadable_repository`
 */
export async function readStatus(git: Git, options: readonly string[]): Promise<Status> {
  const output = await git.runForBytes([...options, 'status', ...STATUS_OPTIONS])
  const lines = splitAtNul(output)
  const head = lines.find((line) => line.startsWith(HEAD_LINE))?.slice(HEAD_LINE.length)
  return {
    head: head === '(initial)' ? undefined : head,
    entries: lines.flatMap((line) => readLine(line) ?? []),
  }
}

const MISSING_MODE = '000000'
/** Number of fields before the path of an unmerged path. */
const UNMERGED_FIELDS = 10

function readLine(line: string): StatusEntry | undefined {
  switch (line[0]) {
    case '1':
      return readTracked(line)
    case 'u':
      return readUnmerged(line)
    case '?':
      return { path: readPath(line, 2), kind: 'untracked' }
    default:
      return undefined
  }
}

/** Reads `1 XY sub mH mI mW hH hI path`. The fields before the hashes have a fixed width. */
function readTracked(line: string): StatusEntry {
  const [headMode, indexMode, workingMode] = [line.slice(10, 16), line.slice(17, 23), line.slice(24, 30)]
  const headHashEnd = line.indexOf(' ', 31)
  const indexHashEnd = line.indexOf(' ', headHashEnd + 1)
  const isInIndex = indexMode !== MISSING_MODE
  const isUnchangedSinceIndex = line[3] === '.'
  return {
    path: readPath(line, indexHashEnd + 1),
    kind: 'tracked',
    headEntry: headMode === MISSING_MODE ? undefined : `${headMode} ${line.slice(31, headHashEnd)}`,
    isPresent: workingMode !== MISSING_MODE,
    isStaged: line[2] !== '.',
    ...(isInIndex &&
      isUnchangedSinceIndex && {
        workingEntry: `${indexMode} ${line.slice(headHashEnd + 1, indexHashEnd)}`,
      }),
  }
}

/** Reads `u XY sub m1 m2 m3 mW h1 h2 h3 path`. The second stage is that of HEAD. */
function readUnmerged(line: string): StatusEntry {
  const fields = line.split(' ', UNMERGED_FIELDS)
  const pathStart = fields.join(' ').length + 1
  const [, , , , mode2, , workingMode, , hash2] = fields
  return {
    path: readPath(line, pathStart),
    kind: 'unmerged',
    headEntry: mode2 === MISSING_MODE ? undefined : `${mode2} ${hash2}`,
    isPresent: workingMode !== MISSING_MODE,
  }
}

/** Reads the path at the end of a line. A nested repository is listed as a folder. */
function readPath(line: string, start: number): string {
  return decodePath(line.slice(start, line.endsWith('/') ? -1 : undefined))
}
