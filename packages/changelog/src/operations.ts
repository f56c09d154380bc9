// The bodies of the two writing operations, once: they validate requests, and as parameters of functions they
// tell language models what to send. HTTP lets their members be left out; functions require them.
import { CHANGE_TYPES, VERSION_BUMPS } from '@qb/core/changelog'
import { stringEnum } from '@qb/http'
import { Type } from '@sinclair/typebox'

const NewChange = Type.Object(
  {
    type: stringEnum(CHANGE_TYPES, { description: 'The heading under Unreleased that the entry goes to.' }),
    description: Type.String({
      description:
        'One entry of the changelog, in Markdown without a leading bullet. Further lines are indented.',
    }),
  },
  { additionalProperties: false },
)

export const UpdateChangelogParameters = Type.Object(
  {
    changes: Type.Array(NewChange, {
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
