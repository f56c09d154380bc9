// Draws samples in the random order of a seed: seed → key → words → sample. docs/seed-contract.md specifies each step.
export { RANDOM_ERRORS } from './errors.ts'
export { createGenerator, type Generator } from './generator.ts'
export { drawSample, MAX_SHUFFLED } from './sample.ts'
export {
  assertSeed,
  createKey,
  type Key,
  MAX_SEED_CHARACTERS,
  optionOrderOf,
  type Purpose,
  QUESTION_ORDER,
  SEED_CONTRACT,
  type StreamNumber,
} from './seed.ts'
