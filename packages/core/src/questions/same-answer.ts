// Compares the answer of a player with the correct answer. Case, leading and trailing white space, and
// Unicode composition are ignored.

/** Checks whether a player's answer is correct. */
export function isSameAnswer(given: string, correct: string): boolean {
  return normalize(given) === normalize(correct)
}

/** Normalises an answer. The conversion to upper case makes `ß` equal to `SS`, and `ς` equal to `σ`. */
function normalize(text: string): string {
  return text.normalize('NFC').trim().toUpperCase().toLowerCase().normalize('NFC')
}
