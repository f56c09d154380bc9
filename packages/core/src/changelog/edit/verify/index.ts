// Verifies edits with other parsers than the editor's. `verify.ts` lists what both share.
export { findDisallowedBlock, mayContainDisallowedBlocks, withoutContainers } from './disallowed-blocks.ts'
export { verifyRelease, verifyUpdate } from './verify.ts'
