// JSON texts in one Buffer with a table of end offsets. Row i is between the end of row i − 1 and its own end.

/** JSON texts in UTF-8, without separators. */
export interface PackedRows {
  readonly bytes: Buffer
  /** The offset of the end of each row, in bytes. */
  readonly ends: Uint32Array
}

/** Packs JSON texts, at most 4 GiB in total: offsets are 32-bit numbers. */
export function packRows(texts: readonly string[]): PackedRows {
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [row, text] of texts.entries()) {
    end += Buffer.byteLength(text)
    ends[row] = end
  }
  const bytes = Buffer.allocUnsafe(end)
  for (const [row, text] of texts.entries()) bytes.write(text, startOf(ends, row))
  return { bytes, ends }
}

/** The JSON text of a row. */
export function rowText({ bytes, ends }: PackedRows, row: number): string {
  return bytes.toString('utf8', startOf(ends, row), ends[row])
}

function startOf(ends: Uint32Array, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] as number)
}
