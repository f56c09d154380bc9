// Parses the text of a changelog into sections. Each section has its line indexes, categories and entries.
import { readLabel } from './blocks.ts'
import { type DateLine, findDateLine } from './date-line.ts'
import { type Entry, isPlaceholder, readEntries } from './entries.ts'
import { type Heading, type LineMap, mapLines, remapLines } from './line-map.ts'
import { type Line, splitLines } from './lines.ts'
import { type HeadingMeaning, type LocatedHeading, readOutline } from './outline.ts'
import { findUnknownLines, type UnknownLine } from './unknown-lines.ts'

/** A heading below a version heading, such as `### Added`, with the lines up to the next heading. */
export interface Category {
  readonly heading: Heading
  /** The line index after the category. */
  readonly endLine: number
}

/** The part of a changelog under one version heading, or under the Unreleased heading. */
export interface Section {
  readonly heading: Heading
  readonly meaning: Exclude<HeadingMeaning, { kind: 'other' }>
  /**
   * The line index after the section: that of the next section, of a higher heading, or the end of the file.
   */
  readonly endLine: number
  readonly categories: readonly Category[]
  /** The line below the heading that has only the date of the version. */
  readonly dateLine: DateLine | undefined
  /** The entries in the order of the file, without placeholders. */
  readonly entries: readonly Entry[]
}

/** A parsed changelog: its text, its lines, and its sections in the order of the file. */
export interface ChangelogDocument {
  readonly text: string
  readonly lineMap: LineMap
  readonly sections: readonly Section[]
  /** Whether the newest version is the last one of the file. */
  readonly isAscending: boolean
  /** The lines that may be versions, but are not understood, in the order of the file. */
  readonly unknown: readonly UnknownLine[]
}

/** Parses a changelog. Every text is valid. A text without version headings has no sections. */
export function parseChangelog(text: string): ChangelogDocument {
  return parseLineMap(text, mapLines(splitLines(text)))
}

/** A change of a text: the part from `start` to before `end` is replaced. Offsets are in UTF-16 code units. */
export interface TextChange {
  readonly start: number
  readonly end: number
  readonly insert: string
}

/**
 * Parses a changelog after changes. The result is the one of {@link parseChangelog}, in less time.
 * @param before the document before the changes
 * @param text the text after them
 */
export function reparseChangelog(
  before: ChangelogDocument,
  text: string,
  changes: readonly TextChange[],
): ChangelogDocument {
  if (changes.length === 0) return before
  const { lines } = before.lineMap
  const start = Math.min(...changes.map((change) => change.start))
  const end = Math.max(...changes.map((change) => change.end))
  const shift = text.length - before.text.length
  // A change at the border of a line belongs to both lines, because a line ending can become another one.
  const from = lines.findIndex((line) => line.end >= start)
  const to = from === -1 ? -1 : lines.findIndex((line) => line.start > end)
  if (from <= 0 || to === -1) return parseChangelog(text)
  const changed = splitLines(text, (lines[from] as Line).start, (lines[to] as Line).start + shift)
  const moved = lines.slice(to).map((line) => ({ ...line, start: line.start + shift, end: line.end + shift }))
  const newLines = [...lines.slice(0, from), ...changed, ...moved]
  return parseLineMap(text, remapLines(before.lineMap, { from, to, lines: newLines }))
}

function parseLineMap(text: string, lineMap: LineMap): ChangelogDocument {
  const outline = readOutline(lineMap.headings)
  const { headings, isAscending } = outline
  const lastVersion = headings.findLastIndex(({ meaning }) => meaning.kind === 'release')
  const sections = headings.flatMap(({ heading, meaning }, index) => {
    if (meaning.kind === 'other') return []
    const end = findEnd(headings, index, lastVersion)
    const subheadings = headings.slice(index + 1, end).map((located) => located.heading)
    const endLine = headings[end]?.heading.firstLine ?? lineMap.lines.length
    return [readSection(lineMap, heading, meaning, subheadings, endLine)]
  })
  return { text, lineMap, sections, isAscending, unknown: findUnknownLines(lineMap, outline, sections) }
}

