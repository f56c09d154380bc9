// Rows as one Buffer of ready JSON with a table of ends: an answer copies bytes and serialises nothing.
// Row i lies from the end of row i − 1 to its own end; no separators are stored.

/** Ready JSON texts, one after the other. */
export interface PackedRows {
  readonly bytes: Buffer
  readonly ends: Uint32Array
}

const COMMA = 0x2c

/** Packs JSON texts; 4 GiB is the most they may be together, as their ends are 32-bit numbers. */
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

/** One row's JSON text. */
export function rowText({ bytes, ends }: PackedRows, row: number): string {
  return bytes.toString('utf8', startOf(ends, row), ends[row])
}

/** `head`, the rows joined by commas in the order given, and `tail`: one answer's body. */
export function joinRows(packed: PackedRows, rows: readonly number[], head: string, tail: string): Buffer {
  const { bytes, ends } = packed
  let size = Buffer.byteLength(head) + Buffer.byteLength(tail) + Math.max(0, rows.length - 1)
  for (const row of rows) size += (ends[row] as number) - startOf(ends, row)
  const body = Buffer.allocUnsafe(size)
  let at = body.write(head)
  for (const [place, row] of rows.entries()) {
    if (place > 0) body[at++] = COMMA
    at += bytes.copy(body, at, startOf(ends, row), ends[row])
  }
  body.write(tail, at)
  return body
}

function startOf(ends: Uint32Array, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] as number)
}
