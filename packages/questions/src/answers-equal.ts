// When two answers are the same: Unicode's composed form, no space at the ends, case folded.

/** Whether a given answer is the right one, as a person would see it. */
export function isSameAnswer(given: string, right: string): boolean {
  return fold(given) === fold(right)
}

/** Upper case first, so that letters with no upper case of their own (ß, ς) fold as their full forms do. */
function fold(text: string): string {
  return text.normalize('NFC').trim().toUpperCase().toLowerCase().normalize('NFC')
}
