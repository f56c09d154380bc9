// Writes the difference of two texts as a unified diff, the format of `diff -u` and `git diff`.
// @see https://www.gnu.org/software/diffutils/manual/html_node/Unified-Format.html
import { formatPatch, type StructuredPatch, structuredPatch } from 'diff'

/** Number of unchanged lines around a change. */
const CONTEXT = 3
/** Maximum number of added and removed lines for which the smallest difference is searched. */
const MAX_EDIT_LENGTH = 2000

/**
 * The unified diff of two texts. Empty when they are equal. A large change can be shown as one replaced block.
 * @param path the path of the file, in the header of the diff
 */
export function unifiedDiff(before: string, after: string, path: string): string {
  if (before === after) return ''
  const { prefix, suffix } = commonParts(before, after)
  const [old, changed] = [before, after].map((text) => text.slice(prefix, text.length - suffix)) as [
    string,
    string,
  ]
  const firstLine = countLineEndings(before.slice(0, prefix))
  const [oldPath, newPath] = [`a/${path}`, `b/${path}`]
  const patch =
    structuredPatch(oldPath, newPath, old, changed, undefined, undefined, {
      context: CONTEXT,
      maxEditLength: MAX_EDIT_LENGTH,
    }) ?? replaceAll(oldPath, newPath, old, changed)
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + firstLine,
    newStart: hunk.newStart + firstLine,
  }))
  // The first line of formatPatch is a ruler of "=", which git does not write.
  return formatPatch({ ...patch, hunks }).replace(/^=+\n/, '')
}

/** The lengths of the equal starts and ends of two texts: whole lines, without the lines of context. */
function commonParts(before: string, after: string): { prefix: number; suffix: number } {
  const shortest = Math.min(before.length, after.length)
  let prefix = 0
  while (prefix < shortest && before[prefix] === after[prefix]) prefix++
  let suffix = 0
  while (suffix < shortest - prefix && before.at(-suffix - 1) === after.at(-suffix - 1)) suffix++
  return {
    prefix: startOfContext(before, prefix),
    suffix: before.length - endOfContext(before, before.length - suffix),
  }
}

/** The offset where the lines of context above an offset start. */
function startOfContext(text: string, offset: number): number {
  let start = offset
  for (let line = 0; line <= CONTEXT && start > 0; line++)
    start = text.lastIndexOf('\n', start - (line === 0 ? 1 : 2)) + 1
  return start
}

/** The offset where the lines of context below an offset end. */
function endOfContext(text: string, offset: number): number {
  let end = offset
  for (let line = 0; line <= CONTEXT && end < text.length; line++) {
    const next = text.indexOf('\n', end)
    end = next === -1 ? text.length : next + 1
  }
  return end
}

function countLineEndings(text: string): number {
  return text.split('\n').length - 1
}

/** A patch that removes all lines and adds the others. */
function replaceAll(oldPath: string, newPath: string, before: string, after: string): StructuredPatch {
  const [removed, added] = [before, after].map((text) => text.replace(/\n$/, '').split('\n')) as [
    string[],
    string[],
  ]
  return {
    oldFileName: oldPath,
    newFileName: newPath,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [
      {
        oldStart: 1,
        oldLines: removed.length,
        newStart: 1,
        newLines: added.length,
        lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
      },
    ],
  }
}
