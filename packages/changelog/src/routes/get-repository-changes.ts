// GET /api/repository/changes: what differs from the last release, committed or not.
import { type ChangelogFile, currentVersionHeading, isWritersOwn } from '@qb/core/changelog'
import { Change, listChanges, type Repository } from '@qb/core/git'
import { type Guard, type Route, ref, route } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { answers, GUARDED, SECURITY } from '../answer.ts'

/** What has changed. */
export const RepositoryChanges = Type.Object(
  { changes: Type.Array(ref(Change), { description: 'Sorted by path, each path once.' }) },
  {
    $id: 'RepositoryChanges',
    additionalProperties: false,
    description: 'What differs from the last release.',
    examples: [{ changes: [{ type: 'Added', path: 'src/sample.ts', category: 'Feature' }] }],
  },
)

/** What listing changes works on. */
export interface GetRepositoryChanges {
  readonly guard: Guard
  readonly repository: Repository
  readonly file: ChangelogFile
  readonly changelogPath: string
}

/** Lists what changed since the last release. */
export function getRepositoryChanges({
  guard,
  repository,
  file,
  changelogPath,
}: GetRepositoryChanges): Route {
  return route({
    method: 'GET',
    url: '/api/repository/changes',
    onRequest: guard,
    schema: {
      operationId: 'getRepositoryChanges',
      tags: ['Repository'],
      security: SECURITY,
      summary: 'What changed since the last release',
      description:
        'Compares the working tree, untracked files included, with the newest of the highest SemVer tag that HEAD contains and the commit that put the current version’s heading into the changelog; with HEAD where there is neither. The changelog itself is left out. A shallow clone that ends before the last release is refused, since its answer would be false. Needs the scope `changes:read`.',
      querystring: Type.Object(
        {
          since: Type.Optional(
            Type.String({
              description:
                'A commit, tag or branch to compare with in place of the last release; `root` is the empty tree. `~n`, `^n` and `^{}` may follow a name, as in `HEAD~2`. At most 250 characters.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      response: answers(ref(RepositoryChanges), 'What changed.', 'invalid_parameters', ...GUARDED),
    },
    async handler({ query }, reply) {
      const { text } = await file.read()
      const changes = await listChanges(repository, {
        since: query.since,
        changelogPath,
        versionHeading: currentVersionHeading(text),
        isOwn: (path) => isWritersOwn(changelogPath, path),
      })
      return reply.header('cache-control', 'no-store').send({ changes })
    },
  })
}
