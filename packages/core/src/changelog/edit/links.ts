// Updates the link definitions of a changelog for a new version, and the lines that consist of a link that compares two versions.
import {
  type ChangelogDocument,
  type Definition,
  isAlone,
  MAX_READ_LENGTH,
  type Section,
  textAt,
} from '../document/index.ts'
import { blanks, insertAfter, replaceLines, type Splice } from '../splice.ts'
import { compareVersions, INITIAL_VERSION, toSemVer } from '../version.ts'
import {
  type CompareLink,
  endsLike,
  isMislabelled,
  labelOf,
  linkLike,
  names,
  nextTag,
  readCompareLink,
  retarget,
  unreleasedLinkLike,
} from './link-forms.ts'
import { countBlanks, lastBodyLine } from './section-edges.ts'
import { type NextVersion, newestReleases } from './style/index.ts'

/**
 * Adds a link for a new version, and makes the Unreleased link start from it. No splices: it cannot be derived.
 * @returns the splices, and the lines of the Unreleased section with the blank line above them
 */
export function updateLinks(document: ChangelogDocument, section: Section, next: NextVersion, text: string) {
  const { version, tag } = next
  const { version: current } = document
  const unreleased = findUnreleasedDefinition(document, section)
  const versions = versionDefinitions(document)
  const newest = versions.find((one) => one.version === current)
  // One of the newest versions must have a definition for the definitions to be continued.
  const recent = newestReleases(document).map(({ meaning }) => meaning.version)
  const model = newest ?? recent.flatMap((one) => versions.find((other) => other.version === one) ?? [])[0]
  const isInlineLink = text.includes('](')
  const compare = unreleased && readCompareLink(unreleased.destination)
  // The definitions have been given up when the headings do not refer to them, or when the newest versions have none.
  const isGivenUp = versions.length > 0 && !newest && (!text.includes('[') || !model) && !isInlineLink
  if (isGivenUp && !(compare && text.includes('['))) return { splices: [], unreleased: [] }
  const target = unreleased && unreleasedLinkLike(document, unreleased.destination, version, tag)
  // In Keep a Changelog, only the first version of a file has a link to its tag.
  const tagLinks = versions.filter((one) => readCompareLink(one.destination, one.version) === undefined)
  const isTagLink = newest !== undefined && tagLinks.length > 1 && tagLinks.includes(newest)
  const base =
    current === INITIAL_VERSION ? compare?.base : compare && nextTag(document, compare.base, current, tag)
  const destination =
    compare && base && !compare.endsAtVersion && !isTagLink
      ? compare.write(base, nextTag(document, compare.base, version, tag))
      : model && linkLike(document, model.destination, model.version, version)
  const neighbour = newest ?? versions[0]
  const likeNeighbour = neighbour?.label.replace(neighbour.version, () => version) ?? version
  // A label with other words, such as `1.2.0 - 2026-01-01`, is that of the heading.
  const label = versionIn(likeNeighbour) ? likeNeighbour : (labelOf(text, version) ?? version)
  const isAdded = destination !== undefined && !isInlineLink && !isGivenUp
  const moved =
    unreleased && target !== undefined ? definitionText(document, unreleased, unreleased.label, target) : ''
  const added = (like: Definition) => (isAdded ? definitionText(document, like, label, destination) : '')
  const line = unreleased?.line ?? 0
  const replace = (one: string) => replaceLines(document, line, line + 1, [one])
  if (unreleased && moved && isAdded && isOnlyOne(document, unreleased))
    return { splices: [replace(added(unreleased))], unreleased: ['', moved] }
  const splices = unreleased && moved ? [replace(moved)] : []
  if (!isAdded || !(neighbour || unreleased)) return { splices, unreleased: [] }
  const isOwn = neighbour && isOnlyOne(document, neighbour)
  const isAscending = hasAscendingDefinitions(document)
  const isAtTop = !isAscending && versions.every((one) => one.line > line)
  if (unreleased && compare && (isAtTop || isOwn)) {
    splices.push(insertDefinition(document, unreleased, 'after', added(unreleased)))
  } else if (neighbour && isOwn) {
    const last = lastBodyLine(document, section.heading.lastLine + 1, section.endLine)
    splices.push(insertAfter(document, last, ['', added(neighbour)]))
  } else if (neighbour) {
    // The definition of the newest version can have a wrong label.
    const first = document.definitions.find(({ label: one }) => !newest && versionIn(one)) ?? neighbour
    const [place, position] = isAscending ? [neighbour, 'after' as const] : [first, 'before' as const]
    splices.push(insertDefinition(document, place, position, added(neighbour)))
  }
  return { splices, unreleased: [] }
}

