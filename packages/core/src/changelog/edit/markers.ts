// Recognises comments that mark where versions start, or where the released ones start.

/** A marker such as `<!-- towncrier release notes start -->` or `<!-- insert new versions below -->`. */
const MARKS_START = /\b(?:start|begin|insert|next|new|unreleased|below)\b/i
/** A marker such as `<!-- Released section -->`. */
const MARKS_RELEASED = /\breleased\b|\bend\b/i

/** What a comment marks: the place below which new versions are inserted, or the start of the released versions. */
export function readMarker(comment: string): 'start' | 'released' | undefined {
  if (MARKS_RELEASED.test(comment)) return 'released'
  return MARKS_START.test(comment) ? 'start' : undefined
}
