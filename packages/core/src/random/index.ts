// Seeded random order: seed → key → generator → sample. Specified by docs/seed-contract.md.
export { RANDOM_ERRORS } from './errors.ts'
export { createGenerator, drawBelow, type Generator } from './generator.ts'
export { drawSample } from './sample.ts'
export { assertSeed, deriveKey, MAX_SEED_CHARACTERS, type Purpose, SEED_CONTRACT } from './seed.ts'
