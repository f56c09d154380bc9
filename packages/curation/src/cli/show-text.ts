// Formats texts of a file for a terminal.

/** Escapes the characters that a terminal would not print or would obey, such as control characters. Joiners, as in 👩‍🚀, are kept. */
export function showText(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
