// Finds lines that may be versions, but whose meaning is unknown. An edit that depends on them is refused, because a wrong
// edit is worse than none.
import type { Heading, LineMap } from './line-map.ts'
import type { LocatedHeading, Outline } from './outline.ts'
import { readHeading } from './version-heading.ts'

/** A line that may be a version. */
export interface UnknownLine {
  /** The index of the line, from 0. */
  readonly line: number
  readonly text: string
}

/** The lines of a section. `endLine` is exclusive. */
interface SectionRange {
  readonly heading: Heading
  readonly endLine: number
}

/**
 * Finds headings at the level of the versions that say nothing known, but have entries, or a number and other content.
 * Paragraphs such as `**1.2.0** (2020-01-01)` above the first release are found too, and, in a file without releases, list
 * items.
 */
export function findUnknownLines(
  lineMap: LineMap,
  { headings, levels }: Outline,
  sections: readonly SectionRange[],
): UnknownLine[] {
  const firstRelease = headings.find(({ meaning }) => meaning.kind === 'release')?.heading
  const hasReleases = firstRelease !== undefined
  const unknown = headings.filter(
    (one, index) =>
      one.meaning.kind === 'other' &&
      (levels.has(one.heading.level) || (!hasReleases && NUMBER.test(one.heading.text))) &&
      !isContained(sections, one.heading) &&
      mayBeVersion(lineMap, headings, index),
  )
  return [
    ...unknown.map(({ heading }) => ({ line: heading.firstLine, text: heading.text })),
    ...findTexts(lineMap).filter(
      // Below the first version, such texts are not decisive. Above it, a list item is an entry.
      ({ line }) => !firstRelease || (line < firstRelease.firstLine && lineMap.kinds[line] === 'paragraph'),
    ),
  ].toSorted((a, b) => a.line - b.line)
}

/** Whether a heading is in one of the sections, which are in the order of the file. */
function isContained(sections: readonly SectionRange[], { firstLine }: Heading): boolean {
  let low = 0
  let high = sections.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sections[middle] as SectionRange).heading.firstLine < firstLine) low = middle + 1
    else high = middle
  }
  const section = sections[low - 1]
  return section !== undefined && firstLine < section.endLine
}

const NUMBER = /\d+\.\d+|\d{4}/

function mayBeVersion(
  { kinds, lines }: LineMap,
  headings: readonly LocatedHeading[],
  index: number,
): boolean {
  const { heading } = headings[index] as LocatedHeading
  let end = index + 1
  for (let next = headings[end]; next && isBelow(next, heading); next = headings[end]) end++
  const content = kinds.slice(heading.lastLine + 1, headings[end]?.heading.firstLine ?? lines.length)
  if (content.includes('list')) return true
  return NUMBER.test(heading.text) && content.some((kind) => kind !== 'blank')
}

/** Whether a heading belongs to the content of another one. The versions below a title do not. */
function isBelow({ heading, meaning }: LocatedHeading, { level }: Heading): boolean {
  return meaning.kind === 'other' && heading.level > level
}

function findTexts({ kinds, lines }: LineMap): UnknownLine[] {
  return lines.flatMap(({ text }, line) => {
    const isStart = kinds[line] === 'paragraph' ? kinds[line - 1] !== 'paragraph' : kinds[line] === 'list'
    if (!isStart) return []
    const content = text.replace(/^[ \t]*[-*+][ \t]+/, '').trim()
    if (!/^\W{0,4}v?\d/i.test(content)) return []
    return readHeading(content).kind === 'version' ? [{ line, text: content }] : []
  })
}
