// Verifies edits with commonmark.js. The editor has its own parser. `verify.ts` lists what both share.
export * from './read-blocks.ts'
export * from './verify.ts'
