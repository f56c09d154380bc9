// Stores a changelog: snapshots and transactions. In this slice, only this folder accesses the file system.
export {
  type ChangelogStore,
  type ChangelogStoreOptions,
  openChangelogStore,
} from './changelog-store.ts'
export type { FileSystem } from './file-system.ts'
export type { IdempotencyKey, JournalOptions } from './journal/index.ts'
export type { Snapshot } from './snapshot.ts'
export { createStoreFileCheck } from './store-files.ts'
export type { Committed, ReleaseEffect, Transaction } from './transaction.ts'
