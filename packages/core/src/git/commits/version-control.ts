// Records changes of a changelog in git: plans the commit and the tag, pushes them, and moves the branch. The caller holds the
// lock of the changelog, and keeps plans so that an interrupted one can be recovered.
import { type Git, openGit, readHeadState } from '../repository/index.ts'
import { type Base, findBase, replacedEntries, withoutFilters } from './base.ts'
import { findBranch, shortName } from './branch.ts'
import type { Change, FoundRequest, GitPreview, Plan, WorkingFile } from './change.ts'
import { stateError, tagExistsError } from './errors.ts'
import { runPostCommitHook } from './hooks.ts'
import { findIdentity } from './identity.ts'
import { assertIndexUnlocked, replaceIndexEntry } from './index-entry.ts'
import { createCommit, createTag } from './objects.ts'
import type { RemoteOptions, VersionControlOptions } from './options.ts'
import { type FileState, hasPlannedTag, preparePlan, type Recovery, recoverPlan } from './recover.ts'
import { findRef } from './refs.ts'
import { fetchBranch, pushPlan, trackingRef } from './remote.ts'
import { addLines, createRequestIndex, requestLines } from './requests.ts'
import { assertCanFollow, follow, type ReplaceFile } from './synchronize.ts'
import { renderTag, renderTemplate } from './templates.ts'
import { storeFile } from './tree.ts'

/** Records changes in git. */
export interface VersionControl {
  /** Whether changes that release nothing are recorded too, because all changes are pushed. */
  readonly isShared: boolean
  /** Maximum number of pushes of a change. */
  readonly maxAttempts: number
  /** How long the result of {@link fetch} is served to readers, in milliseconds. */
  readonly maxAgeMs: number
  /**
   * Fetches the branch of the remote. Only what is fetched is changed, so no lock is needed.
   * @throws AppError `git/unexpected_state`, `git/unreachable_remote`, `git/unreadable_repository`
   */
  fetch(): Promise<void>
  /**
   * Moves the branch and the working tree to the fetched state of the remote.
   * @returns false when the file was changed, and must be read again
   * @throws AppError `git/unexpected_state`, `git/unreadable_repository`
   */
  synchronize(file: WorkingFile, replaceFile: ReplaceFile): Promise<boolean>
  /**
   * Finds a request that a clone has recorded.
   * @param since the time of the oldest one, in milliseconds since 1970
   */
  findRequest(
    id: string,
    fingerprint: string,
    since: number,
  ): Promise<(FoundRequest & { isSame: boolean }) | undefined>
  /**
   * Creates the commit and the tag of a change. Nothing refers to them yet.
   * @throws AppError `git/unexpected_state`, `git/tag_exists`, `git/unwritable_repository`
   */
  plan(change: Change): Promise<Plan>
  /** Describes what a change would do. Creates nothing. @throws AppError the errors of {@link plan} that can be foreseen */
  preview(file: WorkingFile, version: string | undefined): Promise<GitPreview>
  /**
   * Pushes a plan.
   * @returns false when the remote has other commits by now
   * @throws AppError `git/tag_exists`, `git/unwritable_repository`, `git/unreachable_remote`
   */
  push(plan: Plan): Promise<boolean>
  /**
   * Replaces the file, and moves the branch and creates the tag.
   * @returns false when the file or a ref was changed in the meantime. Nothing is changed then
   */
  publish(plan: Plan, replaceFile: () => Promise<boolean>): Promise<boolean>
  /** Completes an interrupted plan, or finds that it did not take effect. */
  recover(plan: Plan, state: FileState): Promise<Recovery>
}

const TRUSTED_PROTOCOLS = 'file:git:http:https:ssh'
/** Variables with which operators and CI systems configure the access to remotes. */
const REMOTE_VARIABLES =
  /^(?:GIT_SSH|GIT_SSH_COMMAND|GIT_SSH_VARIANT|GIT_ASKPASS|SSH_ASKPASS|GIT_SSL_\w+|GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+))$/

