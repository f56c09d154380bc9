// The text of a new entry: made safe to stand in a list, or refused with the reason. It can start no block that
// reaches beyond its own item, and none that tools which read line by line would take for the document's own.
import { CoreError } from '../errors.ts'
import { isItem, readAtxHeading, readUnderline } from './blocks.ts'
import { trimEndWhile } from './trim.ts'

/** The longest description as it is sent, in UTF-16 units. */
export const MAX_DESCRIPTION_LENGTH = 10_000

// Controls but tab and line ends; and the marks that turn the direction of what follows them (bidirectional
// embeddings, overrides and isolates), as in https://trojansource.codes. Left-to-right marks are harmless.
const FORBIDDEN = /(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * The lines of a description, trimmed at both ends, with no spaces before a line end.
 * @param place how a message names the description, such as `changes[0].description`
 * @throws CoreError `invalid_description` when it is blank, too long, or could be read as more than an entry
 */
export function readDescription(description: string, place: string): string[] {
  const refuse = (message: string): never => {
    throw new CoreError('invalid_description', `${place}: ${message}`, {
      issues: [{ parameter: place, message }],
    })
  }
  // The length comes first: nothing else looks at a text of any length.
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    return refuse(`expected at most ${MAX_DESCRIPTION_LENGTH} characters, got ${description.length}`)
  }
  const text = description
    .split(/\r\n?|\n/)
    .map((line) => trimEndWhile(line, /[ \t]/))
    .join('\n')
    .trim()
  if (text === '') return refuse('expected a text, got a blank one')
  if (!text.isWellFormed()) return refuse('expected well-formed Unicode, got a lone surrogate')
  const forbidden = FORBIDDEN.exec(text)?.[0]
  if (forbidden !== undefined) {
    const codePoint = forbidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return refuse(`expected plain text, got the control character U+${codePoint}`)
  }
  const lines = text.split('\n')
  const fault = findFault(lines)
  return fault ? refuse(fault) : lines
}

/** What in the lines could be taken for something else than the text of one entry. */
function findFault(lines: readonly string[]): string | undefined {
  let fence: string | undefined
  for (const [number, line] of lines.entries()) {
    const where = `line ${number + 1}`
    const text = line.trim()
    const marker = /^(`{3,}|~{3,})/.exec(text)?.[1]
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
