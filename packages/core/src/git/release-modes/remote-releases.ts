// Records releases of several changelogs with one commit, in the release mode `push`. The remote accepts the commit and all tags, or
// nothing. The clone follows as it follows other clones.
import { findEntry, isFileEntry } from '../history.ts'
import { openRepository } from '../repository.ts'
import { findFreeTag, renderMessage, renderTag } from '../templates.ts'
import { createCommit, createTag, findIdentity } from './commit.ts'
import { findBranch, findIndexEntry, hashFile, pathIn, shortName } from './current-state.ts'
import type {
  FoundRequest,
  GitPreview,
  IdempotencyKey,
  RecordedEdit,
  RemoteOptions,
  VersionControlOptions,
} from './plan.ts'
import { openRemote } from './push.ts'
import { addLines, findRequests, requestLines } from './requests.ts'

/** The release of one changelog. */
export interface RemoteEdit extends Pick<RecordedEdit, 'bytes' | 'revision'> {
  /** The absolute path of the changelog, without symbolic links. */
  readonly path: string
  readonly version: string
  readonly key: IdempotencyKey
  /** The form of the tag. */
  readonly tag: string
  /** The message of the tag. */
  readonly message: string
}

/** Options of {@link openRemoteReleases}: those of a package. */
type RemoteReleasesOptions = VersionControlOptions & { readonly remote: RemoteOptions }

/** Records releases on the remote. */
export type RemoteReleases = ReturnType<typeof openRemoteReleases>

/** Opens the remote of a repository. git does not run before the method is called. */
export function openRemoteReleases(options: RemoteReleasesOptions) {
  const repository = openRepository({ ...options, runsFilters: true })
  const remote = openRemote(options.remote, options)
  return {
    maxAttempts: options.remote.maxAttempts,
    /** Reads HEAD, which the caller has moved to the state of the remote. @throws AppError `git/unexpected_state` */
    async readHead() {
      const git = await repository.open()
      const { ref, head } = await findBranch(git)
      return {
        /** Reads a file of HEAD as it is in the working tree. Undefined when HEAD has none. @param path absolute */
        async read(path: string): Promise<Buffer | undefined> {
          const name = pathIn(git, path)
          if (!isFileEntry(await findEntry(git, head, name))) return undefined
          return git.read(['cat-file', '--filters', `${head}:${name}`])
        },
        /** Finds releases that were recorded before, by the ids of their keys. @param since in milliseconds since 1970 */
        async find(
          edits: readonly Pick<RemoteEdit, 'key' | 'tag'>[],
          since: number,
        ): Promise<(FoundRequest | undefined)[]> {
          const keys = edits.map(({ key }) => key)
          const found = await findRequests(git, keys, since, [])
          return edits.map(({ key, tag }) => {
            const one = found.get(key.id)
            return one?.version ? { ...one, tag: renderTag(tag, one.version) } : one
          })
        },
        /** Renders the message of a commit or a tag. @param paths the absolute paths of the changelogs */
        renderMessage(template: string, version: string, paths: readonly string[]): string {
          return renderMessage(template, { version, path: paths.map((one) => pathIn(git, one)).join(', ') })
        },
        /** Says what {@link push} would do. @throws AppError `git/tag_exists` */
        async preview(edits: readonly RemoteEdit[], message: string): Promise<GitPreview> {
          for (const { tag, version } of edits) await findFreeTag(git, tag, version)
          const [line = ''] = message.split('\n', 1)
          return { branch: shortName(ref), message: line, remote: remote.name }
        },
        /**
         * Pushes a commit with all edits, and their tags.
         * @returns the hash of the commit and the names of the tags. Undefined when the remote has other commits by now
         * @throws AppError `git/tag_exists`, and the errors of a push
         */
        async push(edits: readonly RemoteEdit[], message: string) {
          const tagger = await findIdentity(git, options)
          const names: string[] = []
          const files: { path: string; entry: string }[] = []
          for (const { path: file, bytes, tag, version } of edits) {
            names.push(await findFreeTag(git, tag, version))
            const path = pathIn(git, file)
            const committed = await findEntry(git, head, path)
            const { keepsCarriageReturns } = await findIndexEntry(git, path)
            const entry = await hashFile(git, { path, committed, keepsCarriageReturns }, bytes, true)
            files.push({ path, entry })
          }
          const lines = edits.flatMap(({ key, ...edit }) => requestLines({ keys: [key], ...edit }))
          const text = addLines(message, lines)
          const commit = await createCommit(git, options, { parent: head, files, message: text, lines })
          const tags = await Promise.all(
            names.map(async (name, index) => {
              const tag = { name, commit, message: edits[index]?.message ?? '', tagger }
              return { name, object: await createTag(git, options, tag) }
            }),
          )
          const plan = { commit, branch: ref, ...(head !== undefined && { parent: head }) }
          return (await remote.push(git, plan, tags)) ? { commit, tags: names } : undefined
        },
      }
    },
  }
}
