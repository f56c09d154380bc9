// Finds lines of a section that consist of a link to the changes of its version, such as
// `[Full Changelog](https://…/compare/v1.0.0...v1.1.0)`, and derives that of a new version.
import type { ChangelogDocument, Section } from '../document/index.ts'
import { type CompareLink, endsAtVersion, readCompareLink, tagLike } from './compare-link.ts'
import { countBlanks, releasesNewestFirst } from './style/index.ts'

/** A line that consists of a compare link. */
export interface CompareLine {
  /** The index of the line, from 0. */
  readonly line: number
  readonly text: string
  readonly link: CompareLink
  /** Whether it is the first line of its section, or the last one. */
  readonly position: 'first' | 'last'
}

const LINK_LINE = /^(?:[\p{L} *_:]{0,40})(?:\[[^[\]]*\]\(([^()\s]+)\)|<?(https?:\/\/[^<>\s]+)>?)[ \t]*$/u
/** Maximum length of a line that is read, in UTF-16 code units. */
const MAX_LENGTH = 1000

/** Finds the line of a section that consists of a compare link: its first or its last line. */
export function findCompareLine(document: ChangelogDocument, section: Section): CompareLine | undefined {
  const { lines, kinds } = document.lineMap
  const from = section.heading.lastLine + 1
  let first = from
  while (first < section.endLine && kinds[first] === 'blank') first++
  let last = section.endLine - 1
  while (last >= from && (kinds[last] === 'blank' || kinds[last] === 'thematic_break')) last--
  for (const [line, position] of [
    [first, 'first'],
    [last, 'last'],
  ] as const) {
    const text = lines[line]?.text ?? ''
    if (line < from || line >= section.endLine || kinds[line] !== 'paragraph' || text.length > MAX_LENGTH)
      continue
    if (kinds[line + 1] === 'paragraph' || kinds[line - 1] === 'paragraph') continue
    const match = LINK_LINE.exec(text)
    const link = match && readCompareLink(match[1] ?? match[2] ?? '')
    if (link) return { line, text, link, position }
  }
  return undefined
}

/** The newest releases, of which one must have a compare line for a new one to be written. */
const MAX_MODELS = 2

/** The compare line of a new version, in the form of those of the releases. */
export interface NewCompareLine {
  readonly text: string
  readonly position: 'first' | 'last'
  /** The number of blank lines between it and the heading, when it is the first line. */
  readonly gap: number
}

/**
 * Derives the compare line of a new version from the newest releases.
 * @returns undefined when neither of the two newest releases has one
 */
export function compareLineFor(
  document: ChangelogDocument,
  current: string,
  version: string,
): NewCompareLine | undefined {
  for (const release of releasesNewestFirst(document).slice(0, MAX_MODELS)) {
    const model = findCompareLine(document, release)
    if (!model?.link.head.includes(release.meaning.version)) continue
    const { head } = model.link
    const known = release.meaning.version
    const text = withRange(model, tagLike(head, current, known), tagLike(head, version, known))
    return { text, position: model.position, gap: countBlanks(document, model.line, -1) }
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

/** The text of a compare line with another base and head. */
export function withRange({ text, link }: CompareLine, base: string, head: string): string {
  return text.replaceAll(link.base + link.dots + link.head, () => base + link.dots + head)
}

/**
 * The index of the compare line at the end of the Unreleased section, when the releases have such a line at their end. It stays
 * below new entries.
 */
export function compareLineAtEnd(document: ChangelogDocument, section: Section): number | undefined {
  const own = findUnreleasedCompareLine(document, section)
  if (!own) return undefined
  const isLast = releasesNewestFirst(document)
    .slice(0, MAX_MODELS)
    .some((release) => findCompareLine(document, release)?.position === 'last')
  return isLast ? own.line : undefined
}
