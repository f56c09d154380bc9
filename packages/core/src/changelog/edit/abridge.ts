// Leaves out the parts of a changelog that no edit depends on: old versions. Where levels, order or the meaning of the other
// headings could depend on their headings, only their content is left out. An edit of the rest takes milliseconds, whatever the
// length of the file is, and its splices are then moved to the whole text.
import {
  type ChangelogDocument,
  currentSection,
  currentVersion,
  parseChangelog,
  type Section,
} from '../document/index.ts'
import { type Splice, sortSplices } from './splice.ts'

/** A part of the text that is kept. */
export interface Segment {
  /** Its offset in the abridged text. */
  readonly start: number
  /** Its offset in the whole text. */
  readonly fullStart: number
  readonly length: number
}

/** A document without the content of old versions. */
export interface Abridged {
  readonly document: ChangelogDocument
  /** The parts that are kept, in order. */
  readonly segments: readonly Segment[]
}

/** Number of categories of each position that the style of a file depends on. */
const MODELS = 5
/** Minimum number of versions that are kept. */
const MIN_VERSIONS = 12

/** Abridges a document. A document whose style depends on old versions, or whose versions ascend, is kept whole. */
export function abridge(document: ChangelogDocument): Abridged {
  const { sections, isAscending } = document
  const kept = isAscending ? sections.length : Math.max(countKept(sections), modelsEnd(document))
  if (kept >= sections.length - 1) return leaveOut(document, [])
  const old = sections.slice(kept, -1)
  const definitions = new Set(document.lineMap.definitions.map(({ line }) => line))
  if (hasPlainOutline(document)) {
    const abridged = leaveOut(
      document,
      old.flatMap((section) => linesOf(document, definitions, section, section.heading.firstLine)),
    )
    if (meansTheSame(document, abridged.document)) return abridged
  }
  return leaveOut(
    document,
    old.flatMap((section) => linesOf(document, definitions, section, section.heading.lastLine + 1)),
  )
}

/** A part of a text, as offsets. */
interface Range {
  readonly from: number
  readonly to: number
}

function leaveOut(document: ChangelogDocument, dropped: readonly Range[]): Abridged {
  const { text } = document
  const segments: Segment[] = []
  const parts: string[] = []
  let start = 0
  let fullStart = 0
  for (const { from, to } of [...dropped, { from: text.length, to: text.length }]) {
    if (from === fullStart && parts.length > 0) {
      fullStart = to
      continue
    }
    segments.push({ start, fullStart, length: from - fullStart })
    parts.push(text.slice(fullStart, from))
    start += from - fullStart
    fullStart = to
  }
  return { document: dropped.length > 0 ? parseChangelog(parts.join('')) : document, segments }
}

/**
 * Whether all headings at the level of the versions or above are versions, except a title, and are ATX headings. Then the
 * heading of an old version means nothing to other headings, except as {@link meansTheSame} checks.
 */
function hasPlainOutline({ lineMap: { headings }, sections }: ChangelogDocument): boolean {
  const own = new Set(sections.map(({ heading }) => heading))
  // A set, because a function cannot have as many arguments as a file can have versions.
  const deepest = Math.max(...new Set(sections.map(({ heading }) => heading.level)))
  return headings.every(
    (heading, index) =>
      !heading.isSetext &&
      (own.has(heading) || heading.level > deepest || (index === 0 && heading.level === 1)),
  )
}

/** Whether the headings that are kept have the same meanings in both documents. */
function meansTheSame(document: ChangelogDocument, abridged: ChangelogDocument): boolean {
  const keyOf = ({ meaning, heading }: Section) => JSON.stringify([meaning, heading.text, heading.level])
  const levelsOf = ({ sections }: ChangelogDocument) => new Set(sections.map(({ heading }) => heading.level))
  const meanings = new Set(document.sections.map(keyOf))
  return (
    document.isAscending === abridged.isAscending &&
    currentVersion(document) === currentVersion(abridged) &&
    levelsOf(document).size === levelsOf(abridged).size &&
    abridged.sections.every((section) => meanings.has(keyOf(section)))
  )
}

/**
 * The number of versions whose content is kept: so many that all that the style of new lines is derived from is among them. All
 * when there is not enough.
 */
function countKept(sections: readonly Section[]): number {
  let firsts = 0
  let laters = 0
  let hasSpacing = false
  for (const [index, { categories, entries }] of sections.entries()) {
    const filled = categories.filter(({ heading, endLine }) =>
      entries.some(({ firstLine }) => firstLine > heading.lastLine && firstLine < endLine),
    )
    firsts += Math.min(1, filled.length)
    laters += Math.max(0, filled.length - 1)
    hasSpacing ||= entries.some((entry, position) => entries[position + 1]?.type === entry.type)
    if (index + 1 >= MIN_VERSIONS && hasSpacing && firsts >= MODELS && laters >= MODELS) return index + 1
  }
  return sections.length
}

/** The index after the versions that a new version heading resembles: the highest one, and those below it. */
function modelsEnd(document: ChangelogDocument): number {
  const highest = currentSection(document)
  return highest ? document.sections.indexOf(highest) + MODELS : 0
}

/**
 * The offsets of a version from a line on. Nothing when it has link definitions, which can belong to any version, or when it is
 * not a release.
 */
function linesOf(
  { lineMap: { lines }, text }: ChangelogDocument,
  definitions: ReadonlySet<number>,
  { heading, endLine, meaning }: Section,
  first: number,
): Range[] {
  if (meaning.kind !== 'release' && first === heading.firstLine) return []
  for (let line = heading.firstLine; line < endLine; line++) if (definitions.has(line)) return []
  const from = lines[first]?.start ?? text.length
  const to = lines[endLine]?.start ?? text.length
  return from < to ? [{ from, to }] : []
}

/**
 * Moves splices of the abridged text to the whole text.
 * @returns the splices, and the segments after them; undefined when a splice is not inside one segment, or is where a part was
 * left out
 */
export function toFullSplices(
  segments: readonly Segment[],
  splices: readonly Splice[],
): { splices: Splice[]; segments: Segment[] } | undefined {
  const sorted = sortSplices(splices)
  const moved: Splice[] = []
  const changed: Segment[] = []
  let next = 0
  let shift = 0
  for (const { start, fullStart, length } of segments) {
    const shiftBefore = shift
    for (; next < sorted.length; next++) {
      const { start: from, end, insert } = sorted[next] as Splice
      if (from > start + length) break
      const isAtGap = from === start + length && changed.length < segments.length - 1
      if (from < start || end > start + length || isAtGap) return undefined
      moved.push({ start: from - start + fullStart, end: end - start + fullStart, insert })
      shift += insert.length - (end - from)
    }
    changed.push({
      start: start + shiftBefore,
      fullStart: fullStart + shiftBefore,
      length: length + shift - shiftBefore,
    })
  }
  return next === sorted.length ? { splices: moved, segments: changed } : undefined
}
