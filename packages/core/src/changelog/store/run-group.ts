// Runs a group of transactions: attempts it until no other process or clone has interfered. A release that is recorded in git
// is a group of its own, because it is a commit of its own.
import { setTimeout as pause } from 'node:timers/promises'
import { AppError, isError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { attemptGroup } from './attempt-group.ts'
import type { Outcome } from './group-queue.ts'
import { createPollBudget } from './lock.ts'
import type { GroupState } from './publish-group.ts'
import type { Storage } from './storage.ts'
import type { Committed, Transaction } from './transaction.ts'

type Outcomes = readonly Outcome<Committed<unknown>>[]

/** Maximum number of attempts of a transaction. An attempt fails when another process changes the file. */
const MAX_ATTEMPTS = 5
/** Maximum number of times that a group follows the remote without a push in between. */
const MAX_SYNCHRONIZATIONS = 20
/** Maximum pause before the second push of a change, in milliseconds. It doubles with each push. */
const FIRST_PAUSE_MS = 100

/** Runs a group of transactions in order. @throws AppError `changelog/locked` when none of them was applied */
export async function runGroup(
  storage: Storage,
  state: GroupState,
  group: readonly Transaction<unknown>[],
): Promise<Outcomes> {
  const outcomes: Outcome<Committed<unknown>>[] = []
  for (const part of state.versionControl ? splitAtReleases(group) : [group]) {
    try {
      outcomes.push(...(await runPart(storage, state, part)))
    } catch (reason) {
      if (outcomes.length === 0 && isError(reason, CHANGELOG_ERRORS.locked)) throw reason
      outcomes.push(...part.map(() => ({ isFulfilled: false, reason }) as const))
    }
  }
  return outcomes
}

function splitAtReleases(group: readonly Transaction<unknown>[]): Transaction<unknown>[][] {
  const parts: Transaction<unknown>[][] = []
  let wasRelease = true
  for (const transaction of group) {
    const isRelease = 'release' in transaction
    if (isRelease || wasRelease) parts.push([transaction])
    else parts.at(-1)?.push(transaction)
    wasRelease = isRelease
  }
  return parts
}

async function runPart(
  storage: Storage,
  state: GroupState,
  group: readonly Transaction<unknown>[],
): Promise<Outcomes> {
  const pollBudget = createPollBudget()
  const { maxAttempts = 1 } = state.versionControl ?? {}
  let [changes, rejections, synchronizations] = [0, 0, 0]
  let isFetched = false
  for (;;) {
    const attempt = await attemptGroup(storage, state, pollBudget, group, isFetched)
    isFetched = false
    switch (attempt) {
      case 'changed':
        changes += 1
        if (changes >= MAX_ATTEMPTS) throw changedError(storage.displayPath)
        break
      case 'synchronized':
        // The next attempt need not fetch again. When the remote has changed, its push is rejected.
        isFetched = true
        synchronizations += 1
        if (synchronizations >= MAX_SYNCHRONIZATIONS) throw rejectedError(synchronizations)
        break
      case 'rejected':
        rejections += 1
        if (rejections >= maxAttempts) throw rejectedError(rejections)
        await pause(Math.random() * FIRST_PAUSE_MS * 2 ** rejections)
        break
      default:
        return attempt
    }
  }
}

function changedError(displayPath: string): AppError {
  return new AppError(
    CHANGELOG_ERRORS.locked,
    `${displayPath}: expected no concurrent change, got ${MAX_ATTEMPTS} in a row; try again`,
  )
}

function rejectedError(got: number): AppError {
  return new AppError(
    CHANGELOG_ERRORS.push_rejected,
    `expected to push before other clones do, got ${got} rejections in a row; nothing was changed; try again`,
  )
}
