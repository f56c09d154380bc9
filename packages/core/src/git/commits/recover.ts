// Completes an interrupted plan, or finds that it did not take effect.
import { type Git, isAncestor } from '../repository/index.ts'
import { findBranchRef } from './branch.ts'
import type { Plan } from './change.ts'
import { hasCommit } from './has-commit.ts'
import { replaceIndexEntry } from './index-entry.ts'
import { findRef, type PreparedRefs, prepareHead, prepareRefs } from './refs.ts'

/** The state of the file after an interrupted plan: as before it, as after it, or another one. */
export type FileState = 'before' | 'after' | 'other'

/** How an interrupted plan ended. */
export type Recovery = 'done' | 'not_done' | 'undecided'

/** Locks the branch and the tag of a plan. Undefined when they do not have the expected values. */
export function preparePlan(
  git: Git,
  { branch, parent, commit, tag }: Plan,
  hasTag: boolean,
): Promise<PreparedRefs | undefined> {
  const message = `changelog-service: ${tag?.name ?? 'update'}`
  const tags = tag && !hasTag ? [{ ref: `refs/tags/${tag.name}`, from: undefined, to: tag.object }] : []
  return prepareHead(git, branch, { from: parent, to: commit }, tags, message)
}

/** Whether the tag of a plan exists. */
export async function hasPlannedTag(git: Git, { tag }: Plan): Promise<boolean> {
  return tag !== undefined && (await findRef(git, `refs/tags/${tag.name}`)) === tag.object
}

/**
 * Recovers an interrupted plan.
 * @throws AppError `git/unexpected_state` when a lock prevents it for now
 */
export async function recoverPlan(git: Git, plan: Plan, state: FileState): Promise<Recovery> {
  const { commit, parent, branch, tag, path, entry, replacedEntries } = plan
  // git removes objects that no ref leads to.
  if (!(await hasCommit(git, commit))) return state === 'before' ? 'not_done' : 'undecided'
  const head = await findRef(git, branch)
  const tagged = tag && (await findRef(git, `refs/tags/${tag.name}`))
  const hasTag = await hasPlannedTag(git, plan)
  const isCommitted = head !== undefined && (await isAncestor(git, commit, head))
  if (tagged !== undefined && !hasTag) return !isCommitted && state === 'before' ? 'not_done' : 'undecided'
  const followIndex = () => replaceIndexEntry(git, path, entry, replacedEntries)
  if (isCommitted) {
    // A power failure between the two refs.
    if (tag && !hasTag) await createRef(git, `refs/tags/${tag.name}`, tag.object)
    await followIndex()
    return 'done'
  }
  if (state === 'before' && !hasTag) return 'not_done'
  if (state !== 'after' || head !== parent || (await findBranchRef(git)) !== branch) return 'undecided'
  const refs = await preparePlan(git, plan, hasTag)
  if (!refs) return 'undecided'
  await followIndex().catch(() => false)
  await refs.commit()
  return 'done'
}

async function createRef(git: Git, ref: string, to: string): Promise<void> {
  const updates = [{ ref, from: undefined, to }]
  const refs = await prepareRefs(git, updates, 'changelog-service', async () => true)
  await refs?.commit()
}
