// Keeps the results of requests with an idempotency key.
export {
  type IdempotencyKey,
  type Intent,
  type Journal,
  type JournalOptions,
  type JournalRecord,
  openJournal,
  reusedError,
} from './journal.ts'
export { JournalChangedError } from './journal-file.ts'
export { replay, type StoredOutcome, storeError } from './stored-outcome.ts'
