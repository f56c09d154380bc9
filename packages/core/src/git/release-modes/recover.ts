// Completes an interrupted plan, or finds that it did not take effect.
import { findRef, hasCommit, isAncestor } from '../history.ts'
import type { Git } from '../repository.ts'
import { findBranchRef } from './base.ts'
import type { Plan } from './plan.ts'
import { hasPlannedTag, preparePlan, prepareRefs, replaceIndexEntry } from './publish.ts'

/** The state of the file after an interrupted plan: as before it, as after it, or another one. */
export type FileState = 'before' | 'after' | 'other'

/** How an interrupted plan ended. */
export type Recovery = 'done' | 'not_done' | 'undecided'

/**
 * Recovers an interrupted plan.
 * @throws AppError `git/unexpected_state` when a lock prevents it for now
 */
export async function recoverPlan(git: Git, plan: Plan, state: FileState): Promise<Recovery> {
  const { commit, parent, branch, tag } = plan
  // `git gc` removes objects that no ref points to.
  if (!(await hasCommit(git, commit))) return state === 'before' ? 'not_done' : 'undecided'
  const head = await findRef(git, branch)
  const tagged = tag && (await findRef(git, `refs/tags/${tag.name}`))
  const hasTag = await hasPlannedTag(git, plan)
  const isCommitted = head !== undefined && (await isAncestor(git, commit, head))
  if (tagged !== undefined && !hasTag) return !isCommitted && state === 'before' ? 'not_done' : 'undecided'
  if (isCommitted) {
    // After a power failure, one of the two refs can have its old value.
    if (tag && !hasTag) await createTagRef(git, tag)
    await replaceIndexEntry(git, plan)
    return 'done'
  }
  if (state === 'before' && !hasTag) return 'not_done'
  if (state !== 'after' || head !== parent || (await findBranchRef(git)) !== branch) return 'undecided'
  const refs = await preparePlan(git, plan)
  if (!refs) return 'undecided'
  await replaceIndexEntry(git, plan).catch(() => false)
  await refs.commit()
  return 'done'
}

async function createTagRef(git: Git, { name, object }: NonNullable<Plan['tag']>): Promise<void> {
  const updates = [{ ref: `refs/tags/${name}`, from: undefined, to: object }]
  const refs = await prepareRefs(git, updates, 'changelog-service')
  await refs?.commit()
}
