// Verification of edits, by a reader that shares no code with the editor.
export { findForeignBlock, mayHoldForeignBlocks, withoutContainers } from './foreign-blocks.ts'
export { verifyRelease, verifyUpdate } from './verify.ts'
