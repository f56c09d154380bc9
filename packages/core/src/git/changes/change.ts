// The schema of one change. A rename is not a kind of its own: it is one removed and one added path.
import { type Static, Type } from '@sinclair/typebox'

export const CHANGE_KINDS = ['Added', 'Changed', 'Removed'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const CATEGORIES = ['Documentation', 'Security', 'Tests', 'Configuration', 'Feature'] as const
export type ChangeCategory = (typeof CATEGORIES)[number]

/** One path that differs from the base. */
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
        'Relative to the root of the repository, separated by `/`, not quoted. Only a path that is not valid UTF-8 is escaped: it begins with `./`, which no other path does, and each backslash and each non-ASCII byte in it is `\\x` followed by two hexadecimal digits (`./caf\\xe9`).',
    }),
    category: Type.Unsafe<ChangeCategory>({
      type: 'string',
      enum: CATEGORIES,
      description:
        'The category of the first row of the classification table that matches the path; `Feature` when no row does.',
    }),
  },
  {
    $id: 'Change',
    additionalProperties: false,
    description: 'One path that differs from the base.',
    examples: [{ type: 'Added', path: 'docs/größe.md', category: 'Documentation' }],
  },
)
export type Change = Static<typeof Change>
