// Draws samples in the random order of a seed: seed → key → generator → sample. docs/seed-contract.md
// specifies each step.
export { RANDOM_ERRORS } from './errors.ts'
export { createGenerator, drawBelow, type Generator } from './generator.ts'
export { drawSample } from './sample.ts'
export { assertSeed, deriveKey, MAX_SEED_CHARACTERS, type Purpose, SEED_CONTRACT } from './seed.ts'
