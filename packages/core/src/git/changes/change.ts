// Defines the schema of a change. A rename has no kind of its own: it is one removed and one added path.
import { type Static, Type } from '@sinclair/typebox'

/** What happened to a path since the base. */
export const CHANGE_KINDS = ['Added', 'Changed', 'Removed'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The categories of paths. classification.ts maps each path to one of them. */
export const CATEGORIES = ['Documentation', 'Security', 'Tests', 'Configuration', 'Feature'] as const
export type ChangeCategory = (typeof CATEGORIES)[number]

/** A path that differs from the base. */
export const Change = Type.Object(
  {
    type: Type.Unsafe<ChangeKind>({
      type: 'string',
      enum: CHANGE_KINDS,
      description:
        'A rename is one `Removed` and one `Added` path. A path whose file type or mode differs is `Changed`.',
    }),
    path: Type.String({
      description:
        'Relative to the repository root, with `/` separators. A path that is not valid UTF-8 starts with `./`. In it, each backslash and non-ASCII byte is escaped as `\\xHH`.',
    }),
    category: Type.Unsafe<ChangeCategory>({
      type: 'string',
      enum: CATEGORIES,
      description:
        'The category of the first row of the classification table that matches the path, or `Feature`.',
    }),
  },
  {
    $id: 'Change',
    additionalProperties: false,
    description: 'A path that differs from the base.',
    examples: [{ type: 'Added', path: 'docs/größe.md', category: 'Documentation' }],
  },
)
export type Change = Static<typeof Change>
