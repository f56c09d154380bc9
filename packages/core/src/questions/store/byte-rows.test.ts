import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createByteRows, rowAt } from './byte-rows.ts'

/** The size of a chunk in these tests, 16 bytes, as a power of two. */
const CHUNK_BITS = 4

/** Copies a row out of its chunk. */
const copy = ({ bytes, start, end }: ReturnType<typeof rowAt>) => Buffer.from(bytes.subarray(start, end))

describe('rows of bytes', () => {
  it('are the rows that were added, in chunks of any number', () => {
    const anyRow = fc.uint8Array({ minLength: 1, maxLength: 2 ** CHUNK_BITS }).map(Buffer.from)
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 30 }), fc.nat({ max: 40 }), (rows, capacity) => {
        const builder = createByteRows(capacity, CHUNK_BITS)
        for (const row of rows) builder.add(row)
        const finished = builder.finish()
        expect(rows.map((_, row) => copy(builder.at(row)))).toEqual(rows)
        expect(rows.map((_, row) => copy(rowAt(finished, row)))).toEqual(rows)
        for (const chunk of finished.chunks) expect(chunk.length).toBeLessThanOrEqual(2 ** CHUNK_BITS)
      }),
    )
  })

  it('are in as few chunks as their order allows', () => {
    const builder = createByteRows(1, CHUNK_BITS)
    for (const length of [10, 6, 9, 8, 1]) builder.add(Buffer.alloc(length))
    expect(builder.finish().ends).toEqual(Uint32Array.of(0, 10, 16, 25, 40, 41))
  })

  it('reject a row that is larger than a chunk', () => {
    expect(() => createByteRows(1, CHUNK_BITS).add(Buffer.alloc(17))).toThrow(RangeError)
  })
})
