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

/**
 * Finds headings at the level of the versions that say nothing known, but have entries, or a number and other content.
 * Paragraphs such as `**1.2.0** (2020-01-01)` above the first release are found too, and, in a file without releases, list
 * items.
 * @param contained the headings inside sections
 */
export function findUnknownLines(
  map: LineMap,
  { headings, levels }: Outline,
  contained: ReadonlySet<Heading>,
): UnknownLine[] {
  const first = headings.find(({ meaning }) => meaning.kind === 'release')?.heading
  const unknown = headings.filter(
    ({ heading, meaning }, index) =>
      meaning.kind === 'other' &&
      (levels.has(heading.level) || (!first && NUMBER.test(heading.text))) &&
      !contained.has(heading) &&
      mayBeVersion(map, headings, index),
  )
  // Below the first version, such texts are not decisive. Above it, a list item is an entry.
  const texts = findTexts(map).filter(
    ({ line }) => !first || (line < first.firstLine && map.kinds[line] === 'paragraph'),
  )
  const lines = [...unknown.map(({ heading }) => ({ line: heading.firstLine, text: heading.text })), ...texts]
  return lines.toSorted((a, b) => a.line - b.line)
}

const NUMBER = /\d+\.\d+|\d{4}/

/** Whether a heading has entries below it, or a number and other content. */
function mayBeVersion(
  { kinds, lines }: LineMap,
  headings: readonly LocatedHeading[],
  index: number,
): boolean {
  const { heading } = headings[index] as LocatedHeading
  // The versions below a title do not belong to its content.
  const isBelow = (next: LocatedHeading) =>
    next.meaning.kind === 'other' && next.heading.level > heading.level
  let end = index + 1
  for (let next = headings[end]; next && isBelow(next); next = headings[end]) end++
  const content = kinds.slice(heading.lastLine + 1, headings[end]?.heading.firstLine ?? lines.length)
  if (content.includes('list')) return true
  return NUMBER.test(heading.text) && content.some((kind) => kind !== 'blank')
}

/** Finds paragraphs and list items that start with a version. */
function findTexts({ kinds, lines }: LineMap): UnknownLine[] {
  return lines.flatMap(({ text }, line) => {
    const isStart = kinds[line] === 'paragraph' ? kinds[line - 1] !== 'paragraph' : kinds[line] === 'list'
    const content = isStart ? text.replace(/^[ \t]*[-*+][ \t]+/, '').trim() : ''
    const isVersion = /^\W{0,4}v?\d/i.test(content) && readHeading(content).kind === 'version'
    return isVersion ? [{ line, text: content }] : []
  })
}
