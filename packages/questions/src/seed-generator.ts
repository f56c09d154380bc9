// Generates seeds for requests without a seed.
import { randomFillSync } from 'node:crypto'

/** The random bytes of a seed: 48 bits, which are 8 characters of Base64. */
const SEED_BYTES = 6
const POOL_BYTES = 682 * SEED_BYTES

/**
 * Creates a function that generates seeds, such as `k7Qm2x9A`. Random bytes are requested from the system for many seeds
 * at once.
 */
export function createSeedGenerator(): () => string {
  const pool = Buffer.allocUnsafe(POOL_BYTES)
  let offset = POOL_BYTES
  return () => {
    if (offset === POOL_BYTES) {
      randomFillSync(pool)
      offset = 0
    }
    offset += SEED_BYTES
    return pool.toString('base64url', offset - SEED_BYTES, offset)
  }
}
