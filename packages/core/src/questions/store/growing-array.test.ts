import { expect, it } from 'vitest'
import { createGrowingArray } from './growing-array.ts'

it('keeps all numbers, in memory of its own', () => {
  const array = createGrowingArray(Uint16Array)
  const numbers = Array.from({ length: 300_000 }, (_, index) => (index * 13) % 65_536)
  for (const number of numbers) array.push(number)
  expect([0, 131_071, 131_072, 299_999].map(array.at)).toEqual(
    [0, 131_071, 131_072, 299_999].map((index) => (index * 13) % 65_536),
  )
  const finished = array.finish()
  expect(finished).toEqual(Uint16Array.from(numbers))
  expect(finished.buffer.byteLength).toBe(600_000)
})

it('rejects a number that does not fit', () => {
  const array = createGrowingArray(Uint8Array)
  array.push(255)
  expect(() => array.push(256)).toThrow(RangeError)
})
