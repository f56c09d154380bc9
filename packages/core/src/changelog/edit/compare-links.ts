// Reads links that compare two versions, such as `…/compare/v1.0.0...v1.1.0`, and derives those of other versions. Edits the lines
// of a section that consist of such a link.
import { type ChangelogDocument, releasesNewestFirst, type Section, textAt } from '../document/index.ts'
import { blanks, insertAfter, replaceLines, type Splice } from '../splice.ts'
import { countBlanks, lastBodyLine } from './section-edges.ts'

/** A link that compares two tags or branches. */
export interface CompareLink {
  /** The older tag, such as `v1.0.0`. */
  readonly base: string
  readonly dots: string
  /** The newer tag or branch, such as `v1.1.0` or `HEAD`. */
  readonly head: string
  /** Writes the link with another base and head. */
  readonly write: (base: string, head: string) => string
}

// The lookbehinds prevent a match that starts inside a number, so that a long number takes linear time.
const NUMBER = /(?<!\d)\d+\.\d+/
/** A version of two to four numbers, such as `1.0.0-rc.1`. */
const VERSION = /(?<!\d)\d+(?:\.\d+){1,3}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+){0,255})?(?=$|[^0-9A-Za-z-])/

/** Maximum length of a link or line that is read, in UTF-16 code units. */
const MAX_LENGTH = 1000

