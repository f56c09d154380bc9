// GET /api/repository/changes: what differs from the last release, committed or not.
import { type ChangelogFile, currentVersionHeading, isWritersOwn } from '@qb/core/changelog'
import { CoreError } from '@qb/core/errors'
import { Change, listChanges, type Repository, shareRuns } from '@qb/core/git'
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

/** A list, and the JSON of its response. */
interface WrittenList {
  readonly changes: Change[]
  readonly json: string
}

/** How many lists are made at once, and how many more, of other refs, may wait. */
const MAX_RUNNING = 2
const MAX_WAITING = 16
const RETRY_AFTER_SECONDS = 5

function refuseBusy(): CoreError {
  return new CoreError(
    'repository_busy',
    `expected at most ${MAX_RUNNING + MAX_WAITING} lists of changes at once, got one more; try again in ${RETRY_AFTER_SECONDS} seconds`,
  )
}

function isBusy(error: unknown): boolean {
  return error instanceof CoreError && error.code === 'repository_busy'
}

/** Lists what changed since the last release. */
export function getRepositoryChanges({
  guard,
  repository,
  file,
  changelogPath,
}: GetRepositoryChanges): Route {
  const share = shareRuns<string | undefined, WrittenList>({
    maxRunning: MAX_RUNNING,
    maxWaiting: MAX_WAITING,
    refuse: refuseBusy,
  })
  const list = async (since: string | undefined) => {
    const { text } = await file.read()
    const changes = await listChanges(repository, {
      since,
      changelogPath,
      versionHeading: currentVersionHeading(text),
      isOwn: (path) => isWritersOwn(changelogPath, path),
    })
    // Written once for all who share it: a list may have megabytes.
    return { changes, json: JSON.stringify({ changes }) }
  }
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
        'Compares the working tree, untracked files included, with the newest of the highest SemVer tag that HEAD contains and the commit that put the current version’s heading into the changelog; with HEAD where there is neither. The changelog itself is left out. A shallow clone that ends before the last release is refused, since its answer would be false. Equal requests that wait at the same time share one list, which is begun after all of them came; where too many different ones wait, the answer is 503 with `Retry-After`. Needs the scope `changes:read`.',
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
      response: answers(
        ref(RepositoryChanges),
        'What changed.',
        'invalid_parameters',
        'repository_busy',
        ...GUARDED,
      ),
    },
    async handler({ query }, reply) {
      const { changes, json } = await share(query.since, () => list(query.since)).catch((error: unknown) => {
        if (isBusy(error)) reply.header('retry-after', RETRY_AFTER_SECONDS)
        throw error
      })
      return reply
        .header('cache-control', 'no-store')
        .serializer(() => json)
        .send({ changes })
    },
  })
}
