// Keeps the results of requests with an idempotency key.
export {
  type Found,
  type IdempotencyKey,
  type Journal,
  type JournalOptions,
  type JournalRecord,
  openJournal,
  reusedError,
  type StoredResult,
} from './journal.ts'
export { JournalChangedError } from './journal-file.ts'
