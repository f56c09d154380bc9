// Verifies that an edit makes the requested change and no other. The parser is commonmark.js, which is independent of the editor's.
// They share the line map, which determines the bounds of the compared parts, the application of splices, the recognition of
// placeholders and thematic breaks, and the translation of other syntaxes.
//
// The changed parts are windows: each change, with the blocks around it. commonmark.js takes quadratic time for a line of list
// markers, and compares each line below with all of its lists. So a window has no long line, and few lines, around the change.
import { AppError } from '../../errors.ts'
import { type ChangelogDocument, isPlaceholder, textAt, withoutTargets } from '../document/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { applySplices, type Splice, sortSplices } from '../splice.ts'
import { readBlocks } from './read-blocks.ts'

/** Verifies an update. @param items the new entries as list items, with `\n` between the lines of an item @throws AppError `changelog/edit_refused` when the edit changes anything besides these entries and new category headings */
export function verifyUpdate(edit: Edit, items: readonly string[], maxHeadings: number): void {
  const { added, removed, addedLinks, removedLinks } = compareBlocks(edit)
  assertUnchanged(addedLinks.length + removedLinks.length === 0, 'a link definition')
  assertUnchanged(removed.every(isPlaceholderBlock), 'an existing entry or heading')
  const isItem = (block: string) => block.startsWith('item ')
  const requested = items.map((item) => `item ${edit.before.dialect.translate(item.split('\n')).join('\n')}`)
  const others = difference(requested, added.filter(isItem))
  assertUnchanged(others.added.length + others.removed.length === 0, 'an entry that was not requested')
  const headings = added.filter((block) => !isItem(block))
  assertUnchanged(areHeadings(headings, maxHeadings), 'a heading that was not requested')
}

/** A line of text that is no directive of reStructuredText. The line below it can have the date. */
const TITLE = /^paragraph (?!\.\. )[^\n]+(?:\n[^\n]*\b\d{4}\b[^\n]*)?$/

/**
 * Verifies a release.
 * @param otherLines the lines besides headings that the edit may add, move or replace
 * @param label the label of the definition that the edit may change
 * @throws AppError `changelog/edit_refused` when the edit changes more than the heading and links of the new version
 */
export function verifyRelease(
  edit: Edit,
  version: string,
  otherLines: readonly string[] = [],
  label = 'unreleased',
): void {
  // The new headings and links are copies of lines of the file. A long line of list markers takes minutes to parse.
  const lines = edit.splices.flatMap(({ insert }) => insert.split(/\r\n?|\n/))
  const longest = Math.max(0, ...lines.map(({ length }) => length))
  const limit = `new lines of at most ${MAX_LINE_LENGTH} characters, got ${longest} characters`
  assertEdit(longest <= MAX_LINE_LENGTH, limit)
  const own = edit.before.dialect.translate(otherLines)
  const others = `\n${[...own, ...own.map((line) => line.trim())].join('\n')}\n`
  // In a file whose versions are lines of text, a new one is a paragraph.
  const hasTitles = edit.before.sections.some(({ heading }) => heading.isLabel)
  const isTitle = (block: string) => isHeading(block) || (hasTitles && TITLE.test(block))
  const isOther = (block: string) => {
    const source = block.slice(block.indexOf(' ') + 1).trim()
    return others.includes(`\n${source}\n`) && !(isTitle(block) && source.includes(version))
  }
  const { added, removed, addedLinks, removedLinks } = compareBlocks(edit, otherLines)
  const headings = added.filter((block) => !isOther(block))
  assertUnchanged(headings.every(isTitle), 'a block that is not a heading')
  // The link of an Unreleased heading can start from the new version.
  const versionHeadings = headings.filter((heading) => withoutTargets(heading).includes(version))
  // The heading of a planned version can be that of the version already.
  const replaced = edit.splices.map(({ start, end }) => edit.before.text.slice(start, end))
  const isReplaced = replaced.some((text) => text.includes(version))
  const isOne = versionHeadings.length === 1 || (versionHeadings.length === 0 && isReplaced)
  assertEdit(isOne, `one heading of the new version, got ${versionHeadings.length}`)
  const removedHeadings = removed.filter((block) => !isOther(block))
  const isOneMore = headings.length === removedHeadings.length + 1
  assertUnchanged(isOneMore && removedHeadings.every(isTitle), 'an existing heading')
  const start = `[${label.toLowerCase()}]:`
  const keepsLinks = removedLinks.every((definition) => definition.toLowerCase().startsWith(start))
  assertUnchanged(keepsLinks && addedLinks.length <= 2, 'a link definition')
}

/** Verifies that sections were folded: blocks only move. @param otherLines the lines that the edit may remove @throws AppError `changelog/edit_refused` when the edit changes anything besides the headings of versions and categories, and links */
export function verifyFold(edit: Edit, versions: number, categories: number, otherLines: readonly string[]) {
  const { added, removed, addedLinks, removedLinks } = compareBlocks(edit)
  const left = difference(added, removed)
  assertUnchanged(left.removed.length === 0, 'an entry that is folded')
  const isOther = (block: string) => otherLines.includes(block.slice(block.indexOf(' ') + 1).trim())
  const gone = left.added.filter((block) => !isOther(block) && !isPlaceholderBlock(block))
  assertUnchanged(areHeadings(gone, versions + categories), 'an existing entry or heading')
  assertUnchanged(addedLinks.length <= 1 && removedLinks.length <= versions + 1, 'a link definition')
}

