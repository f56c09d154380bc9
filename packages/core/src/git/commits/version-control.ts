// Records changes of a changelog in git: plans the commit and the tag, pushes them, and moves the branch. The caller holds the
// lock of the changelog, and keeps plans so that an interrupted one can be recovered.
import { relative, sep } from 'node:path'
import { findHead, type Git, isAncestor, openGit } from '../repository/index.ts'
import { findBranch, shortName } from './branch.ts'
import type { Change, FoundRequest, GitPreview, Plan, PlannedTag, WorkingFile } from './change.ts'
import { stateError, tagExistsError } from './errors.ts'
import { fastForward } from './fast-forward.ts'
import { runPostCommitHook } from './hooks.ts'
import { findIdentity } from './identity.ts'
import { findIndexEntry, replaceIndexEntry } from './index-entry.ts'
import { createCommit, createTag } from './objects.ts'
import type { RemoteOptions, VersionControlOptions } from './options.ts'
import { findRef, prepareHead, prepareRefs } from './refs.ts'
import { fetchBranch, pushPlan, trackingRef } from './remote.ts'
import { addRequests, createRequestIndex } from './requests.ts'
import { renderTag, renderTemplate } from './templates.ts'
import { entryOf, findEntry, storeFile } from './tree.ts'

/** Replaces the file in the working tree. Returns false when it was changed since it was read. */
export type ReplaceFile = (bytes: Buffer) => Promise<boolean>

/** The state of the file after an interrupted plan: as before it, as after it, or another one. */
export type FileState = 'before' | 'after' | 'other'

/** Records changes in git. */
export interface VersionControl {
  /** Whether changes that release nothing are recorded too, because all changes are pushed. */
  readonly isShared: boolean
  /** Maximum number of pushes of a change. */
  readonly maxAttempts: number
  /** How long the result of {@link synchronize} is served to readers, in milliseconds. */
  readonly maxAgeMs: number
  /**
   * Moves the branch and the working tree to the state of the remote.
   * @param isFetched whether the state of the remote was fetched directly before
   * @returns false when the file was changed, and must be read again
   * @throws AppError `git/unexpected_state`, `git/unreachable_remote`, `git/unreadable_repository`
   */
  synchronize(file: WorkingFile, replaceFile: ReplaceFile, isFetched: boolean): Promise<boolean>
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
  recover(plan: Plan, state: FileState): Promise<'done' | 'not_done' | 'undecided'>
}

const TRUSTED_PROTOCOLS = 'file:git:http:https:ssh'
/** Variables with which operators and CI systems configure the access to remotes. */
const REMOTE_VARIABLES =
  /^(?:GIT_SSH|GIT_SSH_COMMAND|GIT_SSH_VARIANT|GIT_ASKPASS|SSH_ASKPASS|GIT_SSL_\w+|GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+))$/

