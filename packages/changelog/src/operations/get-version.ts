// Returns one version, as JSON or as its notes in Markdown.
import { assertReadable, CHANGELOG_ERRORS, ChangelogEntry, findVersion, Release } from '@qb/core/changelog'
import { Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

export const getVersion = defineOperation({
  id: 'getVersion',
  method: 'GET',
  path: '/api/changelog/{version}',
  access: 'changes:read',
  tag: 'Changelog',
  summary: 'Get one version, as JSON or as Markdown',
  description:
    'Returns JSON by default. With `Accept: text/markdown`, returns the notes of the version exactly as in the file, without the heading. For `unreleased`, `version` is `unreleased` and `date` is null.',
  input: {
    path: Type.Object({
      version: Type.String({
        description: 'A version, `latest` for the highest released version, or `unreleased`.',
        examples: ['latest'],
      }),
    }),
  },
  result: {
    description: 'The version.',
    schema: Release,
    alternatives: { 'text/markdown': Type.String() },
    cache: 'private',
  },
  schemas: [ChangelogEntry],
  errors: [CHANGELOG_ERRORS.unknown_version, CHANGELOG_ERRORS.ambiguous, CHANGELOG_ERRORS.unreadable],
  async run({ version: name }, { changelog }) {
    const { document, revision } = await changelog.read()
    assertReadable(document)
    const { release, notes } = findVersion(document, name)
    return {
      cache: 'private',
      revision,
      render: () => ({ value: release, alternatives: { 'text/markdown': () => notes } }),
    }
  },
})
