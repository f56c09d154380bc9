// Stores a changelog: snapshots and transactions. In this slice, only this folder accesses the file system.
export type { IdempotencyKey } from '../../git/index.ts'
export type { Snapshot } from './changelog-file.ts'
export type { FileSystem } from './file-system.ts'
export type { JournalOptions } from './journal.ts'
export { createStoreFileCheck } from './lock.ts'
export { createRemoteReleaser, type RemoteOutcome } from './release-remotely.ts'
export { type ChangelogStore, type ChangelogStoreOptions, openChangelogStore } from './store.ts'
export type { Committed, OutcomeOf, Transaction } from './transaction.ts'