/** Opens version control for a repository. git does not run before a method is called. */
export function openVersionControl(options: VersionControlOptions): VersionControl {
  const { environment, remote, runsHooks, commitMessage, tag: tagTemplate } = options
  const access = openGit(options)
  const git = access.git.with({ runsHooks })
  const remoteGit = git.with({
    timeoutMs: remote?.timeoutMs ?? 0,
    variables: { ...pickRemoteVariables(environment), GIT_ALLOW_PROTOCOL: TRUSTED_PROTOCOLS },
  })
  const requests = createRequestIndex(git)
  const pathOf = async ({ path }: WorkingFile) =>
    relative((await access.workingTree()).root, path).replaceAll(sep, '/')

  /** Finds the state that a change starts from. */
  const findBase = async (file: WorkingFile) => {
    const path = await pathOf(file)
    const branch = await findBranch(git)
    const committed = await findEntry(git, branch.head, path)
    const working = await entryOf(git, path, file.bytes, committed)
    const staged = await findIndexEntry(git, path)
    const isKnown = staged === committed || staged === working
    if (!isKnown && !(working === committed && (await isPrevious(branch.head, path, staged)))) {
      throw stateError(
        `expected ${path} to be staged as it is in the working tree or in HEAD, got another content in the index; commit it or unstage it`,
      )
    }
    return { path, branch, committed, working, staged }
  }
  /** Whether an entry is the one before the last commit: a process died, or the index was locked, when it was to be replaced. */
  const isPrevious = async (head: string | undefined, path: string, entry: string | undefined) => {
    const previous = await findEntry(git, `${head}~1`, path).catch(() => undefined)
    return entry !== undefined && entry === previous
  }
  const findFreeTag = async (version: string | undefined) => {
    if (version === undefined) return undefined
    const name = renderTag(tagTemplate, version)
    if ((await findRef(git, `refs/tags/${name}`)) !== undefined) throw tagExistsError(name)
    return name
  }
  const messageOf = (version: string | undefined, path: string) =>
    version === undefined ? `Update ${path}` : renderTemplate(commitMessage, version)
  /** Prepares the refs of a plan. Undefined when they do not have the expected values. */
  const prepare = ({ branch, parent, commit, tag }: Plan, hasTag = false) => {
    const message = `changelog-service: ${tag?.name ?? 'update'}`
    const tags = tag && !hasTag ? [{ ref: `refs/tags/${tag.name}`, from: undefined, to: tag.object }] : []
    return prepareHead(git, branch, { from: parent, to: commit }, tags, message)
  }
  const followIndex = ({ path, entry, replacedEntries }: Plan) =>
    replaceIndexEntry(git, path, entry, replacedEntries)

  return {
    isShared: remote !== undefined,
    maxAttempts: remote?.maxAttempts ?? 1,
    maxAgeMs: remote?.maxAgeMs ?? 0,
    async synchronize(file, replaceFile, isFetched) {
      if (!remote) return true
      const { path, branch, committed, working, staged } = await findBase(file)
      const target = isFetched
        ? await findRef(git, trackingRef(remote.name, branch.ref))
        : await fetchBranch(remoteGit, await checkRemote(git, remote), branch.ref)
      const entry = await findEntry(git, target ?? branch.head, path)
      const isClean = working === committed || working === entry
      if (!isClean && !(await isIntermediate(git, branch.head, target, path, working))) {
        throw stateError(
          `expected ${path} without uncommitted changes, got some; commit and push, or discard them`,
        )
      }
      if (target === undefined || target === branch.head) {
        if (staged !== committed && committed !== undefined)
          await replaceIndexEntry(git, path, committed, [staged ?? ''])
        return true
      }
      const from = branch.head
      if (from === undefined || !(await isAncestor(git, from, target))) {
        throw stateError(
          `expected ${shortName(branch.ref)} to be at a commit of ${remote.name}, got commits that were not pushed; push or remove them`,
        )
      }
      const move = { branch: branch.ref, from, to: target, path, entry }
      const replacedEntries = [committed, working, staged].filter((one) => one !== undefined)
      const isMoved = await fastForward(git, { ...move, replacedEntries }, async () =>
        entry === undefined || entry === working ? true : replaceFile(await readEntry(git, target, path)),
      )
      return isMoved && entry === working
    },
    async findRequest(id, fingerprint, since) {
      const head = await findHead(git)
      await requests.read(head, since)
      const found = head && (await requests.find(id, head, since))
      if (!found) return undefined
      const { version } = found
      const tag = version === undefined ? {} : { tag: renderTag(tagTemplate, version) }
      return { ...found, ...tag, isSame: requests.matches(found, { fingerprint }) }
    },
    async plan(change) {
      const { file, bytes, version } = change
      await findIdentity(git, options)
      const { path, branch, committed, working, staged } = await findBase(file)
      const name = await findFreeTag(version)
      const entry = await storeFile(git, path, bytes, committed)
      const message = addRequests(messageOf(version, path), change)
      const commit = await createCommit(git, options, { parent: branch.head, path, entry, message })
      const tag: PlannedTag | undefined =
        name === undefined
          ? undefined
          : {
              name,
              object: await createTag(git, options, { name, commit, message: messageOf(version, path) }),
            }
      return {
        commit,
        branch: branch.ref,
        path,
        entry,
        replacedEntries: [committed, working, staged].filter((one) => one !== undefined),
        ...(branch.head !== undefined && { parent: branch.head }),
        ...(tag && { tag }),
      }
    },
    async preview(file, version) {
      const { path, branch } = await findBase(file)
      const tag = await findFreeTag(version)
      const [message = ''] = messageOf(version, path).split('\n')
      return {
        branch: shortName(branch.ref),
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
      // A fetch after a lost connection has created the tag.
      const { tag } = plan
      const hasTag = tag !== undefined && (await findRef(git, `refs/tags/${tag.name}`)) === tag.object
      const refs = await prepare(plan, hasTag)
      if (!refs) return false
      let isReplaced = false
      try {
        isReplaced = await replaceFile()
      } finally {
        if (!isReplaced) await refs.abort()
      }
      if (!isReplaced) return false
      // An index that stays locked is updated by the next change.
      await followIndex(plan).catch(() => false)
      await refs.commit()
      if (runsHooks) await runPostCommitHook(git)
      return true
    },
    async recover(plan, state) {
      const { commit, parent, branch, tag } = plan
      const head = await findRef(git, branch)
      const tagged = tag && (await findRef(git, `refs/tags/${tag.name}`))
      const hasTag = tag !== undefined && tagged === tag.object
      const isCommitted = head !== undefined && (await isAncestor(git, commit, head))
      if (tagged !== undefined && !hasTag)
        return isCommitted ? 'undecided' : state === 'before' ? 'not_done' : 'undecided'
      if (isCommitted) {
        // A power failure between the two refs.
        if (tag && !hasTag) await createRef(git, `refs/tags/${tag.name}`, tag.object)
        await followIndex(plan)
        return 'done'
      }
      if (state === 'before' && !hasTag) return 'not_done'
      if (state !== 'after' || head !== parent) return 'undecided'
      const refs = await prepare(plan, hasTag)
      if (!refs) return 'undecided'
      await followIndex(plan)
      await refs.commit()
      return 'done'
    },
  }
}

/** Checks that a remote is configured. Returns its name. */
async function checkRemote(git: Git, { name }: RemoteOptions): Promise<string> {
  const names = (await git.runForText('remote')).split('\n')
  if (names.includes(name)) return name
  throw stateError(`expected the remote ${name} (CHANGELOG_REMOTE), got none with this name`)
}

/** Whether a commit between two others has an entry: a process died when it had replaced the file and pushed it. */
async function isIntermediate(
  git: Git,
  from: string | undefined,
  to: string | undefined,
  path: string,
  entry: string | undefined,
): Promise<boolean> {
  if (from === undefined || to === undefined || entry === undefined) return false
  const args = ['log', '--format=', '--raw', '--no-abbrev', '--no-renames', `${from}..${to}`, '--', path]
  const [, hash = ''] = entry.split(' ')
  return (await git.runForText(...args)).includes(` ${hash} `)
}

/** The content of a file of a commit, as it is in the working tree. */
async function readEntry(git: Git, commit: string, path: string): Promise<Buffer> {
  return git.runForBytes(['cat-file', '--filters', `${commit}:${path}`])
}

async function createRef(git: Git, ref: string, to: string): Promise<void> {
  const refs = await prepareRefs(git, [{ ref, from: undefined, to }], 'changelog-service', async () => true)
  await refs?.commit()
}

function pickRemoteVariables(environment: VersionControlOptions['environment']) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => REMOTE_VARIABLES.test(name)))
}
