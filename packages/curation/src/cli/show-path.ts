// Formats paths for messages.
import { relative } from 'node:path'

/** Returns a path relative to the current folder, or the absolute path of what is outside it. */
export function showPath(path: string): string {
  const shown = relative('', path)
  return shown.startsWith('..') ? path : shown || '.'
}
