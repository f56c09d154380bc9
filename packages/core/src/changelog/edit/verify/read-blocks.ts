// Reads the blocks of the edited part of a file. The editor has its own parser. The parsers share no code, so that a bug in one of
// them does not affect the other.
import { readWithCommonmark } from './commonmark-blocks.ts'
import { type Blocks, readWithMicromark } from './micromark-blocks.ts'
import type { Window } from './windows.ts'

/** Reads the blocks of a window, before and after the edit, with the same parser. */
export function readBlocks(window: Window): { readonly before: Blocks; readonly after: Blocks } {
  // The parsers count a byte order mark as text, or not at all.
  const [before, after] = [window.before, window.after].map((text) => text.replace(/^\uFEFF/, '')) as [
    string,
    string,
  ]
  if (mayHaveDefinitions(before) || mayHaveDefinitions(after))
    return { before: readWithMicromark(before), after: readWithMicromark(after) }
  const read = (text: string): Blocks => ({ root: readWithCommonmark(text), definitions: [] })
  return { before: read(before), after: read(after) }
}

/** Whether a text can have link definitions. A colon follows the label of each. */
function mayHaveDefinitions(text: string): boolean {
  return text.includes(']:')
}
