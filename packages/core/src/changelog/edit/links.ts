// Updates the link definitions at the bottom of a changelog for a new version, in the style of the existing ones.
import { type ChangelogDocument, type Definition, textAt } from '../document/index.ts'
import { eolNear, insertAfter, type Splice } from '../splice.ts'
import { toSemVer } from '../version.ts'
import { endsAtVersion, linkLike, readCompareLink, tagLike } from './compare-links.ts'
import { newestReleases } from './style/index.ts'

/**
 * Adds a link for a new version, and makes the Unreleased link start from it. There are no splices when the new link cannot be
 * derived from an existing one.
 * @param heading the text of the heading of the new version
 */
export function updateLinks(document: ChangelogDocument, version: string, heading: string): Splice[] {
  const { version: current } = document
  const unreleased = findDefinition(document, 'unreleased')
  const versions = document.definitions.filter(
    // A number alone is the label of a note.
    ({ label }) => /^(?:v|\d+\.)\d/i.test(label) && toSemVer(versionOf(label)) !== undefined,
  )
  const newest = versions.find(({ label }) => versionOf(label) === current)
  // One of the newest versions must have a definition for the definitions to be continued.
  const recent = newestReleases(document).map(({ meaning }) => meaning.version)
  const model = newest ?? versions.find(({ label }) => recent.includes(versionOf(label)))
  const isInlineLink = heading.includes('](')
  // The definitions have been given up when the headings do not refer to them, or when the newest versions have none.
  const isGivenUp = !newest && (!heading.includes('[') || !model)
  if (isGivenUp && versions.length > 0 && !isInlineLink) return []
  const range = unreleased && readCompareLink(unreleased.destination)
  const compare = range && !endsAtVersion(range) ? range : undefined
  const splices: Splice[] = []
  if (unreleased && compare) {
    const tag = tagLike(compare.base, version, current)
    const text = textAt(document, unreleased.line)
    const column = text.indexOf(unreleased.destination, text.indexOf(']:'))
    const start = (document.lines[unreleased.line]?.start ?? 0) + column
    const end = start + unreleased.destination.length
    splices.push({ start, end, insert: compare.write(tag, compare.head) })
  }
  // In Keep a Changelog, only the first version of a file has a link to its tag.
  const tagLinks = versions.filter((one) => readCompareLink(one.destination) === undefined)
  const isTagLink = newest !== undefined && tagLinks.length > 1 && tagLinks.includes(newest)
  const destination =
    compare && !isTagLink
      ? compare.write(tagLike(compare.base, current, current), tagLike(compare.base, version, current))
      : model && linkLike(model.destination, versionOf(model.label), version, current)
  if (isInlineLink || destination === undefined) return splices
  const neighbour = newest ?? versions[0]
  const label = neighbour ? neighbour.label.replace(versionOf(neighbour.label), () => version) : version
  if (unreleased && compare) {
    splices.push(copyDefinition(document, unreleased, 'after', label, destination))
  } else if (neighbour) {
    const isAscending = versions.length > 1 && versions.at(-1) === neighbour
    splices.push(copyDefinition(document, neighbour, isAscending ? 'after' : 'before', label, destination))
  }
  return splices
}

/** Finds the link definition of a version, or of `unreleased`. */
export function findDefinition({ definitions }: ChangelogDocument, name: string): Definition | undefined {
  if (name === 'unreleased') return definitions.find(({ label }) => label.toLowerCase() === name)
  return definitions.find(({ label }) => versionOf(label) === name)
}

function versionOf(label: string): string {
  return label.replace(/^v/i, '')
}

/** Inserts a copy of a definition with a new label and a new destination. Blank lines between definitions are copied. */
export function copyDefinition(
  document: ChangelogDocument,
  { line, label, destination }: Definition,
  position: 'before' | 'after',
  newLabel: string,
  newDestination: string,
): Splice {
  const text = textAt(document, line)
  const labelEnd = text.indexOf(']:')
  const newStart = text.slice(0, labelEnd).replace(label, () => newLabel)
  const copy = newStart + text.slice(labelEnd).replace(destination, () => newDestination)
  const isSpaced =
    document.kinds[line + 1] === 'blank' && document.definitions.some((other) => other.line === line + 2)
  const gap = isSpaced ? [''] : []
  if (position === 'after') return insertAfter(document, line, [...gap, copy])
  const eol = eolNear(document, line)
  const start = document.lines[line]?.start ?? 0
  return { start, end: start, insert: [copy, ...gap].map((one) => one + eol).join('') }
}