/** Reads a compare link. Undefined for other links, and for a link whose base is not a version. */
export function readCompareLink(link: string): CompareLink | undefined {
  if (link.length > MAX_LENGTH) return undefined
  const match = /^([^?#]*?[^.])(\.{2,3})([^.?#>][^?#>]*?)(\/?(?:[?#][^>]*)?>?)$/.exec(link)
  if (!match) return undefined
  const [, before = '', dots = '', head = '', end = ''] = match
  const start = before.slice(0, before.lastIndexOf('/') + 1)
  const base = before.slice(start.length)
  if (!NUMBER.test(base)) return undefined
  return { base, dots, head, write: (newBase, newHead) => start + newBase + dots + newHead + end }
}

/** Whether the head of a compare link is a version, in contrast to a branch. */
export function endsAtVersion({ head }: CompareLink): boolean {
  return NUMBER.test(head)
}

/** The tag of a version, with the prefix of another tag. @param known the version of the other tag, when it is known */
export function tagLike(tag: string, version: string, known?: string): string {
  if (known !== undefined && tag.includes(known)) return tag.replace(known, () => version)
  return tag.replace(VERSION, () => version)
}

/**
 * Derives the link of the next version from that of another one.
 * @param from the version of the other link
 * @param to the next version
 * @param current the version before the next one
 * @returns undefined when the link does not depend on the version
 */
export function linkLike(link: string, from: string, to: string, current: string): string | undefined {
  const compare = readCompareLink(link)
  if (compare && endsAtVersion(compare))
    return compare.write(tagLike(compare.head, current, from), tagLike(compare.head, to, from))
  if (link.includes(from)) return link.replaceAll(from, () => to)
  const minor = new RegExp(String.raw`(?<![\d.])${minorOf(from).replaceAll('.', String.raw`\.`)}(?![\d.])`)
  return minor.test(link) ? link.replace(minor, () => minorOf(to)) : undefined
}

/** The first two numbers of a version, as in the branch `release-1.2`. */
function minorOf(version: string): string {
  return version.split('.', 2).join('.')
}

/** A line that consists of a compare link. */
interface CompareLine {
  /** The index of the line, from 0. */
  readonly line: number
  readonly text: string
  readonly link: CompareLink
  /** Whether it is the first line of its section, or the last one. */
  readonly position: 'first' | 'last'
}

const LINK_LINE = /^(?:[\p{L} *_:]{0,40})(?:\[[^[\]]*\]\(([^()\s]+)\)|<?(https?:\/\/[^<>\s]+)>?)[ \t]*$/u
/** Finds the compare line of a section: its first or its last line. */
export function findCompareLine(document: ChangelogDocument, section: Section): CompareLine | undefined {
  const { kinds } = document
  const from = section.heading.lastLine + 1
  let first = from
  while (first < section.endLine && kinds[first] === 'blank') first++
  let last = section.endLine - 1
  while (last >= from && (kinds[last] === 'blank' || kinds[last] === 'thematic_break')) last--
  for (const [line, position] of [
    [first, 'first'],
    [last, 'last'],
  ] as const) {
    const isAlone = kinds[line + 1] !== 'paragraph' && kinds[line - 1] !== 'paragraph'
    if (line < from || line >= section.endLine || kinds[line] !== 'paragraph' || !isAlone) continue
    const text = textAt(document, line)
    const match = text.length > MAX_LENGTH ? null : LINK_LINE.exec(text)
    const link = match && readCompareLink(match[1] ?? match[2] ?? '')
    if (link) return { line, text, link, position }
  }
  return undefined
}

/** The compare line of the Unreleased section, whose link ends at a branch. */
export function findUnreleasedCompareLine(
  document: ChangelogDocument,
  section: Section,
): CompareLine | undefined {
  const found = findCompareLine(document, section)
  return found && !endsAtVersion(found.link) ? found : undefined
}

/** The compare lines of the two newest releases. One of them must have such a line for a new one to be written. */
function findModels(document: ChangelogDocument) {
  const newest = releasesNewestFirst(document).slice(0, 2)
  return newest.flatMap((release) => {
    const found = findCompareLine(document, release)
    return found ? [{ ...found, version: release.meaning.version }] : []
  })
}

/**
 * The index of the compare line at the end of the Unreleased section, when the releases have such a line at their end. It stays
 * below new entries.
 */
export function compareLineAtEnd(document: ChangelogDocument, section: Section): number | undefined {
  const own = findUnreleasedCompareLine(document, section)
  return own && findModels(document).some(({ position }) => position === 'last') ? own.line : undefined
}

/** What a release needs besides its heading. */
interface CompareLinesEdit {
  readonly splices: readonly Splice[]
  /** The lines that the edit adds, moves or replaces. */
  readonly otherLines: readonly string[]
  /** The lines of the Unreleased section, with the blank line above them. */
  readonly unreleased: readonly string[]
  /** The lines below the heading of the version. */
  readonly below: readonly string[]
  /** The index of the line of Unreleased that the version is inserted below. −1 when there is none. */
  readonly anchor: number
}

/** Moves the compare line of Unreleased on, and writes that of the new version. */
export function editCompareLines(
  document: ChangelogDocument,
  section: Section,
  version: string,
): CompareLinesEdit {
  const own = findUnreleasedCompareLine(document, section)
  const model = findModels(document).find(({ link, version: known }) => link.head.includes(known))
  const nothing = { splices: [], otherLines: [], unreleased: [], below: [], anchor: -1 }
  if (!own && !model) return nothing
  const tag = own ? tagLike(own.link.base, version, document.version) : ''
  const ownText = own ? withRange(own, tag, own.link.head) : ''
  const tagOf = (one: string) => (model ? tagLike(model.link.head, one, model.version) : '')
  const derived = model && withRange(model, tagOf(document.version), tagOf(version))
  const versionText = derived ?? (own ? withRange(own, own.link.base, tag) : '')
  const otherLines = [ownText, versionText, own?.text ?? '']
  if ((model ?? own)?.position === 'first') {
    const gap = model ? countBlanks(document, model.line, -1) : 1
    const edit = { ...nothing, otherLines, below: [...blanks(gap), versionText] }
    if (!own) return edit
    return { ...edit, splices: [replaceLines(document, own.line, own.line + 1, [ownText])], anchor: own.line }
  }
  if (own) {
    // The line at the end of Unreleased becomes that of the version.
    const splices = [replaceLines(document, own.line, own.line + 1, [versionText])]
    return { ...nothing, splices, otherLines, unreleased: ['', ownText] }
  }
  const last = lastBodyLine(document, section.heading.lastLine + 1, section.endLine)
  return { ...nothing, splices: [insertAfter(document, last, ['', versionText])], otherLines }
}

/** The text of a compare line with another base and head. */
function withRange({ text, link }: CompareLine, base: string, head: string): string {
  return text.replaceAll(link.base + link.dots + link.head, () => base + link.dots + head)
}
