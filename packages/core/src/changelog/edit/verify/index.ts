// Verifies edits with micromark. The editor has its own parser, so that one bug cannot affect both.
export { findDisallowedBlock, mayContainDisallowedBlocks, withoutContainers } from './disallowed-blocks.ts'
export { verifyRelease, verifyUpdate } from './verify.ts'
