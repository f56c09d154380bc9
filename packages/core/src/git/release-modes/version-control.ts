// Records edits of a changelog in git: plans the commit and the tag, pushes them, and moves the branch. The caller holds the
// lock of the changelog, and keeps plans so that an interrupted one can be recovered. Not used in the release mode `file`.
import { posix } from 'node:path'
import { findHeadingCommit, type ReleasedVersion } from '../changes/index.ts'
import { branchExistsError, stateError } from '../errors.ts'
import { findRef } from '../history.ts'
import { type Git, openRepository } from '../repository.ts'
import { findFreeTag, renderMessage, renderTag, renderTemplate } from '../templates.ts'
import { createCommit, createTag, findIdentity } from './commit.ts'
import { findBranch, findIndexEntry, findState, hashFile, pathIn, shortName } from './current-state.ts'
import { assertCanFollow, follow, type ReplaceFile } from './follow.ts'
import type {
  FoundRequest,
  GitPreview,
  IdempotencyKey,
  Plan,
  RecordedEdit,
  VersionControlOptions,
  WorkingFile,
} from './plan.ts'
import { assertIndexUnlocked, completePlan, type Decision, type FileState, publishPlan } from './publish.ts'
import { openRemote, trackingRef } from './push.ts'
import { addLines, findRequests, requestLines } from './requests.ts'

/** Records edits in git. */
export type VersionControl = ReturnType<typeof openVersionControl>