/** The definitions of versions: their label is a version, or that of the heading of a release. */
function versionDefinitions({ definitions, releases }: ChangelogDocument) {
  const labels = releases.map(
    ({ heading, meaning: { version } }) => [labelOf(heading.text, version)?.toLowerCase(), version] as const,
  )
  const versions = new Map(labels)
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
function isOnlyOne({ sections, definitions, lines }: ChangelogDocument, { line }: Definition): boolean {
  const section = sections.find(({ heading, endLine }) => heading.lastLine < line && line < endLine)
  if (!section || section.endLine === lines.length) return false
  const isOutside = (other: number) => other < section.heading.firstLine || other >= section.endLine
  return definitions.every((other) => other.line === line || isOutside(other.line))
}

/** The line of a definition with a new label and a new destination. */
export function definitionText(document: ChangelogDocument, like: Definition, label: string, target: string) {
  const text = textAt(document, like.line)
  const end = text.indexOf(like.label) + like.label.length
  const newStart = text.slice(0, end).replace(like.label, () => label)
  return newStart + text.slice(end).replace(like.destination, () => target)
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
  return insertAfter(document, line - 1, [text, ...gap])
}

const LINK_LINE =
  /^(?:<small>|\()?(?:[\p{L} *_:]{0,40})(?:\[[^[\]]*\]\(([^()\s]+)\)|<?(https?:\/\/[^<>\s]+)>?)(?:<\/small>|\))?[ \t]*$/u
/** Finds the line of a section that consists of a compare link, at one of two positions: its first or its last line. */
export function findCompareLine(document: ChangelogDocument, section: Section) {
  const { kinds } = document
  const from = section.heading.lastLine + 1
  const first = from + countBlanks(document, from - 1, 1)
  const isText = (line: number) =>
    line < section.endLine && !/^(?:blank|thematic_break)$/.test(kinds[line] ?? '')
  const last = kinds.findLastIndex((_, line) => isText(line))
  const version = section.meaning.kind === 'release' ? section.meaning.version : undefined
  const read = (line: number, position: 'first' | 'last') => {
    const isInside = line >= from && line < section.endLine
    const link = isInside ? readLinkLine(document, line, version) : undefined
    return link && { line, text: textAt(document, line), link, position }
  }
  return read(first, 'first') ?? read(last, 'last')
}

/** Reads a paragraph of one line that consists of a compare link. */
function readLinkLine(document: ChangelogDocument, line: number, version?: string): CompareLink | undefined {
  const text = textAt(document, line)
  const match = isAlone(document, line) && text.length <= MAX_READ_LENGTH ? LINK_LINE.exec(text) : null
  return match ? readCompareLink(match[1] ?? match[2] ?? '', version) : undefined
}

/** Moves the link of Unreleased on that is above all versions, such as `[Unreleased changes](https://a.b/compare/v1.0.0...main)`. */
function editLinkAbove(document: ChangelogDocument, { heading }: Section, version: string, tagForm: string) {
  const isLink = (text: string, at: number) =>
    at < heading.firstLine && /unreleased/i.test(text) && readLinkLine(document, at)?.endsAtVersion === false
  const line = document.lines.findIndex(({ text }, at) => isLink(text, at))
  const [text, link] = [textAt(document, line), readLinkLine(document, line)]
  if (!link) return { splices: [], otherLines: [] }
  const changed = retarget(text, link, nextTag(document, link.base, version, tagForm), link.head)
  return { splices: [replaceLines(document, line, line + 1, [changed])], otherLines: [text, changed] }
}

/** The compare line of the Unreleased section, whose link ends at a branch. */
export function findUnreleasedCompareLine(document: ChangelogDocument, section: Section) {
  const found = findCompareLine(document, section)
  return found && !found.link.endsAtVersion ? found : undefined
}

/** The compare lines of the two newest releases. One of them must have such a line for a new one to be written. */
function findModels(document: ChangelogDocument) {
  const newest = document.newestFirst.slice(0, 2)
  return newest.flatMap((release) => {
    const found = findCompareLine(document, release)
    return found ? [{ ...found, version: release.meaning.version }] : []
  })
}

/** The index of the compare line at the end of Unreleased, when the releases have one there. It stays below new entries. */
export function compareLineAtEnd(document: ChangelogDocument, section: Section): number | undefined {
  const own = findUnreleasedCompareLine(document, section)
  return own && findModels(document).some(({ position }) => position === 'last') ? own.line : undefined
}

/**
 * Moves the compare lines of Unreleased on, and writes that of the new version.
 * @returns the splices; `otherLines`, which they add, move or replace; the lines of the Unreleased section, with the blank line above
 * them; those below the heading of the version; and the line of Unreleased that the version is inserted below, or −1
 */
export function editCompareLines(document: ChangelogDocument, section: Section, next: NextVersion) {
  const { version, tag: tagForm } = next
  const above = editLinkAbove(document, section, version, tagForm)
  const own = findUnreleasedCompareLine(document, section)
  const model = findModels(document).find(({ link, version: known }) => names(link.head, known))
  const nothing = { ...above, unreleased: [] as string[], below: [] as string[], anchor: -1 }
  if (!own && !model) return nothing
  const tag = own ? nextTag(document, own.link.base, version, tagForm) : ''
  const ownText = own ? retarget(own.text, own.link, tag, own.link.head) : ''
  const ends = model && endsLike(model.link, model.version, document.version, version)
  const derived = model && ends && retarget(model.text, model.link, ...ends)
  const versionText = derived ?? (own ? retarget(own.text, own.link, own.link.base, tag) : '')
  const otherLines = [...above.otherLines, ownText, versionText, own?.text ?? '']
  if ((model ?? own)?.position === 'first') {
    const gap = model ? countBlanks(document, model.line, -1) : 1
    const below = [...blanks(gap), versionText]
    const moved = own ? [replaceLines(document, own.line, own.line + 1, [ownText])] : []
    return { ...nothing, splices: [...above.splices, ...moved], otherLines, below, anchor: own?.line ?? -1 }
  }
  const last = lastBodyLine(document, section.heading.lastLine + 1, section.endLine)
  // The line at the end of Unreleased becomes that of the version.
  const edit = own
    ? replaceLines(document, own.line, own.line + 1, [versionText])
    : insertAfter(document, last, ['', versionText])
  return { ...nothing, splices: [...above.splices, edit], otherLines, unreleased: own ? ['', ownText] : [] }
}
