// Normalizes and validates the descriptions of new entries. Unsafe descriptions are refused with a reason. A
// description must not start a block that extends beyond its list item, or one that a line-based tool would read as
// part of the document.
import { AppError } from '../../errors.ts'
import { columnsOf, isItem, readAtxHeading, readUnderline, trimEndWhile } from '../document/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { findForeignBlock, mayHoldForeignBlocks, withoutContainers } from './verify/index.ts'

/** Maximum length of a description as received, in UTF-16 units. */
export const MAX_DESCRIPTION_LENGTH = 10_000

// Control characters other than tab and line ends, and the characters that change the direction of the following text
// (bidirectional embeddings, overrides and isolates); see https://trojansource.codes. Left-to-right marks are
// harmless.
const FORBIDDEN = /(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * Maximum length of the text that the CommonMark parser reads for one update, in UTF-16 units. A line counts at least
 * {@link SHORTEST_LINE} units, because short lines cost as much.
 */
export const MAX_PARSED_LENGTH = 100_000
export const SHORTEST_LINE = 50

/**
 * Validates descriptions. Returns the lines of each, trimmed at both ends and without spaces before line ends.
 * @param bullet the text before the first line in the file; the width of tabs depends on it
 * @throws AppError `changelog/invalid_description` when one is blank, too long, or could be read as more than an
 * entry
 */
export function readDescriptions(descriptions: readonly string[], bullet: string): string[][] {
  let parsed = 0
  return descriptions.map((description, index) => {
    const place = `changes[${index}].description`
    const lines = readLines(description, place)
    const reason = findUnsafeLine(lines)
    if (reason) throw refusal(place, reason)
    if (!mayHoldForeignBlocks(lines)) return lines
    for (const { length } of lines) parsed += Math.max(SHORTEST_LINE, length)
    if (parsed > MAX_PARSED_LENGTH) {
      throw refusal(
        place,
        `expected at most ${MAX_PARSED_LENGTH} characters of Markdown blocks, got ${parsed}`,
      )
    }
    const foreign = findForeignBlock(formatItem(lines, bullet))
    if (foreign) throw refusal(place, foreign)
    return lines
  })
}

/**
 * Formats an entry as a list item: the bullet before the first line, an indent of the same width before the others.
 */
export function formatItem([first = '', ...rest]: readonly string[], bullet: string): string[] {
  const indent = ' '.repeat(columnsOf(bullet))
  return [bullet + first, ...rest.map((line) => (line === '' ? '' : indent + line))]
}

function refusal(place: string, message: string): AppError {
  return new AppError(CHANGELOG_ERRORS.invalid_description, `${place}: ${message}`, {
    issues: [{ parameter: place, message }],
  })
}

function readLines(description: string, place: string): string[] {
  // The length is checked first, so that all later checks run on a text of bounded length.
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    const { length } = description
    throw refusal(place, `expected at most ${MAX_DESCRIPTION_LENGTH} characters, got ${length}`)
  }
  const text = description
    .split(/\r\n?|\n/)
    .map((line) => trimEndWhile(line, /[ \t]/))
    .join('\n')
    .trim()
  if (text === '') throw refusal(place, 'expected a text, got a blank one')
  if (!text.isWellFormed()) throw refusal(place, 'expected well-formed Unicode, got a lone surrogate')
  const forbidden = FORBIDDEN.exec(text)?.[0]
  if (forbidden === undefined) return text.split('\n')
  const codePoint = forbidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  throw refusal(place, `expected plain text, got the control character U+${codePoint}`)
}

/** The reason why the lines could be read as more than the text of one entry. Undefined when they are safe. */
function findUnsafeLine(lines: readonly string[]): string | undefined {
  let fence: string | undefined
  for (const [number, line] of lines.entries()) {
    const where = `line ${number + 1}`
    const text = line.trim()
    const marker = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1]
    if (/^\[\^[^\]]+\]:/.test(withoutContainers(line)))
      return `${where}: expected no footnote, got ${quote(text)}`
    if (fence === undefined) {
      if (marker) fence = marker
      else if (number === 0 && (isItem(text, false) || /^(?:[-*_][ \t]*){3,}$/.test(text)))
        return `${where}: expected a text, got a list marker or a rule at its start`
      else if (readAtxHeading(text)) return `${where}: expected no heading, got ${quote(text)}`
      else if (number > 0 && readUnderline(text)) return `${where}: expected no heading, got an underline`
      else if (/^\[[^\]]+\]:/.test(text)) return `${where}: expected no link definition, got ${quote(text)}`
      else if (text.includes('<!--')) return `${where}: expected no HTML comment, got one`
      else if (/^<(?:script|pre|style|textarea|[?!])/i.test(text))
        return `${where}: expected no HTML block, got one`
    } else if (marker && /^(`+|~+)$/.test(text) && text[0] === fence[0] && text.length >= fence.length) {
      fence = undefined
    } else if (/^\s*#{1,6}\s/.test(line) || text.includes('<!--')) {
      return `${where}: expected no heading or comment inside a fence, got ${quote(text)}`
    }
  }
  return fence === undefined ? undefined : `expected every fence to be closed, got an open ${fence}`
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