/** Opens version control for a repository. git does not run before a method is called. */
export function openVersionControl(options: VersionControlOptions) {
  const { remote: remoteOptions, runsHooks } = options
  // With a remote, the git config of the clone is trusted.
  const repository = openRepository({ ...options, runsFilters: remoteOptions !== undefined })
  const remote = remoteOptions && openRemote(remoteOptions, options)
  let isRemoteChecked = false
  /** What the clone knows of a branch of the remote. */
  const tracking = (ref: string) => trackingRef(remote?.name ?? '', ref)

  const messageOf = (version: string | undefined, path: string) =>
    renderMessage(version === undefined ? options.updateMessage : options.commitMessage, { version, path })
  /** The name of the branch of a release. Undefined when it has none of its own. */
  const branchOf = (version: string | undefined) =>
    version !== undefined && remoteOptions?.releaseBranch !== undefined
      ? renderTemplate(remoteOptions.releaseBranch, version)
      : undefined
  const findFreeBranch = async (git: Git, version: string | undefined) => {
    const name = branchOf(version)
    if (name !== undefined && (await findRef(git, tracking(name))) !== undefined)
      throw branchExistsError(name)
    return name
  }

  return {
    /** Whether a release is a commit of a new branch, and the changelog of this branch stays. */
    createsBranches: remoteOptions?.releaseBranch !== undefined,
    /** Whether each edit is pushed, as in the release mode `push`. In the mode `commit`, only releases are recorded. */
    pushes: remote !== undefined,
    /** Maximum number of pushes of an edit. */
    maxAttempts: remoteOptions?.maxAttempts ?? 1,
    /** How long the result of `fetch` is served to readers, in milliseconds. */
    maxAgeMs: remoteOptions?.maxAgeMs ?? 0,
    /**
     * Fetches the branch of the remote. It only changes what the clone knows of the remote, so no lock is needed.
     * @throws AppError `git/unexpected_state`, `git/unreachable_remote`, `git/unreadable_repository`
     */
    async fetch(): Promise<void> {
      if (!remote) return
      const git = await repository.open()
      // After an error, the next call checks again.
      if (!isRemoteChecked) await remote.check(git)
      isRemoteChecked = true
      const { ref } = await findBranch(git)
      const head = await remote.fetch(git, ref)
      // The remote does not have the branch any more.
      if (head === undefined) await git.write(['update-ref', '-d', tracking(ref)])
    },
    /**
     * Moves the branch and the working tree to the fetched state of the remote.
     * @returns false when the file was changed, and must be read again
     * @throws AppError `git/unexpected_state`, `git/unreadable_repository`
     */
    async synchronize(file: WorkingFile, replaceFile: ReplaceFile): Promise<boolean> {
      if (!remote) return true
      const git = await repository.open()
      const base = await findState(git, file)
      const target = await findRef(git, tracking(base.branch.ref))
      await assertCanFollow(git, remote.name, base, target)
      return follow(git, base, target, replaceFile)
    },
    /** Whether git tracks a file. @param path absolute, without symbolic links */
    async isTracked(path: string): Promise<boolean> {
      const git = await repository.open()
      return (await findIndexEntry(git, pathIn(git, path))).entry !== undefined
    },
    /**
     * Finds requests that a clone has recorded, by their ids.
     * @param since the time of the oldest one, in milliseconds since 1970
     */
    async findRequests(
      keys: readonly IdempotencyKey[],
      since: number,
    ): Promise<ReadonlyMap<string, FoundRequest>> {
      const found = await findRequests(await repository.open(), keys, since, remote?.releaseBranches ?? [])
      const withName = (request: FoundRequest) => {
        const { version } = request
        if (version === undefined) return request
        const branch = branchOf(version)
        return {
          ...request,
          ...(branch === undefined ? { tag: renderTag(options.tag, version) } : { branch }),
        }
      }
      return new Map([...found].map(([id, request]) => [id, withName(request)]))
    },
    /**
     * Creates the commit and the tag of an edit. No ref points to them yet.
     * @returns undefined when the file is not that of HEAD any more, because another process of this clone has followed the remote
     * @throws AppError `git/unexpected_state`, `git/tag_exists`, `git/unwritable_repository`
     */
    async plan(edit: RecordedEdit): Promise<Plan | undefined> {
      const { file, bytes, version } = edit
      const git = await repository.open()
      const tagger = await findIdentity(git, options)
      await assertIndexUnlocked(git)
      const base = await findState(git, file)
      const { path, branch, replacedEntries } = base
      if (remote && base.working !== base.committed) return undefined
      const name = version === undefined ? undefined : await findFreeTag(git, options.tag, version)
      const releaseBranch = await findFreeBranch(git, version)
      const entry = await hashFile(git, base, bytes, true)
      const text = messageOf(version, path)
      const lines = requestLines(edit)
      const message = addLines(text, lines)
      const commit = await createCommit(git, options, {
        parent: branch.head,
        files: [{ path, entry }],
        message,
        lines,
      })
      const tag = name !== undefined &&
        releaseBranch === undefined && {
          name,
          object: await createTag(git, options, { name, commit, message: text, tagger }),
        }
      const objects = {
        commit,
        ...(branch.head !== undefined && { parent: branch.head }),
        ...(tag && { tag }),
        ...(releaseBranch !== undefined && { releaseBranch }),
      }
      return { ...objects, branch: branch.ref, path, entry, replacedEntries }
    },
    /** Describes what an edit would do. Creates nothing. @throws AppError the errors of `plan` that can be foreseen */
    async preview(file: WorkingFile, version: string | undefined): Promise<GitPreview> {
      const git = await repository.open()
      const base = await findState(git, file)
      const { path, branch } = base
      if (remote) await assertCanFollow(git, remote.name, base, await findRef(git, tracking(branch.ref)))
      const tag = version === undefined ? undefined : await findFreeTag(git, options.tag, version)
      const releaseBranch = await findFreeBranch(git, version)
      const [message = ''] = messageOf(version, path).split('\n')
      return {
        branch: releaseBranch ?? shortName(branch.ref),
        message,
        ...(tag !== undefined && releaseBranch === undefined && { tag }),
        ...(remote && { remote: remote.name }),
      }
    },
    /**
     * Pushes a plan.
     * @returns false when the remote has other commits by now
     * @throws AppError `git/tag_exists`, `git/unwritable_repository` when the remote refuses the push,
     * `git/unreachable_remote` when it is not known whether the push took effect
     */
    async push(plan: Plan): Promise<boolean> {
      return remote ? remote.push(await repository.open(), plan, plan.tag ? [plan.tag] : []) : true
    },
    /**
     * Replaces the file, moves the branch and creates the tag.
     * @returns false when the file or a ref was changed in the meantime. Nothing is changed then
     */
    async publish(plan: Plan, replaceFile: () => Promise<boolean>): Promise<boolean> {
      const git = await repository.open()
      await assertIndexUnlocked(git)
      if (!(await publishPlan(git, plan, replaceFile))) return false
      // As git does, an error of this hook is ignored.
      if (runsHooks)
        await git.write(['hook', 'run', '--ignore-missing', 'post-commit']).catch(() => undefined)
      return true
    },
    /**
     * Creates the tag of a released version on the remote, unless the remote has it.
     * @param path the path of the changelog, relative to the opened folder
     * @returns the name of the tag and, when it is new, its commit: the one that added the heading of the version
     * @throws AppError `git/unexpected_state` when the heading is not committed or the clone is shallow,
     * `git/unwritable_repository`, `git/unreachable_remote`
     */
    async tagRelease(path: string, release: ReleasedVersion) {
      const git = await repository.open()
      await remote?.check(git)
      const name = renderTag(options.tag, release.version)
      const file = posix.join(git.prefix, path)
      const commit = await findHeadingCommit(git, file, release)
      if (commit === undefined)
        throw stateError(
          `expected the heading of ${release.version} in a commit of ${path}, got none; commit it`,
        )
      const message = messageOf(release.version, file)
      const tagger = await findIdentity(git, options)
      const object = await createTag(git, options, { name, commit, message, tagger })
      return { name, ...((await remote?.pushTag(git, { name, object })) && { commit }) }
    },
    /** Completes an interrupted plan, or finds that it did not take effect. */
    complete: async (plan: Plan, state: FileState): Promise<Decision> =>
      completePlan(await repository.open(), plan, state),
  }
}