/**
 * The index of the heading that ends the section of the heading at `start`. The number of headings when the
 * section ends with the file.
 * @param lastVersion the index of the last heading of a release
 */
function findEnd(headings: readonly LocatedHeading[], start: number, lastVersion: number): number {
  const section = headings[start] as LocatedHeading
  let end = start + 1
  for (let next = headings[end]; next && !endsSection(section, next, end < lastVersion); next = headings[end])
    end++
  return end
}

/**
 * Whether `next` ends a section. A section ends at the next version, or at a heading of the same or a higher level. There
 * are two exceptions, where headings of the same level are categories: versions at level 3 or deeper, and headings between
 * two releases, because what is not a version there belongs to one.
 */
function endsSection(
  { heading, meaning }: LocatedHeading,
  next: LocatedHeading,
  isAboveVersion: boolean,
): boolean {
  if (next.meaning.kind !== 'other') return true
  const allowsSameLevel = heading.level >= 3 || (meaning.kind === 'release' && isAboveVersion)
  return allowsSameLevel ? next.heading.level < heading.level : next.heading.level <= heading.level
}

/** Creates a section. Its content is read when it is needed, because an edit needs that of few sections. */
function readSection(
  lineMap: LineMap,
  heading: Heading,
  meaning: Section['meaning'],
  subheadings: readonly Heading[],
  endLine: number,
): Section {
  let content: Content | undefined
  const read = () => {
    content ??= readContent(lineMap, heading, subheadings, endLine)
    return content
  }
  return {
    heading,
    get meaning() {
      if (meaning.kind !== 'release' || meaning.date !== null) return meaning
      return { ...meaning, date: read().dateLine?.date?.iso ?? null }
    },
    endLine,
    get categories() {
      return read().categories
    },
    get dateLine() {
      return read().dateLine
    },
    get entries() {
      return read().entries
    },
  }
}

type Content = Pick<Section, 'categories' | 'dateLine' | 'entries'>

function readContent(
  lineMap: LineMap,
  heading: Heading,
  subheadings: readonly Heading[],
  endLine: number,
): Content {
  const dateLine = findDateLine(lineMap, heading.lastLine + 1, endLine)
  const named = subheadings.filter(({ firstLine }) => firstLine !== dateLine?.line)
  const found = named.length > 0 ? named : findLabels(lineMap, heading, endLine)
  const categories = found.map((subheading, index) => ({
    heading: subheading,
    endLine: found[index + 1]?.firstLine ?? endLine,
  }))
  const parts = [
    { type: null, from: heading.lastLine + 1, to: categories[0]?.heading.firstLine ?? endLine },
    ...categories.map((category) => ({
      type: category.heading.text,
      from: category.heading.lastLine + 1,
      to: category.endLine,
    })),
  ]
  const entries = parts.flatMap(({ type, from, to }) => readEntries(lineMap, type, from, to))
  return { categories, dateLine, entries: entries.filter((entry) => !isPlaceholder(entry.description)) }
}

/** Finds the lines in bold that stand in place of the headings of categories, such as `**Added**`. */
function findLabels({ lines, kinds }: LineMap, section: Heading, endLine: number): Heading[] {
  const labels: Heading[] = []
  for (let line = section.lastLine + 1; line < endLine; line++) {
    const isAlone =
      kinds[line] === 'paragraph' && kinds[line - 1] !== 'paragraph' && kinds[line + 1] !== 'paragraph'
    const text = isAlone ? readLabel(lines[line]?.text ?? '') : undefined
    if (text === undefined) continue
    labels.push({
      level: section.level + 1,
      text,
      firstLine: line,
      lastLine: line,
      isSetext: false,
      isLabel: true,
    })
  }
  return labels
}
