// Computes Threefry-4x32-20, a random function of 128 bits: the same key and counter always give the same four words.
// @see https://doi.org/10.1145/2063384.2063405 (Salmon, Moraes, Dror and Shaw: Parallel random numbers, as easy as 1, 2, 3)

/** Four integers of 32 bits, signed: `>>> 0` makes one of them unsigned. */
export type Words = readonly [number, number, number, number]

/** The fifth word of a key is this one xor the other four. */
const PARITY = 0x1bd11bda

/** Returns the words of a counter. */
export function threefry(key: Words, counter: Words): Words {
  const keys = [key[0], key[1], key[2], key[3], PARITY ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
  let a = (counter[0] + key[0]) | 0
  let b = (counter[1] + key[1]) | 0
  let c = (counter[2] + key[2]) | 0
  let d = (counter[3] + key[3]) | 0
  // Four rounds at a time, after which the key is added. A loop over the single rounds takes twice as long.
  for (let step = 1; step <= 5; step++) {
    const isOdd = step % 2 === 1
    a = (a + b) | 0
    b = rotate(b, isOdd ? 10 : 6) ^ a
    c = (c + d) | 0
    d = rotate(d, isOdd ? 26 : 20) ^ c
    a = (a + d) | 0
    d = rotate(d, isOdd ? 11 : 17) ^ a
    c = (c + b) | 0
    b = rotate(b, isOdd ? 21 : 11) ^ c
    a = (a + b) | 0
    b = rotate(b, isOdd ? 13 : 25) ^ a
    c = (c + d) | 0
    d = rotate(d, isOdd ? 27 : 10) ^ c
    a = (a + d) | 0
    d = rotate(d, isOdd ? 23 : 18) ^ a
    c = (c + b) | 0
    b = rotate(b, isOdd ? 5 : 20) ^ c
    a = (a + (keys[step % 5] as number)) | 0
    b = (b + (keys[(step + 1) % 5] as number)) | 0
    c = (c + (keys[(step + 2) % 5] as number)) | 0
    d = (d + (keys[(step + 3) % 5] as number) + step) | 0
  }
  return [a, b, c, d]
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}
