// Locks a changelog between processes, and replaces it.
export { acquireLock, createStoreFileCheck, type Lock } from './lock.ts'
