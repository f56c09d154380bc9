// Updates the link definitions at the bottom of a changelog for a new version. The new links have the style
// of the existing ones.
import type { ChangelogDocument } from '../document/index.ts'
import { eolNear, type Splice } from './splice.ts'
import { retargetLink } from './style.ts'

/**
 * The splices that add a link for a new version, and that make the Unreleased link start from it. There are
 * none when the new link cannot be derived from an existing one.
 * @param current the current version
 * @param version the new version
 */
export function updateLinks(document: ChangelogDocument, current: string, version: string): Splice[] {
  const { definitions } = document.lineMap
  const unreleased = definitions.find(({ label }) => label.toLowerCase() === 'unreleased')
  const newest = definitions.find(({ label }) => label.replace(/^v/i, '') === current)
  const compare = unreleased && splitCompare(unreleased.destination)
  if (unreleased && compare) {
    // The link can be older than the current version.
    const currentTag = compare.base.includes(current) ? compare.base : tagLike(compare.base, current)
    const tag = currentTag.replace(current, () => version)
    const withRange = (from: string, to: string) =>
      unreleased.destination.replace(compare.whole, () => `${from}${compare.dots}${to}`)
    const newUnreleasedUrl = withRange(tag, compare.head)
    // In Keep a Changelog, only the first version of a file has a link to its tag.
    const isTagLink =
      newest !== undefined && splitCompare(newest.destination) === undefined && definitions.length > 2
    const newVersionUrl =
      isTagLink && newest.destination.includes(current)
        ? retargetLink(newest.destination, current, version)
        : withRange(currentTag, tag)
    const label = newest ? newest.label.replace(current, version) : version
    return [
      replaceDestination(document, unreleased.line, unreleased.destination, newUnreleasedUrl),
      copyDefinition(
        document,
        unreleased.line,
        'after',
        [unreleased.label, label],
        [unreleased.destination, newVersionUrl],
      ),
    ]
  }
  if (!newest) return []
  const destination = retargetLink(newest.destination, current, version)
  const label = newest.label.replace(current, version)
  return [
    copyDefinition(document, newest.line, 'before', [newest.label, label], [newest.destination, destination]),
  ]
}

/**
 * Matches a version number. The lookbehind prevents a match that starts inside a number, so that a long
 * number takes linear time.
 */
const NUMBER = /(?<!\d)\d+\.\d+\.\d+/

/** Reads the two ends of a compare link, such as `v1.2.0...HEAD`. Undefined for other links. */
function splitCompare(destination: string) {
  const match = /(\.{2,3})([^./?#>]+)>?$/.exec(destination)
  if (!match) return undefined
  const [, dots, head] = match as unknown as [string, string, string]
  const path = destination.slice(0, match.index)
  const lastSegment = path.slice(path.lastIndexOf('/') + 1)
  const number = NUMBER.exec(lastSegment)
  if (!number) return undefined
  const base = lastSegment.slice(lastSegment.lastIndexOf('.', number.index) + 1)
  return { whole: base + dots + head, base, dots, head }
}

/** The tag of `version`, with the prefix of a given tag. */
function tagLike(tag: string, version: string): string {
  const number = NUMBER.exec(tag)
  return number ? tag.slice(0, number.index) + version : tag
}

/** Returns the splice that replaces the destination of the definition at a line. */
function replaceDestination({ lineMap }: ChangelogDocument, line: number, from: string, to: string): Splice {
  const { start, text } = lineMap.lines[line] as { start: number; text: string }
  const offset = start + text.indexOf(from, text.indexOf(']:'))
  return { start: offset, end: offset + from.length, insert: to }
}

/** Returns the splice that inserts a copy of the definition at a line, with a new label and a new destination. */
function copyDefinition(
  { lineMap }: ChangelogDocument,
  line: number,
  position: 'before' | 'after',
  [label, newLabel]: readonly [string, string],
  [destination, newDestination]: readonly [string, string],
): Splice {
  const { start, end, text, eol } = lineMap.lines[line] as (typeof lineMap.lines)[number]
  const labelEnd = text.indexOf(']:')
  const newStart = text.slice(0, labelEnd).replace(label, () => newLabel)
  const newEnd = text.slice(labelEnd).replace(destination, () => newDestination)
  const copy = newStart + newEnd
  const lineEnding = eolNear(lineMap.lines, line)
  if (position === 'before') return { start, end: start, insert: copy + lineEnding }
  return { start: end, end, insert: eol === '' ? lineEnding + copy : copy + lineEnding }
}
