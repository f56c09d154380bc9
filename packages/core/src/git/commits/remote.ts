// Fetches from and pushes to the remote. git's own compare-and-swap decides which of several clones is first.
import { setTimeout as pause } from 'node:timers/promises'
import { findExitError, type Git, isAncestor } from '../repository/index.ts'
import { shortName } from './branch.ts'
import type { Plan } from './change.ts'
import { remoteError, tagExistsError, writeError } from './errors.ts'
import { findRef } from './refs.ts'

/**
 * Fetches a branch, and the tags of its commits.
 * @param branch the full name of the branch
 * @returns the hash of its last commit on the remote. Undefined when the remote does not have the branch
 * @throws AppError `git/unreachable_remote`
 */
export async function fetchBranch(git: Git, remote: string, branch: string): Promise<string | undefined> {
  const tracking = trackingRef(remote, branch)
  const args = [
    'fetch',
    '--quiet',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
    '--no-auto-maintenance',
  ]
  for (let attempt = 1; ; attempt++) {
    try {
      await git.runForText(...args, '--', remote, `+${branch}:${tracking}`)
      return findRef(git, tracking)
    } catch (error) {
      const { stderr = '' } = findExitError(error) ?? {}
      if (/couldn't find remote ref/i.test(stderr)) return undefined
      // Another process of the same clone fetches at the same time.
      const isLocked = /cannot lock ref|unable to update local ref/i.test(stderr)
      if (!isLocked || attempt === FETCH_ATTEMPTS) throw remoteError(remote, error)
      await pause(FETCH_PAUSE_MS)
    }
  }
}

/** Number of attempts while another process fetches into the same clone. */
const FETCH_ATTEMPTS = 4
const FETCH_PAUSE_MS = 200

/** The ref of this clone that has the last fetched commit of a branch. */
export function trackingRef(remote: string, branch: string): string {
  return `refs/remotes/${remote}/${shortName(branch)}`
}

/** Matches the messages of a remote on which another push was first. A name that cannot be created is not meant. */
const RACE =
  /(?:cannot lock ref|failed to (?:update|lock)|incorrect old value|reference already exists|stale info)(?!.*cannot create)/i

/**
 * Pushes the commit and the tag of a plan, both or none.
 * @param options options of `git push`
 * @returns false when the remote has other commits by now
 * @throws AppError `git/tag_exists`, `git/unwritable_repository` when the remote refuses the push,
 * `git/unreachable_remote` when it is not known whether the push took effect
 */
export async function pushPlan(
  git: Git,
  remote: string,
  { commit, parent, branch, tag }: Plan,
  options: readonly string[],
): Promise<boolean> {
  const refs = [`${commit}:${branch}`, ...(tag ? [`${tag.object}:refs/tags/${tag.name}`] : [])]
  try {
    await git.runForText(
      'push',
      '--porcelain',
      '--atomic',
      '--no-follow-tags',
      ...options,
      '--',
      remote,
      ...refs,
    )
    return true
  } catch (error) {
    // The connection can be lost after the remote has updated the refs, so the remote is asked.
    const head = await fetchBranch(git, remote, branch)
    if (head !== undefined && (await isAncestor(git, commit, head))) return true
    const { stderr = '', stdout = '', exitCode } = findExitError(error) ?? {}
    // git exits with 1 when a push was refused. Otherwise the remote can still accept it.
    if (exitCode !== 1 || stdout.includes('[remote failure]')) throw remoteError(remote, error)
    if (head !== undefined && head !== parent) return false
    if (tag && (await hasRemoteTag(git, remote, tag.name))) throw tagExistsError(tag.name)
    if (RACE.test(`${stdout}\n${stderr}`)) return false
    throw writeError(`push to ${remote}`, error)
  }
}

async function hasRemoteTag(git: Git, remote: string, tag: string): Promise<boolean> {
  const args = ['ls-remote', '--tags', '--quiet', '--', remote, `refs/tags/${tag}`]
  const output = await git.runForText(...args).catch((error: unknown) => {
    throw remoteError(remote, error)
  })
  return output.trim() !== ''
}
