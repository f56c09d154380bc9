// Parses the text of a changelog into sections. Each section has its line indexes, categories and entries.
import { readLabel } from './blocks.ts'
import { type Entry, isPlaceholder, readEntries } from './entries.ts'
import { type Heading, type LineMap, mapLines } from './line-map.ts'
import { splitLines } from './lines.ts'
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
  const lineMap = mapLines(splitLines(text))
  const outline = readOutline(lineMap.headings)
  const { headings, isAscending } = outline
  const sections = headings.flatMap(({ heading, meaning }, index) => {
    if (meaning.kind === 'other') return []
    const end = findEnd(headings, index)
    const subheadings = headings.slice(index + 1, end).map((located) => located.heading)
    const endLine = headings[end]?.heading.firstLine ?? lineMap.lines.length
    return [readSection(lineMap, heading, meaning, subheadings, endLine)]
  })
  return { text, lineMap, sections, isAscending, unknown: findUnknownLines(lineMap, outline, sections) }
}

/**
 * The index of the heading that ends the section of the heading at `start`. The number of headings when the
 * section ends with the file.
 */
function findEnd(headings: readonly LocatedHeading[], start: number): number {
  const { heading } = headings[start] as LocatedHeading
  let end = start + 1
  for (let next = headings[end]; next && !endsSection(heading, next); next = headings[end]) end++
  return end
}

/**
 * Whether `next` ends the section of a heading with this level. A section ends at the next version, or at a
 * heading of the same or a higher level. Versions at level 3 or deeper are an exception: their categories
 * have the same level.
 */
function endsSection({ level }: Heading, next: LocatedHeading): boolean {
  if (next.meaning.kind !== 'other') return true
  return level >= 3 ? next.heading.level < level : next.heading.level <= level
}

function readSection(
  lineMap: LineMap,
  heading: Heading,
  meaning: Section['meaning'],
  subheadings: readonly Heading[],
  endLine: number,
): Section {
  const found = subheadings.length > 0 ? subheadings : findLabels(lineMap, heading, endLine)
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
  return {
    heading,
    meaning,
    endLine,
    categories,
    entries: entries.filter((entry) => !isPlaceholder(entry.description)),
  }
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
