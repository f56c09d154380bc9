// Computes the revision of a changelog: a hash of the hashes of its blocks. The blocks are counted from the end of the content. An
// edit near the start leaves most of them as they were, and only the others are hashed again.
import { hash } from 'node:crypto'

/** The length of a block in bytes. The first block of a content can be shorter. */
const BLOCK_BYTES = 64 * 1024

/** Number of hex digits in the revision of a changelog. */
const REVISION_DIGITS = 32

/** The hashes of a content. */
export interface ContentHash {
  /** The first 32 hex digits of the SHA-256 of the hashes of the blocks, from the last block to the first. */
  readonly revision: string
  /** The SHA-256 of each block, from the last block to the first. */
  readonly blocks: readonly Buffer[]
}

/** Hashes a content. */
export function hashContent(bytes: Buffer): ContentHash {
  return hashBlocks(bytes, [])
}

/**
 * Hashes the content after an edit.
 * @param parts its bytes, in order. The last part is the end of the content before the edit
 * @param before the hashes of the content before the edit
 */
export function hashEdited(parts: readonly Buffer[], before: ContentHash): ContentHash {
  const kept = Math.floor((parts.at(-1)?.length ?? 0) / BLOCK_BYTES)
  const rest = parts.map((part, index) =>
    index === parts.length - 1 ? part.subarray(0, part.length - kept * BLOCK_BYTES) : part,
  )
  return hashBlocks(Buffer.concat(rest), before.blocks.slice(0, kept))
}

/** Hashes a content. @param known the hashes of the blocks after `bytes` */
function hashBlocks(bytes: Buffer, known: readonly Buffer[]): ContentHash {
  const blocks = [...known]
  for (let end = bytes.length; end > 0; end -= BLOCK_BYTES)
    blocks.push(hash('sha256', bytes.subarray(Math.max(0, end - BLOCK_BYTES), end), 'buffer'))
  return { revision: hash('sha256', Buffer.concat(blocks)).slice(0, REVISION_DIGITS), blocks }
}
