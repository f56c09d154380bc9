// Stores a changelog: snapshots and transactions. In this slice, only this folder accesses the file system.

export type { Snapshot } from './file/index.ts'
export type { FileSystem } from './file-system.ts'
export type { IdempotencyKey, JournalOptions } from './journal/index.ts'
export { createStoreFileCheck } from './lock/index.ts'
export { type ChangelogStore, type ChangelogStoreOptions, openChangelogStore } from './store.ts'
export type { Committed, OutcomeOf, ReleaseOutcome, Transaction } from './transaction.ts'
