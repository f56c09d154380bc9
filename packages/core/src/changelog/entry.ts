// The entries and releases of a changelog, as the API shows them. What the file does not say is null, never guessed.
import { type Static, Type } from '@sinclair/typebox'

/** One entry of a changelog. */
export const ChangelogEntry = Type.Object(
  {
    type: Type.Union([Type.String(), Type.Null()], {
      description: 'The heading it stands under, such as `Added`; null for an entry right under its version.',
    }),
    description: Type.String({ description: 'The entry’s Markdown, without its bullet and indent.' }),
  },
  {
    $id: 'ChangelogEntry',
    additionalProperties: false,
    description: 'One entry of a changelog.',
    examples: [{ type: 'Added', description: 'A seed for every draw.' }],
  },
)
export type ChangelogEntry = Static<typeof ChangelogEntry>

/** One released version. */
export const Release = Type.Object(
  {
    version: Type.String({ description: 'As SemVer has it, without a leading `v`.' }),
    date: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
      description: 'The ISO date in its heading; null where there is none.',
    }),
    yanked: Type.Boolean({ description: 'Whether the heading says `[YANKED]`.' }),
    changes: Type.Array(Type.Unsafe<ChangelogEntry>(Type.Ref('ChangelogEntry'))),
  },
  {
    $id: 'Release',
    additionalProperties: false,
    description: 'One released version.',
    examples: [
      {
        version: '1.2.0',
        date: '2026-11-21',
        yanked: false,
        changes: [{ type: 'Added', description: 'A seed for every draw.' }],
      },
    ],
  },
)
export type Release = Static<typeof Release>

/** The kinds of change that may be written. Keep a Changelog has more; a file that has them keeps them. */
export const CHANGE_TYPES = ['Added', 'Changed', 'Removed'] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** An entry to be written. */
export interface NewEntry {
  readonly type: ChangeType
  readonly description: string
}

/** The parts of a release that can be asked for. */
export const VERSION_BUMPS = ['MAJOR', 'MINOR', 'PATCH'] as const
export type VersionBump = (typeof VERSION_BUMPS)[number]
