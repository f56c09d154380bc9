// Formats paths and texts of a file for a terminal.
import { relative } from 'node:path'

/** Returns a path relative to the current folder, or the absolute path of what is outside it. */
export function showPath(path: string): string {
  const shown = relative('', path)
  return shown.startsWith('..') ? path : shown || '.'
}

/** Escapes the characters that a terminal would not print or would obey, such as control characters. Joiners, as in 👩‍🚀, are kept. */
export function showText(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
