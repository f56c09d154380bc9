// Compares two states of the repository with git.
import type { Environment } from '../read.ts'
import type { Git } from '../repository.ts'

/** What happened to a path since the base. */
export const CHANGE_KINDS = ['Added', 'Changed', 'Removed'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** What changed, by the path as git prints it. Each character, U+0000 to U+00FF, represents one byte. */
export type Differences = ReadonlyMap<string, Difference>

/** A path that differs from the base or the index. */
interface Difference {
  readonly kind: ChangeKind
  /** The mode and the hash in the base or the index, separated by a space. */
  readonly baseEntry: string
}

const KINDS: Readonly<Record<string, ChangeKind>> = { A: 'Added', D: 'Removed' }

/**
 * Compares the paths of the index with the working tree, or of two trees. A path that was removed from the index is listed as removed.
 * @param trees one to compare the working tree with, or two. The index by default
 */
export async function compare(
  git: Git,
  trees: readonly string[],
  variables?: Environment,
): Promise<Differences> {
  const args = ['diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-relative', '--no-color']
  const safe = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty']
  const output = await git.read([...args, ...safe, ...trees, '--'], {
    variables,
  })
  const fields = splitAtNul(output)
  const differences = new Map<string, Difference>()
  // Each path follows a field `:<mode> <mode> <hash> <hash> <letter>`.
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [mode = '', , hash = '', , letter = ''] = fields[index]?.slice(1).split(' ') ?? []
    const difference = { kind: KINDS[letter] ?? 'Changed', baseEntry: `${mode} ${hash}` }
    differences.set(fields[index + 1] ?? '', difference)
  }
  return differences
}

/** Splits output at NUL bytes. */
export function splitAtNul(output: Buffer): string[] {
  return output.toString('latin1').split('\0').slice(0, -1)
}
