// Tests that a hash of an edited content, which uses the one before the edit, is the hash of that content.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashContent, hashEdited } from './content-hash.ts'

const BLOCK_BYTES = 64 * 1024

/** A length near the end of a block. */
const lengths = fc
  .tuple(fc.nat(3), fc.integer({ min: -2, max: 2 }))
  .map(([blocks, more]) => Math.max(0, blocks * BLOCK_BYTES + more))

/** Creates bytes of which no two blocks are the same. */
function createBytes(length: number, seed: number): Buffer {
  return Buffer.from(
    Uint32Array.from({ length: Math.ceil(length / 4) }, (_, index) => index + seed).buffer,
    0,
    length,
  )
}

it('is the same after an edit as without the hashes before it', () => {
  fc.assert(
    fc.property(lengths, lengths, lengths, fc.nat(), (removed, inserted, tail, seed) => {
      const before = createBytes(removed + tail, seed)
      const parts = [createBytes(inserted, seed + 1), before.subarray(removed)]
      expect(hashEdited(parts, hashContent(before))).toEqual(hashContent(Buffer.concat(parts)))
    }),
  )
})

it('differs for contents that differ in one byte, wherever it is', () => {
  fc.assert(
    fc.property(lengths, fc.nat(), fc.nat(), (length, position, seed) => {
      const bytes = createBytes(length + 1, seed)
      const changed = Buffer.from(bytes)
      const index = position % bytes.length
      changed[index] = (changed[index] as number) ^ 1
      expect(hashContent(changed).revision).not.toBe(hashContent(bytes).revision)
      expect(hashContent(bytes.subarray(1)).revision).not.toBe(hashContent(bytes).revision)
    }),
  )
})

it.each([
  ['an empty content', '', 'e3b0c44298fc1c149afbf4c8996fb924'],
  ['one block', 'a', 'bf5d3affb73efd2ec6c36ad3112dd933'],
  [
    'four different blocks',
    Array.from({ length: 40_000 }, (_, index) => index).join(),
    'f0f7e130508007a82279ac31e6a57e30',
  ],
])('of %s is the one that another implementation computes', (_name, text, revision) => {
  expect(hashContent(Buffer.from(text)).revision).toBe(revision)
})
