// Prepares texts for a comparison: normalises them, and splits them into trigrams.

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
