// Escapes, normalises and validates the descriptions of new entries. A description is rejected when it starts a block that extends beyond
// its list item, or one that a tool that reads the file line by line, such as grep, would take for a part of the document.
import { AppError } from '../../../errors.ts'
import { quote } from '../../../quote.ts'
import {
  closes,
  isItem,
  isPlaceholder,
  isThematicBreak,
  readAtxHeading,
  readDefinition,
  readUnderline,
  TRAILING_SPACE,
} from '../../document/index.ts'
import type { NewEntry } from '../../entry.ts'
import { CHANGELOG_ERRORS } from '../../errors.ts'
import {
  countContainers,
  findDisallowedBlock,
  mayContainDisallowedBlocks,
  withoutContainers,
} from '../../verify/index.ts'
import { formatItem } from '../style/index.ts'

/** Maximum length of a description as received, in UTF-16 code units. */
export const MAX_DESCRIPTION_LENGTH = 10_000

// Control characters besides tabs and line endings, and the characters that change the direction of the text that follows, in
// contrast to left-to-right and right-to-left marks. See https://trojansource.codes.
const DISALLOWED_CHARACTER = /(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * Maximum length of the Markdown that the CommonMark parser reads for one update, in UTF-16 code units. A line counts as at least
 * {@link MIN_COUNTED_LINE_LENGTH}, because a short line takes as much time as a longer one.
 */
export const MAX_PARSED_LENGTH = 100_000
export const MIN_COUNTED_LINE_LENGTH = 50

/**
 * Validates descriptions. @returns the lines of each, without blank lines at both ends and without trailing white space
 * @param bullet the bullet of the list items, with its indent; the width of tabs depends on it
 * @throws AppError `changelog/invalid_description` when one is blank, too long, a placeholder, or could be read as more than one entry
 */
export function validateDescriptions(entries: readonly NewEntry[], bullet: string): string[][] {
  let parsedLength = 0
  return entries.map(({ description, escape: isPlainText }, index) => {
    const parameter = `changes[${index}].description`
    const refuse = (message: string) =>
      new AppError(CHANGELOG_ERRORS.invalid_description, `${parameter}: ${message}`, {
        issues: [{ parameter, message }],
      })
    const read = readLines(description, refuse)
    const lines = isPlainText ? read.map((line) => escapeMarkdown(line.trimStart())) : read
    const hint = isPlainText ? '' : '; with `escape: true`, the text is added as it is'
    const reason = findUnsafeLine(lines)
    if (reason) throw refuse(reason + hint)
    if (isPlaceholder(lines.join('\n')))
      throw refuse(`expected a change, got ${quote(description)}, which later edits remove as a placeholder`)
    if (!mayContainDisallowedBlocks(lines)) return lines
    for (const { length } of lines) parsedLength += Math.max(MIN_COUNTED_LINE_LENGTH, length)
    const limit = `${MAX_PARSED_LENGTH} characters of Markdown blocks, counting each line as at least ${MIN_COUNTED_LINE_LENGTH}`
    if (parsedLength > MAX_PARSED_LENGTH) throw refuse(`expected at most ${limit}, got ${parsedLength}`)
    const disallowed = findDisallowedBlock(formatItem(lines, bullet))
    if (disallowed) throw refuse(disallowed + hint)
    return lines
  })
}

function readLines(description: string, refuse: (message: string) => AppError): string[] {
  // The length is checked first, so that all later checks run on a string of bounded length.
  if (description.length > MAX_DESCRIPTION_LENGTH)
    throw refuse(`expected at most ${MAX_DESCRIPTION_LENGTH} characters, got ${description.length}`)
  const lines = description.split(/\r\n?|\n/).map((line) => line.replace(TRAILING_SPACE, ''))
  const text = lines.join('\n').trim()
  if (text === '') throw refuse('expected a description, got a blank string')
  if (!text.isWellFormed()) throw refuse('expected well-formed Unicode, got a lone surrogate')
  const disallowed = DISALLOWED_CHARACTER.exec(text)?.[0]
  if (disallowed === undefined) return text.split('\n')
  const codePoint = disallowed.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  throw refuse(`expected plain text, got the disallowed character U+${codePoint}`)
}

/** A construct that a line must not start or contain, in a fence or not. `text`: the line without white space at both ends */
type LineRule = readonly [
  construct: string,
  place: 'any' | 'text' | 'fence',
  matches: (text: string, line: string, isFirst: boolean) => boolean,
]

/**
 * A tool that reads the file line by line does not recognise fences. Parsers take quadratic time for nested lists and quotes, or
 * fail. CommonMark can read the start of a fence as a line of a paragraph.
 */
const RULES: readonly LineRule[] = [
  ['footnote', 'any', (_, line) => /^\[\^[^\]]+\]:/.test(withoutContainers(line))],
  ['more than 10 nested lists and quotes', 'text', (_, line) => countContainers(line) > 10],
  ['more than 100 nested lists and quotes', 'fence', (_, line) => countContainers(line) > 100],
  ['list marker at the start', 'text', (text, _, isFirst) => isFirst && isItem(text, false)],
  ['thematic break at the start', 'text', (text, _, isFirst) => isFirst && isThematicBreak(text)],
  ['heading', 'text', (text) => readAtxHeading(text) !== undefined],
  ['heading underline', 'text', (text, _, isFirst) => !isFirst && readUnderline(text) !== undefined],
  ['link definition', 'text', (text) => readDefinition(text) !== undefined],
  ['HTML comment', 'text', (text) => text.includes('<!--')],
  ['HTML block', 'text', (text) => /^<(?:script|pre|style|textarea|[?!])/i.test(text)],
  ['heading or comment inside a fence', 'fence', (text) => /^#{1,6}\s|<!--/.test(text)],
]

/** The reason why the lines could be read as more than the text of one entry. Undefined when they are safe. */
function findUnsafeLine(lines: readonly string[]): string | undefined {
  let fence: string | undefined
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    const open = fence ?? /^(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1]
    const isClosed = fence !== undefined && closes({ kind: 'fence', marker: fence }, text)
    const nextFence = isClosed ? undefined : open
    if (nextFence === fence) {
      const other = fence === undefined ? 'fence' : 'text'
      const broken = RULES.find(([, place, matches]) => place !== other && matches(text, line, index === 0))
      if (broken) return `line ${index + 1}: expected no ${broken[0]}, got ${quote(text)}`
    }
    fence = nextFence
  }
  return fence === undefined ? undefined : `expected a closed fence, got the open fence ${quote(fence)}`
}

