// Counts items by a value of each.

/** Counts the items per value, in the order of first occurrence. Items without a value are not counted. */
export function countBy<T>(
  items: readonly T[],
  getValue: (item: T) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) {
    const value = getValue(item)
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}
