// A changed path as the API shows it.
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
      description: 'A rename is a removed and an added path; another type or mode of file is `Changed`.',
    }),
    path: Type.String({
      description:
        'Relative to the repository, separated by `/`, never quoted or escaped. Only a path that is not UTF-8 is spelled out: it begins with `./`, as no other path does, and each backslash and each byte that is not ASCII is `\\x` with two hexadecimal digits (`./caf\\xe9`).',
    }),
    category: Type.Unsafe<ChangeCategory>({
      type: 'string',
      enum: CATEGORIES,
      description: 'By the first row of the classification table that the path matches.',
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
