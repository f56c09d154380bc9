// Fetches from and pushes to the remote. git's own compare-and-swap decides which of several clones is first.
import { setTimeout as pause } from 'node:timers/promises'
import { findExitError, remoteError, stateError, tagExistsError, writeError } from '../errors.ts'
import { findRef, isAncestor, readHead } from '../history.ts'
import type { Environment } from '../read.ts'
import type { Git } from '../repository.ts'
import { patternOf } from '../templates.ts'
import { shortName } from './current-state.ts'
import type { Plan, VersionControlOptions } from './plan.ts'

const TRUSTED_PROTOCOLS = 'file:git:http:https:ssh'
/** Variables with which operators and CI systems configure the access to remotes. */
const REMOTE_VARIABLES =
  /^(?:GIT_SSH|GIT_SSH_COMMAND|GIT_SSH_VARIANT|GIT_ASKPASS|SSH_ASKPASS|GIT_SSL_\w+|GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+))$/

/** Number of fetches while another process fetches into the same clone, and the pause between them. */
const FETCH_ATTEMPTS = 4
const FETCH_PAUSE_MS = 200

/** Matches the messages of a remote on which another push was first. A name that cannot be created is not meant. */
const RACE =
  /(?:cannot lock ref|failed to (?:update|lock)|incorrect old value|reference already exists|stale info)(?!.*cannot create)/i

/** Returns the ref of this clone that has the last fetched commit of a branch. */
export function trackingRef(remote: string, branch: string): string {
  return `refs/remotes/${remote}/${shortName(branch)}`
}

/** Opens the remote of a repository. */
export function openRemote(
  { name, timeoutMs, releaseBranch }: NonNullable<VersionControlOptions['remote']>,
  { environment, runsHooks, tag }: VersionControlOptions,
) {
  const releaseTags = `refs/tags/${patternOf(tag)}`
  const releaseBranches = releaseBranch && patternOf(releaseBranch)
  const followed = [
    `+${releaseTags}:${releaseTags}`,
    ...(releaseBranches ? [`+refs/heads/${releaseBranches}:${trackingRef(name, releaseBranches)}`] : []),
  ]
  const variables: Environment = {
    ...Object.fromEntries(
      Object.entries(environment).filter(([variable]) => REMOTE_VARIABLES.test(variable)),
    ),
    GIT_ALLOW_PROTOCOL: TRUSTED_PROTOCOLS,
  }
  const pushOptions = ['--porcelain', '--no-follow-tags', ...(runsHooks ? [] : ['--no-verify'])]
  const run = (git: Git, ...args: string[]) => git.write(args, { timeoutMs, variables })

  /**
   * Fetches a branch, and the tags and branches of releases. These follow the remote: those that it does not have are removed.
   * Returns the last commit of the branch. Undefined when the remote does not have it.
   */
  async function fetch(git: Git, branch: string): Promise<string | undefined> {
    const tracking = trackingRef(name, branch)
    const options = [
      '--quiet',
      '--prune',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--no-auto-maintenance',
    ]
    for (let attempt = 1; ; attempt++) {
      try {
        await run(git, 'fetch', ...options, '--', name, `+${branch}:${tracking}`, ...followed)
        return await findRef(git, tracking)
      } catch (error) {
        const { stderr = '' } = findExitError(error) ?? {}
        if (/couldn't find remote ref/i.test(stderr)) return undefined
        // Another process of the same clone fetches at the same time.
        const isLocked = /cannot lock ref|unable to update local ref/i.test(stderr)
        if (!isLocked || attempt === FETCH_ATTEMPTS) throw remoteError(name, error)
        await pause(FETCH_PAUSE_MS)
      }
    }
  }

  async function hasTag(git: Git, tag: string): Promise<boolean> {
    try {
      return (await run(git, 'ls-remote', '--tags', '--quiet', '--', name, `refs/tags/${tag}`)).trim() !== ''
    } catch (error) {
      throw remoteError(name, error)
    }
  }

  return {
    name,
    fetch,
    /** The options of `git log` that name the branches of releases. */
    releaseBranches: releaseBranches ? [`--glob=${trackingRef(name, releaseBranches)}`] : [],
    /** Checks that the remote is configured, and that the clone has its whole history, in which requests are searched. */
    async check(git: Git): Promise<void> {
      if ((await readHead(git)).isShallow)
        throw stateError('expected a clone with its history, got a shallow one; run: git fetch --unshallow')
      if ((await git.readText('remote')).split('\n').includes(name)) return
      throw stateError(`expected the remote ${name} (CHANGELOG_REMOTE), got none with this name`)
    },
    /** Pushes a tag. False when the remote has one of this name. */
    async pushTag(git: Git, { name: tag, object }: NonNullable<Plan['tag']>): Promise<boolean> {
      if (await hasTag(git, tag)) return false
      try {
        await run(git, 'push', ...pushOptions, '--', name, `${object}:refs/tags/${tag}`)
        return true
      } catch (error) {
        if (await hasTag(git, tag)) return false
        throw findExitError(error)?.exitCode === 1
          ? writeError(`push to ${name}`, error)
          : remoteError(name, error)
      }
    },
    /** Pushes the commit of a plan and tags, all or none. False when the remote has other commits by now. */
    async push(
      git: Git,
      { commit, parent, branch: current, releaseBranch: own }: Plan,
      tags: readonly NonNullable<Plan['tag']>[],
    ): Promise<boolean> {
      const branch = own === undefined ? current : `refs/heads/${own}`
      // The branch of a release must not exist.
      const options = own === undefined ? [...pushOptions] : [...pushOptions, `--force-with-lease=${branch}:`]
      // Some remotes have no atomic pushes, which one ref does not need.
      if (tags.length > 0) options.push('--atomic')
      const refs = [`${commit}:${branch}`, ...tags.map((tag) => `${tag.object}:refs/tags/${tag.name}`)]
      try {
        await run(git, 'push', ...options, '--', name, ...refs)
        return true
      } catch (error) {
        // The connection can be lost after the remote has updated the refs, so the remote is asked.
        const head = await fetch(git, branch)
        if (head !== undefined && (await isAncestor(git, commit, head))) return true
        const { stderr = '', stdout = '', exitCode } = findExitError(error) ?? {}
        // git exits with 1 when a push was refused. Otherwise the remote can still accept it.
        if (exitCode !== 1 || stdout.includes('[remote failure]')) throw remoteError(name, error)
        if (head !== undefined && head !== parent) return false
        for (const tag of tags) if (await hasTag(git, tag.name)) throw tagExistsError(tag.name)
        if (RACE.test(`${stdout}\n${stderr}`)) return false
        throw writeError(`push to ${name}`, error)
      }
    },
  }
}
