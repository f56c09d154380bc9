// Calculates the median, which outliers affect less than the mean.

/** Returns the median of an odd number of values, or NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
