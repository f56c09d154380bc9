// Verifies edits with micromark. The editor has its own parser. `verify.ts` lists what both share.
export { findDisallowedBlock, mayContainDisallowedBlocks, withoutContainers } from './disallowed-blocks.ts'
export { verifyRelease, verifyUpdate } from './verify.ts'
