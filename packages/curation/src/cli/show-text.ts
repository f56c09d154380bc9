// Formats texts of a file for a terminal.

/** Escapes the characters that a terminal would not print or would obey, such as control characters. */
export function showText(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
