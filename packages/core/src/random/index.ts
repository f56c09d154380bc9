// Draws samples in the random order of a seed: seed → name of a stream → words → sample. docs/seed-contract.md
// specifies each step.
export { RANDOM_ERRORS } from './errors.ts'
export { drawSample, MAX_SHUFFLED } from './sample.ts'
export {
  assertSeed,
  extendName,
  MAX_SEED_CHARACTERS,
  nameStream,
  type Purpose,
  SEED_CONTRACT,
  type StreamName,
} from './seed.ts'
