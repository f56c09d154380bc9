// Parses the text of a changelog into sections, each with its line numbers, categories and entries.

import { type Entry, isPlaceholder, readEntries } from './entries.ts'
import { splitLines } from './lines.ts'
import { type Heading, type Scan, scan } from './scan.ts'
import { type HeadingMeaning, readHeading } from './version-heading.ts'

/** A heading below a version heading, such as `### Added`, with the lines up to the next heading. */
export interface Category {
  readonly heading: Heading
  readonly endLine: number
}

/** The part of a changelog under a version heading, or under Unreleased. */
export interface Section {
  readonly heading: Heading
  readonly meaning: Exclude<HeadingMeaning, { kind: 'other' }>
  /** The line behind the section: the next section, a higher heading, or the end of the file. */
  readonly endLine: number
  readonly categories: readonly Category[]
  /** The entries in order, without placeholders. */
  readonly entries: readonly Entry[]
}

/** A parsed changelog: its text, its lines, and its sections in order. */
export interface ChangelogDocument {
  readonly text: string
  readonly scan: Scan
  readonly sections: readonly Section[]
}

/** Parses a whole changelog. Every text is valid. A text without version headings has no sections. */
export function parseChangelog(text: string): ChangelogDocument {
  const scanned = scan(splitLines(text))
  const marks = scanned.headings.map((heading) => ({ heading, meaning: readHeading(heading.text) }))
  const sections = marks.flatMap(({ heading, meaning }, index) => {
    if (meaning.kind === 'other') return []
    const end = findEnd(marks, index)
    const inside = marks.slice(index + 1, end).map((mark) => mark.heading)
    return [
      readSection(scanned, heading, meaning, inside, marks[end]?.heading.firstLine ?? scanned.lines.length),
    ]
  })
  return { text, scan: scanned, sections }
}

/** A heading of the file with its meaning. */
interface Mark {
  readonly heading: Heading
  readonly meaning: HeadingMeaning
}

/** The index of the heading that ends a section. It is the number of headings when the section ends with the file. */
function findEnd(marks: readonly Mark[], section: number): number {
  const { heading } = marks[section] as Mark
  let end = section + 1
  for (let next = marks[end]; next && !endsSection(heading, next); next = marks[end]) end++
  return end
}

/**
 * Whether `next` ends a section. A section ends at the next version, or at a heading that is not below it. Files with
 * patch versions at the third level have their categories at the third level too.
 */
function endsSection({ level }: Heading, next: Mark): boolean {
  if (next.meaning.kind !== 'other') return true
  return level >= 3 ? next.heading.level < level : next.heading.level <= level
}

function readSection(
  scanned: Scan,
  heading: Heading,
  meaning: Section['meaning'],
  inside: readonly Heading[],
  endLine: number,
): Section {
  const categories = inside.map((category, index) => ({
    heading: category,
    endLine: inside[index + 1]?.firstLine ?? endLine,
  }))
  const parts = [
    { type: null, from: heading.lastLine + 1, to: categories[0]?.heading.firstLine ?? endLine },
    ...categories.map((category) => ({
      type: category.heading.text,
      from: category.heading.lastLine + 1,
      to: category.endLine,
    })),
  ]
  const entries = parts.flatMap(({ type, from, to }) => readEntries(scanned, type, from, to))
  return {
    heading,
    meaning,
    endLine,
    categories,
    entries: entries.filter((entry) => !isPlaceholder(entry.description)),
  }
}
