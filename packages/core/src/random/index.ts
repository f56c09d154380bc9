// Seeded order: seed → key → generator → sample. The contract is docs/seed-contract.md.
export { createGenerator, drawBelow, type Generator } from './generator.ts'
export { drawSample } from './sample.ts'
export { assertSeed, deriveKey, MAX_SEED_CHARACTERS, type Purpose, SEED_CONTRACT } from './seed.ts'
