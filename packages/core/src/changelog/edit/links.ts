// Updates the link definitions of a changelog for a new version, in the style of the existing ones.
import { type ChangelogDocument, type Definition, type Section, textAt } from '../document/index.ts'
import { eolNear, insertAfter, replaceLines, type Splice } from '../splice.ts'
import { compareVersions, INITIAL_VERSION, toSemVer } from '../version.ts'
import {
  endsAtVersion,
  isMislabelled,
  labelOf,
  linkLike,
  nextTag,
  readCompareLink,
  unreleasedLinkLike,
} from './link-forms.ts'
import { lastBodyLine } from './section-edges.ts'
import { newestReleases } from './style/index.ts'

/**
 * Adds a link for a new version, and makes the Unreleased link start from it. No splices: it cannot be derived.
 * @returns the splices, and the lines of the Unreleased section with the blank line above them
 */
export function updateLinks(
  document: ChangelogDocument,
  section: Section | undefined,
  { version, tag }: { readonly version: string; readonly tag: string },
  heading: string,
): { readonly splices: readonly Splice[]; readonly unreleased: readonly string[] } {
  const { version: current } = document
  const unreleased = findUnreleasedDefinition(document, section)
  const versions = versionDefinitions(document)
  const newest = versions.find((one) => one.version === current)
  // One of the newest versions must have a definition for the definitions to be continued.
  const recent = newestReleases(document).map(({ meaning }) => meaning.version)
  const model = newest ?? recent.flatMap((one) => versions.find((other) => other.version === one) ?? [])[0]
  const isInlineLink = heading.includes('](')
  const compare = unreleased && readCompareLink(unreleased.destination)
  // The definitions have been given up when the headings do not refer to them, or when the newest versions have none.
  const isGivenUp = versions.length > 0 && !newest && (!heading.includes('[') || !model) && !isInlineLink
  if (isGivenUp && !(compare && heading.includes('['))) return { splices: [], unreleased: [] }
  const target = unreleased && unreleasedLinkLike(document, unreleased.destination, version, tag)
  // In Keep a Changelog, only the first version of a file has a link to its tag.
  const tagLinks = versions.filter((one) => readCompareLink(one.destination, one.version) === undefined)
  const isTagLink = newest !== undefined && tagLinks.length > 1 && tagLinks.includes(newest)
  const base =
    current === INITIAL_VERSION ? compare?.base : compare && nextTag(document, compare.base, current, tag)
  const destination =
    compare && base && !endsAtVersion(compare) && !isTagLink
      ? compare.write(base, nextTag(document, compare.base, version, tag))
      : model && linkLike(document, model.destination, model.version, version)
  const neighbour = newest ?? versions[0]
  const likeNeighbour = neighbour?.label.replace(neighbour.version, () => version) ?? version
  // A label with other words, such as `1.2.0 - 2026-01-01`, is that of the heading.
  const label = versionIn(likeNeighbour) ? likeNeighbour : (labelOf(heading, version) ?? version)
  const isAdded = destination !== undefined && !isInlineLink && !isGivenUp
  const moved =
    unreleased && target !== undefined ? definitionText(document, unreleased, unreleased.label, target) : ''
  const added = (like: Definition) => (isAdded ? definitionText(document, like, label, destination) : '')
  const line = unreleased?.line ?? 0
  const replace = (text: string) => replaceLines(document, line, line + 1, [text])
  if (unreleased && moved && isAdded && section && isAlone(document, unreleased))
    return { splices: [replace(added(unreleased))], unreleased: ['', moved] }
  const splices = unreleased && moved ? [replace(moved)] : []
  if (!isAdded || !(neighbour || unreleased)) return { splices, unreleased: [] }
  const isOwn = neighbour && isAlone(document, neighbour)
  const isAscending = hasAscendingDefinitions(document)
  const isAtTop = !isAscending && versions.every((one) => one.line > line)
  if (unreleased && compare && (isAtTop || isOwn)) {
    splices.push(insertDefinition(document, unreleased, 'after', added(unreleased)))
  } else if (neighbour && section && isOwn) {
    const last = lastBodyLine(document, section.heading.lastLine + 1, section.endLine)
    splices.push(insertAfter(document, last, ['', added(neighbour)]))
  } else if (neighbour) {
    splices.push(insertDefinition(document, neighbour, isAscending ? 'after' : 'before', added(neighbour)))
  }
  return { splices, unreleased: [] }
}

/** The definitions of versions: their label is a version, or that of the heading of a release. */
function versionDefinitions({ definitions, releases }: ChangelogDocument) {
  const versions = new Map(
    releases.map(({ heading, meaning: { version } }) => [
      labelOf(heading.text, version)?.toLowerCase(),
      version,
    ]),
  )
  return definitions.flatMap((one) => {
    const version = versions.get(one.label.toLowerCase()) ?? versionIn(one.label)
    return version === undefined || isMislabelled(one.destination, version) ? [] : [{ ...one, version }]
  })
}

/** Whether the definition of the first version is above that of the last one. */
export function hasAscendingDefinitions(document: ChangelogDocument): boolean {
  const versions = versionDefinitions(document).map(({ version }) => version)
  return compareVersions(versions[0] ?? '', versions.at(-1) ?? '') < 0
}

/** The version that a label consists of. */
function versionIn(label: string): string | undefined {
  const name = label.replace(/^v/i, '')
  // A number alone is the label of a note.
  return /^(?:v|\d+\.)\d/i.test(label) && toSemVer(name) !== undefined ? name : undefined
}

/** Finds the link definition of a version. */
export function findDefinition(document: ChangelogDocument, version: string): Definition | undefined {
  return versionDefinitions(document).find((one) => one.version === version)
}

/** Finds the link definition of Unreleased: that of its heading, or else that with its name. */
export function findUnreleasedDefinition({ definitions }: ChangelogDocument, section?: Section) {
  const labels = [section && labelOf(section.heading.text, '')?.toLowerCase(), 'unreleased']
  return labels.flatMap((name) => definitions.find(({ label }) => label.toLowerCase() === name) ?? [])[0]
}

/** Whether a definition is the only one of its section, and another section follows. */
function isAlone({ sections, definitions, lines }: ChangelogDocument, { line }: Definition): boolean {
  const section = sections.find(({ heading, endLine }) => heading.lastLine < line && line < endLine)
  if (!section || section.endLine === lines.length) return false
  return definitions.every(
    (other) => other.line === line || other.line < section.heading.firstLine || other.line >= section.endLine,
  )
}

/** The line of a definition with a new label and a new destination. */
export function definitionText(
  document: ChangelogDocument,
  { line, label, destination }: Definition,
  newLabel: string,
  newDestination: string,
): string {
  const text = textAt(document, line)
  const end = text.indexOf(label) + label.length
  const newStart = text.slice(0, end).replace(label, () => newLabel)
  return newStart + text.slice(end).replace(destination, () => newDestination)
}

/** Inserts the line of a definition next to another one. Blank lines between definitions are copied. */
export function insertDefinition(
  document: ChangelogDocument,
  { line }: Definition,
  position: 'before' | 'after',
  text: string,
): Splice {
  const isSpaced =
    document.kinds[line + 1] === 'blank' && document.definitions.some((other) => other.line === line + 2)
  const gap = isSpaced ? [''] : []
  if (position === 'after') return insertAfter(document, line, [...gap, text])
  const eol = eolNear(document, line)
  const start = document.lines[line]?.start ?? 0
  return { start, end: start, insert: [text, ...gap].map((one) => one + eol).join('') }
}
