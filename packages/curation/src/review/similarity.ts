// Computes the similarity of two texts: the share of common trigrams after normalisation.

/** Removes case, accents, punctuation and repeated spaces from a text. */
export function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+×÷=<>√π−/]+/gu, ' ')
    .trim()
}

/** Returns the trigrams of a normalised text. */
export function trigramsOf(normalised: string): ReadonlySet<string> {
  const padded = ` ${normalised} `
  return new Set(
    Array.from({ length: Math.max(0, padded.length - 2) }, (_, offset) => padded.slice(offset, offset + 3)),
  )
}

/**
 * Returns the Dice coefficient of two sets: 0 for disjoint sets, 1 for equal sets.
 * @see https://doi.org/10.2307/1932409
 */
export function diceOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const item of small) if (large.has(item)) shared++
  return a.size + b.size === 0 ? 1 : (2 * shared) / (a.size + b.size)
}