/** The characters that get a backslash. Others could not have a meaning and stay as they are, so that the text can be read. */
const PLACES: readonly RegExp[] = [
  /[\\`*~[]/g,
  // Between letters, an underscore is no emphasis.
  /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
  /<(?=[a-z/!?])|(?<=<)!/gi,
  /&(?=#?\w{1,40};)/g,
  // The start of a line: a heading, an underline or a thematic break.
  /^(?:#(?=#{0,5}(?:\s|$))|=(?==*$)|-(?=[- \t]*$))/gm,
]
/** The first marker of a quote or an item on a line, below numbers and spaces. */
const MARKER = /^((?:[^\S\n]|\d|[.)](?!\s|$)|(?<!\d)[.)])*)(?:>|[-+](?=\s|$)|(?<=\d)[.)](?=\s|$))/gm

/** Escapes each line, so that none starts a block, link, HTML, entity or emphasis. @see https://spec.commonmark.org/0.31.2/#backslash-escapes */
export function escapeMarkdown(text: string): string {
  const places = new Set(PLACES.flatMap((place) => [...text.matchAll(place)].map(({ index }) => index)))
  for (const { index, 1: before = '' } of text.matchAll(MARKER)) places.add(index + before.length)
  return text.replaceAll(/[\s\S]/g, (unit, index: number) => (places.has(index) ? '\\' : '') + unit)
}