/** Opens version control for a repository. git does not run before a method is called. */
export function openVersionControl(options: VersionControlOptions): VersionControl {
  const { environment, remote, runsHooks, commitMessage, tag: tagTemplate } = options
  const access = openGit(options)
  const git = access.git.with({ runsHooks, isWriting: true })
  const remoteGit = git.with({
    timeoutMs: remote?.timeoutMs ?? 0,
    variables: { ...pickRemoteVariables(environment), GIT_ALLOW_PROTOCOL: TRUSTED_PROTOCOLS },
  })
  const requests = createRequestIndex(git)
  let isRemoteChecked = false
  // With a remote, the git config of the clone is trusted.
  const contentGit = async () => (remote ? git : withoutFilters(git))
  const findFreeTag = async (version: string | undefined) => {
    if (version === undefined) return undefined
    const name = renderTag(tagTemplate, version)
    if ((await findRef(git, `refs/tags/${name}`)) !== undefined) throw tagExistsError(name)
    return name
  }
  const messageOf = (version: string | undefined, path: string) =>
    version === undefined ? `Update ${path}` : renderTemplate(commitMessage, version)
  const findTarget = ({ branch }: Base, { name }: RemoteOptions) =>
    findRef(git, trackingRef(name, branch.ref))

  return {
    isShared: remote !== undefined,
    maxAttempts: remote?.maxAttempts ?? 1,
    maxAgeMs: remote?.maxAgeMs ?? 0,
    async fetch() {
      if (!remote) return
      // An error is not kept, so the next call checks again.
      if (!isRemoteChecked) await assertRemote(git, remote)
      isRemoteChecked = true
      const { ref } = await findBranch(git)
      const head = await fetchBranch(remoteGit, remote.name, ref)
      // The remote does not have the branch any more.
      if (head === undefined) await git.runForText('update-ref', '-d', trackingRef(remote.name, ref))
    },
    async synchronize(file, replaceFile) {
      if (!remote) return true
      const base = await findBase(access, git, file)
      const target = await findTarget(base, remote)
      await assertCanFollow(git, remote.name, base, target)
      return follow(git, base, target, replaceFile)
    },
    async findRequest(id, fingerprint, since) {
      const { head } = await readHeadState(git)
      await requests.read(head, since)
      const found = head && (await requests.find(id, head, since))
      if (!found) return undefined
      const { version } = found
      const tag = version === undefined ? {} : { tag: renderTag(tagTemplate, version) }
      return { ...found, ...tag, isSame: requests.matches(found, { fingerprint }) }
    },
    async plan(change) {
      const { file, bytes, version } = change
      const tagger = await findIdentity(git, options)
      await assertIndexUnlocked(git)
      const content = await contentGit()
      const base = await findBase(access, content, file)
      const { path, branch, committed } = base
      const name = await findFreeTag(version)
      const entry = await storeFile(content, path, bytes, committed)
      const message = messageOf(version, path)
      const lines = requestLines(change)
      const parent = branch.head
      const commit = await createCommit(git, options, {
        parent,
        path,
        entry,
        lines,
        message: addLines(message, lines),
      })
      const tag =
        name === undefined
          ? undefined
          : { name, object: await createTag(git, options, { name, commit, message, tagger }) }
      return {
        commit,
        branch: branch.ref,
        path,
        entry,
        replacedEntries: replacedEntries(base),
        ...(parent !== undefined && { parent }),
        ...(tag && { tag }),
      }
    },
    async preview(file, version) {
      const base = await findBase(access, await contentGit(), file)
      if (remote) await assertCanFollow(git, remote.name, base, await findTarget(base, remote))
      const tag = await findFreeTag(version)
      const [message = ''] = messageOf(version, base.path).split('\n')
      return {
        branch: shortName(base.branch.ref),
        message,
        ...(tag !== undefined && { tag }),
        ...(remote && { remote: remote.name }),
      }
    },
    async push(plan) {
      if (!remote) return true
      return pushPlan(remoteGit, remote.name, plan, runsHooks ? [] : ['--no-verify'])
    },
    async publish(plan, replaceFile) {
      await assertIndexUnlocked(git)
      const content = await contentGit()
      // A fetch after a lost connection has created the tag.
      const refs = await preparePlan(git, plan, await hasPlannedTag(git, plan))
      if (!refs) return false
      let isReplaced = false
      try {
        isReplaced = await replaceFile()
      } finally {
        if (!isReplaced) await refs.abort()
      }
      if (!isReplaced) return false
      // An index that was locked in the meantime follows with the next change.
      await replaceIndexEntry(content, plan.path, plan.entry, plan.replacedEntries).catch(() => false)
      await refs.commit()
      if (runsHooks) await runPostCommitHook(git)
      return true
    },
    recover: async (plan, state) => recoverPlan(await contentGit(), plan, state),
  }
}

/** Asserts that a remote is configured, and that the clone has its whole history, in which requests are searched. */
async function assertRemote(git: Git, { name }: RemoteOptions): Promise<void> {
  if ((await readHeadState(git)).isShallow)
    throw stateError('expected a clone with its history, got a shallow one; run: git fetch --unshallow')
  const names = (await git.runForText('remote')).split('\n')
  if (names.includes(name)) return
  throw stateError(`expected the remote ${name} (CHANGELOG_REMOTE), got none with this name`)
}

function pickRemoteVariables(environment: VersionControlOptions['environment']) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => REMOTE_VARIABLES.test(name)))
}
