// Verifies that an edit makes the requested change and no other. The parser is commonmark.js, which is independent of the
// editor's. These parts of the editor are shared: the line map, which determines the bounds of the compared parts, the
// application of splices, and the recognition of placeholders. `disallowed-blocks.ts` also shares that of thematic breaks.
import { AppError } from '../../errors.ts'
import { isPlaceholder } from '../document/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { readBlocks } from './read-blocks.ts'
import { type Edit, MAX_LINE_LENGTH, windowsOf } from './windows.ts'

/**
 * Verifies an update.
 * @param items the new entries as list items, with `\n` between the lines of an item
 * @param maxHeadings the maximum number of new category headings
 * @throws AppError `changelog/edit_refused` when the edit changes anything besides these entries and headings
 */
export function verifyUpdate(edit: Edit, items: readonly string[], maxHeadings: number): void {
  const { added, removed, addedLinks, removedLinks } = compareBlocks(edit)
  assertUnchanged(addedLinks.length + removedLinks.length === 0, 'a link definition')
  assertUnchanged(removed.every(isPlaceholderBlock), 'an existing entry or heading')
  const isItem = (block: string) => block.startsWith('item ')
  const requested = items.map((item) => `item ${item}`)
  const others = difference(requested, added.filter(isItem))
  assertUnchanged(others.added.length + others.removed.length === 0, 'an entry that was not requested')
  const headings = added.filter((block) => !isItem(block))
  assertUnchanged(
    headings.every((block) => isHeading(block) || isLabel(block)) && headings.length <= maxHeadings,
    'a heading that was not requested',
  )
}

/**
 * Verifies a release.
 * @param otherLines the lines besides headings that the edit may add, move or replace
 * @throws AppError `changelog/edit_refused` when the edit changes more than the heading and links of the new
 * version
 */
export function verifyRelease(edit: Edit, version: string, otherLines: readonly string[] = []): void {
  // The new headings and links are copies of lines of the file. A long line of list markers takes minutes to parse.
  const lines = edit.splices.flatMap(({ insert }) => insert.split(/\r\n?|\n/))
  const longest = Math.max(0, ...lines.map(({ length }) => length))
  assertEdit(
    longest <= MAX_LINE_LENGTH,
    `new lines of at most ${MAX_LINE_LENGTH} characters, got ${longest} characters`,
  )
  const others = otherLines.join('\n')
  const isOther = (block: string) => {
    const source = block.slice(block.indexOf(' ') + 1).trim()
    return others.includes(source) && !(isHeading(block) && source.includes(version))
  }
  const { added, removed, addedLinks, removedLinks } = compareBlocks(edit)
  const headings = added.filter((block) => !isOther(block))
  assertUnchanged(headings.every(isHeading), 'a block that is not a heading')
  // The link of an Unreleased heading can start from the new version.
  const versionHeadings = headings.filter((heading) =>
    heading.replaceAll(/\]\([^()\s]*\)/g, ']').includes(version),
  )
  assertEdit(versionHeadings.length === 1, `one heading of the new version, got ${versionHeadings.length}`)
  const removedHeadings = removed.filter((block) => !isOther(block))
  assertUnchanged(
    headings.length === removedHeadings.length + 1 && removedHeadings.every(isHeading),
    'an existing heading',
  )
  const keepsLinks = removedLinks.every((definition) => /^\[\s*unreleased\s*\]:/i.test(definition))
  assertUnchanged(keepsLinks && addedLinks.length <= 2, 'a link definition')
}

/** The blocks and link definitions that an edit adds and removes, in the windows around it. */
function compareBlocks(edit: Edit) {
  const windows = windowsOf(edit).map((window) => ({
    before: readBlocks(window.before),
    after: readBlocks(window.after),
  }))
  const blocks = windows.map(({ before, after }) => difference(before.root, after.root))
  const links = windows.map(({ before, after }) => difference(before.definitions, after.definitions))
  return {
    added: blocks.flatMap(({ added }) => added),
    removed: blocks.flatMap(({ removed }) => removed),
    addedLinks: links.flatMap(({ added }) => added),
    removedLinks: links.flatMap(({ removed }) => removed),
  }
}

/** The strings that are only in one of two lists. A string that occurs more often in one list is included too. */
function difference(before: readonly string[], after: readonly string[]) {
  const counts = new Map<string, number>()
  for (const value of before) counts.set(value, (counts.get(value) ?? 0) + 1)
  const added = after.filter((value) => {
    const count = counts.get(value) ?? 0
    if (count > 0) counts.set(value, count - 1)
    return count === 0
  })
  const removed = [...counts].flatMap(([value, count]) => new Array<string>(count).fill(value))
  return { added, removed }
}

/** A line in bold can stand in place of the heading of a category. */
const isLabel = (block: string) => /^paragraph +(\*\*|__)[^*_\n]+\1:?[ \t]*$/.test(block)
const isHeading = (block: string) => block.startsWith('heading ')

function isPlaceholderBlock(block: string): boolean {
  return isPlaceholder(block.replace(/^(?:item [ \t]*(?:[-+*]|\d{1,9}[.)])|paragraph)(?:\s|$)/, ''))
}

/** @param description the part of the file that would change otherwise */
function assertUnchanged(condition: boolean, description: string): void {
  assertEdit(condition, `only the requested change, got a change of ${description}`)
}

/** @param expectation what was expected and what the edit contains, without the word "expected" */
function assertEdit(condition: boolean, expectation: string): void {
  if (condition) return
  throw new AppError(CHANGELOG_ERRORS.edit_refused, `expected ${expectation}; the file is unchanged`)
}
