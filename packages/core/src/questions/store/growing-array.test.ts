import { expect, it } from 'vitest'
import { RETURNED_BYTES } from './allocate.ts'
import { createGrowingArray } from './growing-array.ts'

/** Numbers of 32 bits in no order. */
const numberAt = (index: number) => Math.imul(index, 0x9e3779b1) >>> 0

it.each([0, 1, 64, 65, 300_000])('keeps %i numbers', (length) => {
  const array = createGrowingArray()
  const numbers = Uint32Array.from({ length }, (_, index) => numberAt(index))
  for (const number of numbers) array.push(number)
  expect(Uint32Array.from({ length }, (_, index) => array.at(index))).toEqual(numbers)
  expect(array.finish()).toEqual(numbers)
})

it('keeps a few numbers in memory of their size, and many in a block that returns to the system', () => {
  const bytesOf = (length: number) => {
    const array = createGrowingArray()
    for (let index = 0; index < length; index++) array.push(index)
    return array.finish().buffer.byteLength
  }
  expect([1000, 1_000_000].map(bytesOf)).toEqual([4000, RETURNED_BYTES])
})

it('rejects a number that does not fit', () => {
  const array = createGrowingArray()
  array.push(2 ** 32 - 1)
  expect(() => array.push(2 ** 32)).toThrow(RangeError)
})
