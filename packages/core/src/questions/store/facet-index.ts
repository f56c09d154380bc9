// Indexes the rows of a dataset by the values of a facet. The index is built when the dataset is loaded.
import { allocateUint32 } from './allocate.ts'
import { createGrowingArray } from './growing-array.ts'

/** The rows of each value, as plain data that can be transferred to another thread. */
export interface FacetRows {
  /** In the order of their first occurrence. */
  readonly values: readonly string[]
  /** The rows of all values: those of the first value, ascending, then those of the second one, … */
  readonly rows: Uint32Array
  /** Where the rows of each value start, and the end of the last ones. */
  readonly starts: Uint32Array
}

/** The rows of a facet. */
export interface FacetIndex {
  /** The number of rows of each value. Values are in the order of their first occurrence. */
  readonly counts: ReadonlyMap<string, number>
  /** Returns the rows of a value, ascending. A value that does not occur has none. */
  rowsOf(value: string): Uint32Array
}

/** Groups rows by value. A row without a value is in no group. */
export interface FacetBuilder {
  /** Adds the value of the next row. */
  add(value: string | undefined): void
  finish(): FacetRows
}

/** Creates a builder without rows. */
export function createFacetBuilder(): FacetBuilder {
  const codes = new Map<string, number>()
  const rowsWithValue = createGrowingArray()
  const codeOfEntry = createGrowingArray()
  let row = 0
  return {
    add(value) {
      if (value !== undefined) {
        const code = codes.get(value) ?? codes.size
        codes.set(value, code)
        rowsWithValue.push(row)
        codeOfEntry.push(code)
      }
      row++
    },
    finish() {
      const entryCodes = codeOfEntry.finish()
      const starts = new Uint32Array(codes.size + 1)
      for (const code of entryCodes) increase(starts, code + 1, 1)
      for (let code = 0; code < codes.size; code++) increase(starts, code + 1, starts[code] as number)
      const next = starts.slice()
      const rows = allocateUint32(entryCodes.length)
      for (const [entry, code] of entryCodes.entries()) {
        rows[next[code] as number] = rowsWithValue.at(entry)
        increase(next, code, 1)
      }
      return { values: [...codes.keys()], rows, starts }
    },
  }
}

function increase(array: Uint32Array, index: number, by: number): void {
  array[index] = (array[index] as number) + by
}

/** Creates an index from its rows. */
export function createFacetIndex({ values, rows, starts }: FacetRows): FacetIndex {
  const codes = new Map(values.map((value, code) => [value, code]))
  const startOf = (code: number) => starts[code] as number
  return {
    counts: new Map(values.map((value, code) => [value, startOf(code + 1) - startOf(code)])),
    rowsOf(value) {
      const code = codes.get(value)
      return code === undefined ? NO_ROWS : rows.subarray(startOf(code), startOf(code + 1))
    },
  }
}

const NO_ROWS = new Uint32Array(0)

/** Returns the rows with any of the values, ascending. @param size the number of rows of the dataset */
export function rowsWithAny(facet: FacetIndex, values: readonly string[], size: number): Uint32Array {
  const lists = [...new Set(values)].map((value) => facet.rowsOf(value))
  const [only, ...others] = lists
  if (only && others.length === 0) return only
  const isMatch = new Uint8Array(size)
  for (const list of lists) for (const row of list) isMatch[row] = 1
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0))
  let count = 0
  for (let row = 0; row < size; row++) if (isMatch[row] === 1) all[count++] = row
  return all
}

/** Returns the rows that are in both lists. Both lists and the result are ascending. */
export function rowsInBoth(a: Uint32Array, b: Uint32Array): Uint32Array {
  let next = 0
  return a.filter((row) => {
    while (next < b.length && (b[next] as number) < row) next++
    return b[next] === row
  })
}
