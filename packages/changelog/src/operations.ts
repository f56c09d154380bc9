// The bodies of the two writing operations, once: they validate requests, and as parameters of functions they
// tell language models what to send. HTTP lets their members be left out; functions require them.
import { CHANGE_TYPES, MAX_DESCRIPTION_LENGTH, VERSION_BUMPS } from '@qb/core/changelog'
import { stringEnum } from '@qb/http'
import { Type } from '@sinclair/typebox'

/** How many entries one update may add. */
export const MAX_CHANGES = 100_000

const NewChange = Type.Object(
  {
    type: stringEnum(CHANGE_TYPES, { description: 'The heading under Unreleased that the entry goes to.' }),
    description: Type.String({
      // In code points, as JSON Schema counts; the changelog counts UTF-16 code units, which are never fewer.
      maxLength: MAX_DESCRIPTION_LENGTH,
      description:
        'One entry of the changelog, in Markdown without a leading bullet. Further lines are indented.',
    }),
  },
  { additionalProperties: false },
)

export const UpdateChangelogParameters = Type.Object(
  {
    changes: Type.Array(NewChange, {
      maxItems: MAX_CHANGES,
      description: 'The entries to add, in this order. All are added, or none.',
    }),
  },
  { additionalProperties: false },
)

export const CreateReleaseParameters = Type.Object(
  {
    version_bump: stringEnum(VERSION_BUMPS, {
      description:
        'Which part of the version goes up: MAJOR for breaking changes, MINOR for features, PATCH for fixes.',
    }),
  },
  { additionalProperties: false },
)

export const GetRepositoryChangesParameters = Type.Object({}, { additionalProperties: false })

/** What an update or a release answers besides its own members. */
export const REASON = Type.Optional(
  Type.String({ description: 'Why nothing was done, where nothing was done.' }),
)
