// A column one can filter by: each value with its rows in ascending order, made at load.

/** Each value of a column with the rows that have it, ascending; values in order of first appearance. */
export type Facet = ReadonlyMap<string, Uint32Array>

/** Indexes a column; rows without a value are in no list. */
export function indexFacet(values: readonly (string | undefined)[]): Facet {
  const rowsOf = new Map<string, number[]>()
  for (const [row, value] of values.entries()) {
    if (value === undefined) continue
    const rows = rowsOf.get(value)
    if (rows) rows.push(row)
    else rowsOf.set(value, [row])
  }
  return new Map([...rowsOf].map(([value, rows]) => [value, Uint32Array.from(rows)]))
}

/** The rows that have any of the values, ascending. */
export function rowsWithAny(facet: Facet, values: readonly string[]): Uint32Array {
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
