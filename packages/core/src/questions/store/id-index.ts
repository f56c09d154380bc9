// Finds the row of an id. The index is a hash table with open addressing in one typed array, because a Map of a million
// strings takes ten times the memory.
import { allocateUint32 } from './allocate.ts'
import { createGrowingArray } from './growing-array.ts'

/** Bits of a slot that hold the row and one more, so that 0 is an empty slot. The other bits hold a part of the hash. */
const ROW_BITS = 24
const ROW_MASK = 2 ** ROW_BITS - 1

/** Maximum number of rows of an index. */
export const MAX_ROWS = ROW_MASK - 1

const INITIAL_SLOTS = 64

/** An index that rows are added to. */
export interface IdIndexBuilder {
  /** Adds the next row. Rows are numbered from 0. */
  add(id: string): void
  /** Returns the row of an id, or undefined. */
  find(id: string): number | undefined
  /** Returns the slots, for {@link findRow}. */
  finish(): Uint32Array
}

/** Creates an empty index. @param readId returns the id of a row that was added */
export function createIdIndex(readId: (row: number) => string): IdIndexBuilder {
  let slots = allocateUint32(INITIAL_SLOTS)
  let count = 0
  const hashes = createGrowingArray()
  const grow = () => {
    slots = allocateUint32(slots.length * 2)
    for (let row = 0; row < count; row++) insert(slots, hashes.at(row), row)
  }
  return {
    add(id) {
      if (count >= MAX_ROWS) throw new RangeError(`expected at most ${MAX_ROWS} rows, got more`)
      const hash = hashId(id)
      hashes.push(hash)
      insert(slots, hash, count++)
      if (count * 2 > slots.length) grow()
    },
    find: (id) => findRow(slots, id, readId),
    finish: () => slots,
  }
}

/**
 * Returns the row of an id, or undefined when no row has it.
 * @param readId returns the id of a row
 */
export function findRow(slots: Uint32Array, id: string, readId: (row: number) => string): number | undefined {
  const hash = hashId(id)
  for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
    const value = slots[slot] as number
    if (value === 0) return undefined
    const row = (value & ROW_MASK) - 1
    if (value >>> ROW_BITS === hash >>> ROW_BITS && readId(row) === id) return row
  }
}

function insert(slots: Uint32Array, hash: number, row: number): void {
  let slot = hash & (slots.length - 1)
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
  slots[slot] = ((hash >>> ROW_BITS) << ROW_BITS) | (row + 1)
}

/**
 * Hashes an id to 32 bits: FNV-1a over its code units, followed by the last step of MurmurHash3, which spreads them.
 * @see https://www.rfc-editor.org/rfc/rfc9923 FNV
 */
function hashId(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
