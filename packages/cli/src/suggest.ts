// Suggests the name that the caller probably meant.

/** The highest number of changed characters, in relation to the length of the name. */
const MAX_SHARE = 0.4

/** Returns the name that resembles `text` most, or undefined when none does. */
export function suggest(text: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, distance: measureDistance(text, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length * MAX_SHARE)))
    .toSorted((a, b) => a.distance - b.distance)
  return nearest?.name
}

/** The Levenshtein distance: how many characters must be inserted, removed or replaced. */
function measureDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, char] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === char ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
