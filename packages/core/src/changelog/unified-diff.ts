// Writes the difference of two texts as a unified diff, the format of `diff -u` and `git diff`.
// @see https://www.gnu.org/software/diffutils/manual/html_node/Unified-Format.html
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff'

/** Maximum number of added and removed lines for which the smallest difference is searched. The time is quadratic: 0.2 s for so many. */
const MAX_EDIT_LENGTH = 1000

/** The unified diff of two texts. Empty when they are equal. A large change is shown as one replaced block. */
export function unifiedDiff(before: string, after: string, path: string): string {
  if (before === after) return ''
  const names = [`a/${path}`, `b/${path}`] as const
  const compare = (from: string, to: string) =>
    structuredPatch(...names, from, to, undefined, undefined, { context: 3 })
  const options = { context: 3, maxEditLength: MAX_EDIT_LENGTH }
  const patch =
    structuredPatch(...names, before, after, undefined, undefined, options) ??
    replaceBlock(compare(before, ''), compare('', after))
  return formatPatch(patch, FILE_HEADERS_ONLY)
}

/** Joins a patch that removes all lines, and one that adds all lines, to one that replaces them. */
function replaceBlock(removal: StructuredPatch, addition: StructuredPatch): StructuredPatch {
  const [removed, added] = [removal.hunks[0], addition.hunks[0]]
  if (!removed || !added) return { ...removal, hunks: [...removal.hunks, ...addition.hunks] }
  const { newStart, newLines } = added
  return {
    ...removal,
    hunks: [{ ...removed, newStart, newLines, lines: [...removed.lines, ...added.lines] }],
  }
}
