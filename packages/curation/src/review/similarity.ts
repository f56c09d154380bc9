// The similarity of two questions: the share of common trigrams after normalisation.

/** A text without case, accents, punctuation and repeated spaces. */
export function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+×÷=<>√π−/]+/gu, ' ')
    .trim()
}

/** The set of trigrams of a normalised text. */
export function trigramsOf(normalised: string): ReadonlySet<string> {
  const padded = ` ${normalised} `
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)))
}

/** The Dice coefficient of two sets: 0 for disjoint sets, 1 for equal sets. @see https://doi.org/10.2307/1932409 */
export function diceOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const item of small) if (large.has(item)) shared++
  return a.size + b.size === 0 ? 1 : (2 * shared) / (a.size + b.size)
}
