// Verifies edits with commonmark.js. The editor has its own parser. `verify.ts` lists what both share.
export {
  countContainers,
  findDisallowedBlock,
  mayContainDisallowedBlocks,
  withoutContainers,
} from './read-blocks.ts'
export { verifyFold, verifyRelease, verifyUpdate } from './verify.ts'
