// Derives the bump of a release from its entries, by the rules of Semantic Versioning. docs/changelog-format.md has the table.
// @see https://semver.org/spec/v2.0.0.html
import { ENTRY_LABEL, trimToLetters } from './document/index.ts'
import { BUMP_CATEGORIES, type ChangelogEntry, TYPE_NAMES, type VersionBump } from './entry.ts'

/** The bumps, from the highest to the lowest, with the types of entries that require them. */
const BUMP_TYPES: readonly (readonly [VersionBump, readonly string[]])[] = [
  ['MAJOR', [...TYPE_NAMES.Removed, 'breaking', 'breaking changes', 'backwards incompatible changes']],
  ['MINOR', [...TYPE_NAMES.Added, ...TYPE_NAMES.Changed, ...TYPE_NAMES.Deprecated]],
  [
    'PATCH',
    [
      ...TYPE_NAMES.Fixed,
      ...TYPE_NAMES.Security,
      ...['performance', 'documentation', 'docs', 'dependencies', 'internal', 'tests', 'chores'],
      'maintenance',
    ],
  ],
]

/** An entry that says itself that it is a breaking change, whatever its type is. */
const BREAKING = /\bBREAKING\b|^\W*[Bb]reaking\b/

/** A bump, or a type of an entry that requires none that is known. Null for an entry directly below the version. */
export type DerivedBump =
  | { readonly kind: 'bump'; readonly bump: VersionBump }
  | { readonly kind: 'unknown_type'; readonly type: string | null }

/**
 * Derives the bump that the entries of the next version require: the highest of all. Before 1.0.0, no bump is MAJOR. The first
 * version is a MINOR one, 0.1.0.
 * @param current the current version. Undefined without released versions
 * @param entries at least one
 */
export function deriveBump(current: string | undefined, entries: readonly ChangelogEntry[]): DerivedBump {
  if (current === undefined) return { kind: 'bump', bump: 'MINOR' }
  const ranks = entries.map(rankOf)
  const unknown = ranks.indexOf(-1)
  // No bump is higher than that of a breaking change, so the other types need not be known.
  if (ranks.includes(0)) return { kind: 'bump', bump: current.startsWith('0.') ? 'MINOR' : 'MAJOR' }
  if (unknown !== -1) return { kind: 'unknown_type', type: entries[unknown]?.type ?? null }
  return { kind: 'bump', bump: ranks.includes(1) ? 'MINOR' : 'PATCH' }
}

/** The index of the bump that an entry requires. −1 when it is not known. */
function rankOf({ type, description }: ChangelogEntry): number {
  if (BREAKING.test(description)) return 0
  const bump = BUMP_CATEGORIES.indexOf(type ?? '')
  if (bump !== -1) return bump
  const name = trimToLetters(type ?? ENTRY_LABEL.exec(description)?.[2] ?? '').toLowerCase()
  return BUMP_TYPES.findIndex(([, types]) => types.includes(name))
}
