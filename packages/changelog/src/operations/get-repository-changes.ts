// Lists the changes in the repository since the last release, both committed and uncommitted.
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { Change, GIT_ERRORS } from '@qb/core/git'
import { closedObject, optional, ref } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

export const RepositoryChanges = closedObject(
  { changes: Type.Array(ref(Change), { description: 'The changes, sorted by path, at most one per path.' }) },
  {
    $id: 'RepositoryChanges',
    description: 'The changes since the last release.',
    examples: [{ changes: [{ type: 'Added', path: 'src/sample.ts', category: 'Feature' }] }],
  },
)

const query = closedObject(
  optional({
    since: Type.String({
      description:
        'The commit, tag or branch to compare with, instead of the last release. `root` is the empty tree. The suffixes `~n`, `^n` and `^{}` are supported, as in `HEAD~2`. At most 250 characters.',
    }),
  }),
)

export const getRepositoryChanges = defineOperation({
  id: 'getRepositoryChanges',
  method: 'GET',
  path: '/api/repository/changes',
  access: 'changes:read',
  tag: 'Repository',
  summary: 'List the changes since the last release',
  description: `Compares the working tree, including untracked files, with the last release: the tag of the current version of the changelog, or else the commit that added its heading, or else the highest reachable version tag. Without a release, it is compared with HEAD. The changelog itself is not listed.

If a shallow clone does not contain the last release, the operation returns 400.`,
  input: { query },
  result: {
    description: 'The changes.',
    schema: RepositoryChanges,
    headers: { 'Changes-Base': 'The hash of the commit or tree that was compared with.' },
  },
  schemas: [Change],
  errors: [
    GIT_ERRORS.invalid_ref,
    GIT_ERRORS.unreadable_repository,
    GIT_ERRORS.busy,
    CHANGELOG_ERRORS.unreadable,
  ],
  functionDefinition: {
    name: 'get_repository_changes',
    description:
      'List the paths that changed in the repository since the last release, each with its category.',
    parameters: closedObject({}),
  },
  async run({ since }, { listChanges }) {
    const { base, changes } = await listChanges(since)
    return { cache: 'none', content: { value: { changes } }, headers: { 'changes-base': base } }
  },
})
