// The index of a facet: each value with its rows. It is built when a dataset is loaded.

/** Each value of a facet with its rows, ascending. Values are in order of first appearance. */
export type FacetIndex = ReadonlyMap<string, Uint32Array>

/** Indexes the values of a facet, one per row. Rows without a value are in no list. */
export function indexFacet(values: readonly (string | undefined)[]): FacetIndex {
  const rowsOf = new Map<string, number[]>()
  for (const [row, value] of values.entries()) {
    if (value === undefined) continue
    const rows = rowsOf.get(value)
    if (rows) rows.push(row)
    else rowsOf.set(value, [row])
  }
  return new Map([...rowsOf].map(([value, rows]) => [value, Uint32Array.from(rows)]))
}

/** The rows with any of the values, ascending. */
export function rowsWithAny(facet: FacetIndex, values: readonly string[]): Uint32Array {
  const lists = [...new Set(values)].map((value) => facet.get(value)).filter((list) => list !== undefined)
  if (lists.length === 1) return lists[0] as Uint32Array
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all.sort()
}

/** The rows in both lists, ascending. */
export function rowsInBoth(a: Uint32Array, b: Uint32Array): Uint32Array {
  let next = 0
  return a.filter((row) => {
    while (next < b.length && (b[next] as number) < row) next++
    return b[next] === row
  })
}
