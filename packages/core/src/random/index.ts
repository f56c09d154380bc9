// Turns a seed into an order: seed → key → words → order. docs/seed-contract.md specifies each step.
export { drawBelow, drawOrder } from './order.ts'
export {
  assertSeed,
  createKey,
  hashId,
  type Key,
  keyOfQuestion,
  MAX_SEED_CHARACTERS,
  openStream,
  type Purpose,
  RANDOM_ERRORS,
  SEED_CONTRACT,
  type Stream,
} from './seed.ts'
