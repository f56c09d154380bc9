// Lists what changed in the repository since the last release, committed or not.
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { Change, GIT_ERRORS } from '@qb/core/git'
import { ref } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

/** What changed. */
export const RepositoryChanges = Type.Object(
  { changes: Type.Array(ref(Change), { description: 'Sorted by path; each path once.' }) },
  {
    $id: 'RepositoryChanges',
    additionalProperties: false,
    description: 'What changed since the last release.',
    examples: [{ changes: [{ type: 'Added', path: 'src/sample.ts', category: 'Feature' }] }],
  },
)

const query = Type.Object(
  {
    since: Type.Optional(
      Type.String({
        description:
          'A commit, tag or branch to compare with instead of the last release; `root` is the empty tree. `~n`, `^n` and `^{}` may follow a name, as in `HEAD~2`. At most 250 characters.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const getRepositoryChanges = defineOperation({
  id: 'getRepositoryChanges',
  method: 'GET',
  path: '/api/repository/changes',
  access: 'changes:read',
  tag: 'Repository',
  summary: 'List what changed since the last release',
  description:
    'Compares the working tree, including untracked files, with the last release: the newer one of the highest SemVer tag reachable from HEAD, and the commit that added the heading of the current version to the changelog. Compares with HEAD when there is neither. The changelog itself is left out. A shallow clone that ends before the last release is refused, since its result would be wrong. Equal requests that wait at the same time share one result. When too many different ones wait, the response is 503 with `Retry-After`.',
  input: { query },
  result: { description: 'The changes.', schema: RepositoryChanges },
  models: [Change],
  errors: [
    GIT_ERRORS.invalid_ref,
    GIT_ERRORS.unreadable_repository,
    GIT_ERRORS.busy,
    CHANGELOG_ERRORS.unreadable,
  ],
  tool: {
    name: 'get_repository_changes',
    description:
      'List the paths that changed in the repository since the last release, each with a category.',
    parameters: Type.Object({}, { additionalProperties: false }),
  },
  async run({ since }, { listChanges }) {
    return { cache: 'none', content: { json: await listChanges(since) } }
  },
})
