// Updates the link definitions at the bottom of a changelog for a new version. The new links have the style
// of the existing ones.
import { valid } from 'semver'
import type { ChangelogDocument } from '../document/index.ts'
import {
  type CompareLink,
  endsAtVersion,
  formatCompareLink,
  linkLike,
  readCompareLink,
  tagLike,
} from './compare-link.ts'
import { eolNear, type Splice } from './splice.ts'
import { newestReleases } from './style/index.ts'

type Definition = ChangelogDocument['lineMap']['definitions'][number]

/** What the definitions depend on. */
export interface LinkUpdate {
  /** The current version. */
  readonly current: string
  /** The new version. */
  readonly version: string
  /** The text of the heading of the new version. */
  readonly heading: string
}

/**
 * The splices that add a link for a new version, and that make the Unreleased link start from it. There are
 * none when the new link cannot be derived from an existing one.
 */
export function updateLinks(document: ChangelogDocument, update: LinkUpdate): Splice[] {
  const { definitions } = document.lineMap
  const { current, version, heading } = update
  const unreleased = findUnreleasedDefinition(document)
  const versions = definitions.filter(({ label }) => valid(versionOf(label)) !== null)
  const newest = versions.find(({ label }) => versionOf(label) === current)
  // One of the newest versions must have a definition for the definitions to be continued.
  const recent = newestReleases(document).map(({ meaning }) => meaning.version)
  const isInlineLink = heading.includes('](')
  // The definitions have been given up when the headings do not refer to them, or when the newest versions have none.
  const isGivenUp = !heading.includes('[') || !versions.some(({ label }) => recent.includes(versionOf(label)))
  if (!newest && versions.length > 0 && !isInlineLink && isGivenUp) return []
  const range = unreleased && readCompareLink(unreleased.destination)
  const compare = range && !endsAtVersion(range) ? range : undefined
  const destination = isInlineLink ? undefined : destinationFor(update, compare, newest, versions, recent)
  const moved =
    unreleased && compare
      ? [
          replaceDestination(
            document,
            unreleased,
            formatCompareLink(compare, tagOf(compare, current, version), compare.head),
          ),
        ]
      : []
  if (destination === undefined) return moved
  const model = newest ?? versions[0]
  const label = model ? model.label.replace(versionOf(model.label), () => version) : version
  if (unreleased && compare)
    return [...moved, copyDefinition(document, unreleased, 'after', label, destination)]
  if (!model) return moved
  const older = versions[versions.indexOf(model) - 1]
  const isAscending = older !== undefined && versions.at(-1) === model
  return [...moved, copyDefinition(document, model, isAscending ? 'after' : 'before', label, destination)]
}

/** Finds the link definition of the Unreleased heading. */
export function findUnreleasedDefinition({ lineMap }: ChangelogDocument): Definition | undefined {
  return lineMap.definitions.find(({ label }) => label.toLowerCase() === 'unreleased')
}

/** Finds the link definition of a version. */
export function findVersionDefinition(
  { lineMap }: ChangelogDocument,
  version: string,
): Definition | undefined {
  return lineMap.definitions.find(({ label }) => versionOf(label) === version)
}

function versionOf(label: string): string {
  return label.replace(/^v/i, '')
}

/** The tag of a version, with the prefix of the tag where Unreleased starts. */
function tagOf({ base }: CompareLink, current: string, version: string): string {
  return tagLike(base, version, current)
}

/** The destination for the new version. Undefined when it cannot be derived. */
function destinationFor(
  { current, version }: LinkUpdate,
  unreleased: CompareLink | undefined,
  newest: Definition | undefined,
  versions: readonly Definition[],
  recent: readonly string[],
): string | undefined {
  const model = newest ?? versions.find(({ label }) => recent.includes(versionOf(label)))
  const derived = model && linkLike(model.destination, versionOf(model.label), version, current)
  if (!unreleased) return derived
  // In Keep a Changelog, only the first version of a file has a link to its tag.
  const tagLinks = versions.filter(({ destination }) => readCompareLink(destination) === undefined)
  if (newest && tagLinks.length > 1 && tagLinks.includes(newest)) return derived
  return formatCompareLink(
    unreleased,
    tagLike(unreleased.base, current, current),
    tagOf(unreleased, current, version),
  )
}

/** Returns the splice that replaces the destination of a definition. */
function replaceDestination(
  { lineMap }: ChangelogDocument,
  { line, destination }: Definition,
  replacement: string,
): Splice {
  const { start, text } = lineMap.lines[line] as { start: number; text: string }
  const offset = start + text.indexOf(destination, text.indexOf(']:'))
  return { start: offset, end: offset + destination.length, insert: replacement }
}

/**
 * Returns the splice that inserts a copy of a definition with a new label and a new destination. Blank lines between
 * definitions are copied.
 */
export function copyDefinition(
  { lineMap }: ChangelogDocument,
  { line, label, destination }: Definition,
  position: 'before' | 'after',
  newLabel: string,
  newDestination: string,
): Splice {
  const { start, end, text, eol } = lineMap.lines[line] as (typeof lineMap.lines)[number]
  const labelEnd = text.indexOf(']:')
  const newStart = text.slice(0, labelEnd).replace(label, () => newLabel)
  const newEnd = text.slice(labelEnd).replace(destination, () => newDestination)
  const copy = newStart + newEnd
  const lineEnding = eolNear(lineMap.lines, line)
  const isSpaced =
    lineMap.kinds[line + 1] === 'blank' && lineMap.definitions.some((other) => other.line === line + 2)
  const blank = isSpaced ? lineEnding : ''
  if (position === 'before') return { start, end: start, insert: copy + lineEnding + blank }
  return { start: end, end, insert: eol === '' ? lineEnding + copy : blank + copy + lineEnding }
}
