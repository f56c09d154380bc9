// Returns the history of releases.
import { assertReadable, CHANGELOG_ERRORS, ChangelogEntry, Release, readHistory } from '@qb/core/changelog'
import { closedObject, optional, ref } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

export const ChangelogHistory = closedObject(
  {
    version: Type.String({ description: 'The highest released version, or `0.0.0` without releases.' }),
    unreleased: Type.Array(ref(ChangelogEntry), { description: 'The unreleased entries, in file order.' }),
    releases: Type.Array(ref(Release), { description: 'The releases of the page, in file order.' }),
    total: Type.Integer({ minimum: 0, description: 'Number of releases in the file.' }),
  },
  {
    $id: 'ChangelogHistory',
    description: 'The history of a changelog.',
    examples: [
      {
        version: '1.2.0',
        unreleased: [{ type: 'Added', description: 'A seed for every draw.' }],
        releases: [{ version: '1.2.0', date: '2026-11-21', yanked: false, changes: [] }],
        total: 1,
      },
    ],
  },
)

const query = closedObject(
  optional({
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'Maximum number of releases.',
    }),
    offset: Type.Integer({ minimum: 0, default: 0, description: 'Number of releases to skip.' }),
  }),
)

export const getChangelog = defineOperation({
  id: 'getChangelog',
  method: 'GET',
  path: '/api/changelog',
  access: 'changes:read',
  tag: 'Changelog',
  summary: 'Get the history of releases',
  description:
    'Returns the current version, the unreleased entries, and the releases in file order. The `ETag` is the revision of the file.',
  input: { query },
  result: { description: 'The history.', schema: ChangelogHistory, cache: 'private' },
  schemas: [ChangelogEntry, Release],
  errors: [CHANGELOG_ERRORS.ambiguous, CHANGELOG_ERRORS.unreadable],
  async run({ limit = DEFAULT_LIMIT, offset = 0 }, { changelog }) {
    const { document, revision } = await changelog.read()
    assertReadable(document)
    return {
      cache: 'private',
      revision,
      render: () => ({ value: readHistory(document, limit, offset) }),
    }
  },
})
