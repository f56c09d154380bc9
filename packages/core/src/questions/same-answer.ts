// Compares answers: after Unicode NFC, without spaces at the ends, and case-insensitively.

/** Whether a player's answer is the correct one. */
export function isSameAnswer(given: string, correct: string): boolean {
  return fold(given) === fold(correct)
}

/** Converts to upper case first, so that `ß` equals `SS` and `ς` equals `σ`. */
function fold(text: string): string {
  return text.normalize('NFC').trim().toUpperCase().toLowerCase().normalize('NFC')
}
