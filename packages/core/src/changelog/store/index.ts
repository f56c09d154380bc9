// The changelog on disk: snapshots and transactions. The only room of this slice that touches the disk.
export {
  type ChangelogStore,
  type ChangelogStoreOptions,
  type Committed,
  openChangelogStore,
  type Transaction,
} from './changelog-store.ts'
export type { FileSystem } from './file-system.ts'
export { isOwnFile } from './own-files.ts'
export type { Snapshot } from './snapshot.ts'
