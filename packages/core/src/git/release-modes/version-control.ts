// Records edits of a changelog in git: plans the commit and the tag, pushes them, and moves the branch. The caller holds the
// lock of the changelog, and keeps plans so that an interrupted one can be recovered. Not used in the release mode `file`.
import { posix } from 'node:path'
import { AppError } from '../../errors.ts'
import { findHeadingCommit, type ReleasedVersion } from '../changes/index.ts'
import { GIT_ERRORS, stateError, tagExistsError } from '../errors.ts'
import { findRef } from '../history.ts'
import { type Git, openRepository } from '../repository.ts'
import { renderMessage, renderTag, renderTemplate } from '../templates.ts'
import { createCommit, createTag, findIdentity } from './commit.ts'
import {
  findBranch,
  findIndexEntry,
  findState,
  hashFile,
  pathIn,
  type State,
  shortName,
} from './current-state.ts'
import { assertCanFollow, follow, type ReplaceFile } from './follow.ts'
import type {
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

/** What names the commit and the tag of an edit. */
type NamedEdit = Pick<RecordedEdit, 'file' | 'version' | 'naming'>

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

  const messageOf = (version: string | undefined, path: string, template?: string) => {
    const usual = version === undefined ? options.updateMessage : options.commitMessage
    return renderMessage(template ?? usual, { version, path })
  }
  /** The name of the branch of a release. Undefined when it has none of its own. */
  const branchOf = (version: string | undefined) =>
    version !== undefined && remoteOptions?.releaseBranch !== undefined
      ? renderTemplate(remoteOptions.releaseBranch, version)
      : undefined

  /**
   * Finds the states from which edits are recorded with one commit, and names what is recorded.
   * @param template the template of the message of the commit
   */
  async function inspect(git: Git, edits: readonly NamedEdit[], template: string | undefined) {
    const branch = await findBranch(git)
    const states: State[] = []
    const newTags: { readonly name: string; readonly message: string }[] = []
    for (const { file, version, naming = options } of edits) {
      const state = await findState(git, branch, file)
      states.push(state)
      if (version === undefined) continue
      const message = renderMessage(naming.commitMessage, { version, path: state.path })
      newTags.push({ name: renderTag(naming.tag, version), message })
    }
    const version = edits[0]?.version
    const message = messageOf(version, states.map(({ path }) => path).join(', '), template)
    return { branch, states, message, newTags, releaseBranch: branchOf(version) }
  }

  /** Checks that what is created does not exist yet. @throws AppError `git/tag_exists`, `git/branch_exists` */
  async function assertFree(
    git: Git,
    { newTags, releaseBranch }: Pick<Awaited<ReturnType<typeof inspect>>, 'newTags' | 'releaseBranch'>,
  ): Promise<void> {
    for (const { name } of newTags)
      if ((await findRef(git, `refs/tags/${name}`)) !== undefined) throw tagExistsError(name)
    if (releaseBranch === undefined || (await findRef(git, tracking(releaseBranch))) === undefined) return
    const message = `expected no branch ${releaseBranch} on the remote, got one; it is not moved. Merge it, delete it, or choose another bump`
    throw new AppError(GIT_ERRORS.branch_exists, message)
  }

  return {
    /** Whether a release is a commit of a new branch, and the changelog of this branch stays. */
    createsBranches: remoteOptions?.releaseBranch !== undefined,
    /** Whether each edit is pushed, as in the release mode `push`. In the mode `commit`, only releases are recorded. */
    pushes: remote !== undefined,
    /** The templates of the tag of a release, and of its message. */
    naming: { tag: options.tag, commitMessage: options.commitMessage },
    /** Maximum number of pushes of an edit. */
    maxAttempts: remoteOptions?.maxAttempts ?? 1,
    /** How long the result of `fetch` is served to readers, in milliseconds. */
    maxAgeMs: remoteOptions?.maxAgeMs ?? 0,
    /** Fetches the branch of the remote. It changes no branch and no file of the clone, so no lock is needed. */
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
      const base = await findState(git, await findBranch(git), file)
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
    async findRequests(keys: readonly IdempotencyKey[], since: number) {
      const nameOf = (version: string) => {
        const branch = branchOf(version)
        return branch === undefined ? { tag: renderTag(options.tag, version) } : { branch }
      }
      return findRequests(await repository.open(), keys, since, remote?.releaseBranches ?? [], nameOf)
    },
    /**
     * Creates the commit of edits, and the tags of their releases. No ref points to them yet.
     * @param template the template of the message of the commit, when several packages are released
     * @returns the plan of the first edit, and all tags. Undefined when a file is not that of HEAD any more, because another process of
     * this clone has followed the remote
     * @throws AppError `git/unexpected_state`, `git/tag_exists`, `git/unwritable_repository`
     */
    async plan(edits: readonly RecordedEdit[], template?: string) {
      const git = await repository.open()
      const tagger = await findIdentity(git, options)
      await assertIndexUnlocked(git)
      const found = await inspect(git, edits, template)
      const { states, branch, releaseBranch, newTags } = found
      if (remote && states.some(({ working, committed }) => working !== committed)) return undefined
      await assertFree(git, found)
      const files: { readonly path: string; readonly entry: string }[] = []
      for (const [index, { bytes }] of edits.entries()) {
        const state = states[index] as State
        files.push({ path: state.path, entry: await hashFile(git, state, bytes, true) })
      }
      const lines = edits.flatMap(requestLines)
      const message = addLines(found.message, lines)
      const commit = await createCommit(git, options, { parent: branch.head, files, message, lines })
      const tags: NonNullable<Plan['tag']>[] = []
      for (const { name, message } of releaseBranch === undefined ? newTags : [])
        tags.push({ name, object: await createTag(git, options, { name, commit, message, tagger }) })
      const plan: Plan = {
        commit,
        ...(branch.head !== undefined && { parent: branch.head }),
        branch: branch.ref,
        ...(releaseBranch !== undefined && { releaseBranch }),
        ...(tags[0] && { tag: tags[0] }),
        ...(files[0] as (typeof files)[number]),
        replacedEntries: (states[0] as State).replacedEntries,
      }
      return { plan, tags }
    },
    /** Describes what edits would do. Creates nothing. @throws AppError the errors of `plan` that can be foreseen */
    async preview(edits: readonly NamedEdit[], template?: string): Promise<GitPreview> {
      const git = await repository.open()
      const found = await inspect(git, edits, template)
      const { branch, states, releaseBranch, message, newTags } = found
      if (remote) {
        const tracked = await findRef(git, tracking(branch.ref))
        for (const state of states) await assertCanFollow(git, remote.name, state, tracked)
      }
      await assertFree(git, found)
      const [tag, ...others] = releaseBranch === undefined ? newTags : []
      return {
        branch: releaseBranch ?? shortName(branch.ref),
        message: message.split('\n', 1)[0] ?? '',
        ...(tag && others.length === 0 && { tag: tag.name }),
        ...(remote && { remote: remote.name }),
      }
    },
    /**
     * Pushes a plan, all of it or nothing.
     * @param tags the tags of the commit
     * @returns false when the remote has other commits by now
     * @throws AppError `git/tag_exists`, `git/unwritable_repository` when the remote refuses the push,
     * `git/unreachable_remote` when it is not known whether the push took effect
     */
    async push(plan: Plan, tags = plan.tag ? [plan.tag] : []): Promise<boolean> {
      return remote ? remote.push(await repository.open(), plan, tags) : true
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
