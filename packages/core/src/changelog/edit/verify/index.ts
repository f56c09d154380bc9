// Verifies edits with commonmark.js. The editor has its own parser. `verify.ts` lists what both share.
export {
  findDisallowedBlock,
  findExcessiveNesting,
  mayContainDisallowedBlocks,
  withoutContainers,
} from './disallowed-blocks.ts'
export { verifyRelease, verifyUpdate } from './verify.ts'
