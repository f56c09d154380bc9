// Allocates memory that returns to the operating system when it is no longer used.

/**
 * From this size on, glibc returns a block to the operating system when it is released. It keeps smaller ones for later, for the
 * thread that has released them, even after that thread has ended.
 * @see https://man7.org/linux/man-pages/man3/mallopt.3.html M_MMAP_THRESHOLD
 */
export const RETURNED_BYTES = 32 * 1024 * 1024

/**
 * The size, in bytes, from which it matters that memory is returned. It is more than the datasets need that are loaded without a
 * thread, because the garbage collector counts the whole block.
 */
const LARGE_BYTES = 2 * 1024 * 1024

/**
 * Allocates an ArrayBuffer with at least `bytes` zeros. A large one has at least {@link RETURNED_BYTES}, but the operating system
 * provides memory only for the part that is used.
 */
export function allocate(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes < LARGE_BYTES ? bytes : Math.max(bytes, RETURNED_BYTES))
}

/** Allocates an array of zeros. */
export function allocateUint32(length: number): Uint32Array {
  return new Uint32Array(allocate(length * Uint32Array.BYTES_PER_ELEMENT), 0, length)
}
