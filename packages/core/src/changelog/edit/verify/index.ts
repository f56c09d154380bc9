// Verifies edits with a parser that shares no code with the editor.
export { findForeignBlock, mayHoldForeignBlocks, withoutContainers } from './foreign-blocks.ts'
export { verifyRelease, verifyUpdate } from './verify.ts'