/** The blocks and link definitions that an edit adds and removes, in the windows around it. */
function compareBlocks(edit: Edit, otherLines: readonly string[] = []) {
  const { dialect, sections } = edit.before
  // A line of text that is a title is a block of its own.
  const titles = sections.flatMap(({ heading: { isLabel, firstLine, lastLine } }) =>
    isLabel && firstLine === lastLine ? textAt(edit.before, firstLine) : [],
  )
  const isTitle = new Set(titles.length > 0 ? [...titles, ...otherLines] : [])
  const toMarkdown = (text: string) => {
    const lines = text.split(/\r\n?|\n/)
    return dialect
      .translate(lines)
      .map((line, index) => (isTitle.has(lines[index] ?? '') ? `\n${line}\n` : line))
      .join('\n')
  }
  const windows = windowsOf(edit).map((window) => {
    const [before, after] = [readBlocks(toMarkdown(window.before)), readBlocks(toMarkdown(window.after))]
    const links = difference(before.definitions, after.definitions)
    return { ...difference(before.root, after.root), addedLinks: links.added, removedLinks: links.removed }
  })
  return {
    added: windows.flatMap(({ added }) => added),
    removed: windows.flatMap(({ removed }) => removed),
    addedLinks: windows.flatMap(({ addedLinks }) => addedLinks),
    removedLinks: windows.flatMap(({ removedLinks }) => removedLinks),
  }
}

/** The strings that are only in one of two lists. A string that occurs more often in one list is included too. */
function difference(before: readonly string[], after: readonly string[]) {
  const removed = [...before]
  const added = after.filter((value) => {
    const index = removed.indexOf(value)
    return index === -1 || removed.splice(index, 1).length === 0
  })
  return { added, removed }
}

/** A line in bold, or of a few words, can stand in place of the heading of a category. */
const isLabel = (block: string) =>
  /^paragraph +(?:(\*{1,3}|__)[^*_\n]+\1|(?:=+ )?(?:\[ ?)?\p{L}[\p{L} /&-]{0,80}\]?):?[ \t]*$/u.test(block)
const isHeading = (block: string) => block.startsWith('heading ')
const areHeadings = (blocks: readonly string[], most: number) =>
  blocks.length <= most && blocks.every((block) => isHeading(block) || isLabel(block))

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

/** An edit: the document before it, and its splices. */
export interface Edit {
  readonly before: ChangelogDocument
  readonly splices: readonly Splice[]
}

/** Number of blocks on each side of a change. A block is a heading, a list item or a link definition. */
const CONTEXT_BLOCKS = 2
/** Maximum number of lines on each side of a change. */
const CONTEXT_LINES = 150
/** Maximum length of a line, in UTF-16 code units. */
export const MAX_LINE_LENGTH = 2000
/** Maximum length of the context on each side of a change, in UTF-16 code units. */
const CONTEXT_LENGTH = 16 * 1024

/** The windows of an edit, in order: the text of each, before and after the edit. They do not overlap. */
export function windowsOf({ before, splices }: Edit): { readonly before: string; readonly after: string }[] {
  const { text, lines } = before
  const definitions = new Set(before.definitions.map(({ line }) => line))
  const isStart = (line: number) => startsBlock(before, line) || definitions.has(line)
  /** The edge of a window, up (`step` −1) or down (`step` 1) from a change: the start of a block, or an end of the text. */
  const findEdge = (offset: number, step: -1 | 1) => {
    const isUp = step === -1
    const first = isUp
      ? lines.findLastIndex(({ start }) => start < offset)
      : lines.findIndex(({ end }) => end > offset)
    // The start of a block ends the one above it.
    const starts: number[] = isUp ? [offset] : []
    for (let index = first; starts.length <= CONTEXT_BLOCKS; index += step) {
      const line = lines[index]
      if (!line) return isUp ? 0 : text.length
      const length = isUp ? offset - line.start : line.end - offset
      const isFar = Math.abs(index - first) >= CONTEXT_LINES || length > CONTEXT_LENGTH
      if (isFar || line.text.length > MAX_LINE_LENGTH) break
      if (isStart(index) && (isUp || line.start >= offset)) starts.push(line.start)
    }
    return starts.slice(isUp ? 0 : 1).at(-1) ?? nextTextEnd(text, offset)
  }
  const ranges: { start: number; end: number; readonly splices: Splice[] }[] = []
  for (const splice of sortSplices(splices)) {
    const [start, end] = [findEdge(splice.start, -1), findEdge(splice.end, 1)]
    const last = ranges.at(-1)
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end)
      last.splices.push(splice)
    } else ranges.push({ start, end, splices: [splice] })
  }
  return ranges.map(({ start, end, splices: own }) => ({
    before: before.text.slice(start, end),
    after: applySplices(before.text, own, start, end),
  }))
}

/** Whether a heading or a list item at the root starts at a line. No block above continues after it. */
function startsBlock({ lines, kinds }: ChangelogDocument, line: number): boolean {
  if (kinds[line] === 'heading') return kinds[line - 1] !== 'heading'
  return kinds[line] === 'list' && /^ {0,3}(?:[-+*]|\d+[.)])/.test(lines[line]?.text ?? '')
}

/** The end of the next line with text, or of a part of a long line. An item above it can take it. */
function nextTextEnd(text: string, offset: number): number {
  const next = /[ \t\r\n]*/y
  next.lastIndex = offset
  const start = offset + (next.exec(text)?.[0].length ?? 0)
  if (start === text.length || start - offset > CONTEXT_LENGTH) return offset
  return start + (/^[^\r\n]*/.exec(text.slice(start, start + MAX_LINE_LENGTH))?.[0].length ?? 0)
}
