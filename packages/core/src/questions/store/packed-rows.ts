// Packs the JSON of all rows into one Buffer with a table of end offsets. Row i starts where row i − 1 ends.

/** The JSON of all rows in UTF-8, without separators. */
export interface PackedRows {
  readonly bytes: Buffer
  /** The offset after each row, in bytes. */
  readonly ends: Uint32Array
}

/** Packs the JSON of all rows. The maximum is 4 GiB, because offsets are 32-bit numbers. */
export function packRows(rows: readonly string[]): PackedRows {
  const ends = new Uint32Array(rows.length)
  let end = 0
  for (const [row, json] of rows.entries()) {
    end += Buffer.byteLength(json)
    ends[row] = end
  }
  const bytes = Buffer.allocUnsafe(end)
  for (const [row, json] of rows.entries()) bytes.write(json, startOf(ends, row))
  return { bytes, ends }
}

/** Returns the JSON of a row. */
export function readRow({ bytes, ends }: PackedRows, row: number): string {
  return bytes.toString('utf8', startOf(ends, row), ends[row])
}

function startOf(ends: Uint32Array, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] as number)
}
