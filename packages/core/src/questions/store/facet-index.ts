// Indexes the rows of a dataset by the values of a facet. The index is built when the dataset is loaded.

/** The rows of each value of a facet, ascending. Values are in the order of their first occurrence. */
export type FacetIndex = ReadonlyMap<string, Uint32Array>

/** Indexes the values of a facet, one per row. A row without a value is not indexed. */
export function indexFacet(values: readonly (string | undefined)[]): FacetIndex {
  const rowsByValue = new Map<string, number[]>()
  for (const [row, value] of values.entries()) {
    if (value === undefined) continue
    const rows = rowsByValue.get(value)
    if (rows) rows.push(row)
    else rowsByValue.set(value, [row])
  }
  return new Map([...rowsByValue].map(([value, rows]) => [value, Uint32Array.from(rows)]))
}

/** Returns the rows with any of the values, ascending. */
export function rowsWithAny(facet: FacetIndex, values: readonly string[]): Uint32Array {
  const lists = [...new Set(values)].map((value) => facet.get(value)).filter((list) => list !== undefined)
  if (lists.length === 1) return lists[0] as Uint32Array
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0))
  let offset = 0
  for (const list of lists) {
    all.set(list, offset)
    offset += list.length
  }
  return all.sort()
}

/** Returns the rows that are in both lists. Both lists and the result are ascending. */
export function rowsInBoth(a: Uint32Array, b: Uint32Array): Uint32Array {
  let next = 0
  return a.filter((row) => {
    while (next < b.length && (b[next] as number) < row) next++
    return b[next] === row
  })
}
