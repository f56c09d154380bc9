// Writes additions aside before they are verified, so that the disk and the verification work at the same time. Nothing is published
// here.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { encodeParts } from '../edit/index.ts'
import { applyUnverified } from './apply-group.ts'
import { hashEdited } from './content-hash.ts'
import type { AppliedContent } from './publish-group.ts'
import type { EditableSnapshot } from './snapshot.ts'
import type { Session } from './storage.ts'
import type { Transaction } from './transaction.ts'

/** The snapshots to which an addition was refused when it was verified. The next one would be written in vain as well. */
const refused = new WeakSet<EditableSnapshot>()

/**
 * Stages a group of additions, and verifies them.
 * @returns undefined when the group has other transactions, or when one is refused
 */
export async function stageAdditions(
  session: Session,
  before: EditableSnapshot,
  group: readonly Transaction<unknown>[],
): Promise<AppliedContent | undefined> {
  const unverified = refused.has(before) ? undefined : applyUnverified(before, group)
  if (!unverified) return undefined
  const parts = encodeParts(unverified.content, session.content.bytes)
  const staged = session.stage(parts)
  // The write starts before the thread is busy.
  await nextTurn()
  const hash = hashEdited(parts, before.hash)
  const applied = unverified.verify()
  if (!applied) refused.add(before)
  return applied && { applied, content: { parts, hash, staged } }
}
