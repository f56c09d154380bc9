// Edits the lines of a section that consist of a link that compares two versions.
import {
  type ChangelogDocument,
  isAlone,
  releasesNewestFirst,
  type Section,
  textAt,
} from '../document/index.ts'
import { blanks, insertAfter, replaceLines } from '../splice.ts'
import {
  type CompareLink,
  endsAtVersion,
  endsLike,
  MAX_LINK_LENGTH,
  names,
  nextTag,
  readCompareLink,
  retarget,
} from './link-forms.ts'
import { countBlanks, lastBodyLine } from './section-edges.ts'

/** A line that consists of a compare link. */
interface CompareLine {
  /** The index of the line, from 0. */
  readonly line: number
  readonly text: string
  readonly link: CompareLink
  /** Whether it is the first line of its section, or the last one. */
  readonly position: 'first' | 'last'
}

const LINK_LINE =
  /^(?:<small>|\()?(?:[\p{L} *_:]{0,40})(?:\[[^[\]]*\]\(([^()\s]+)\)|<?(https?:\/\/[^<>\s]+)>?)(?:<\/small>|\))?[ \t]*$/u
/** Finds the compare line of a section: its first or its last line. */
export function findCompareLine(document: ChangelogDocument, section: Section): CompareLine | undefined {
  const { kinds } = document
  const from = section.heading.lastLine + 1
  const first = from + countBlanks(document, from - 1, 1)
  let last = section.endLine - 1
  while (last >= from && (kinds[last] === 'blank' || kinds[last] === 'thematic_break')) last--
  const version = section.meaning.kind === 'release' ? section.meaning.version : undefined
  const read = (line: number, position: CompareLine['position']): CompareLine | undefined => {
    const isInside = line >= from && line < section.endLine
    const link = isInside ? readLinkLine(document, line, version) : undefined
    return link && { line, text: textAt(document, line), link, position }
  }
  return read(first, 'first') ?? read(last, 'last')
}

/** Reads a paragraph of one line that consists of a compare link. */
function readLinkLine(document: ChangelogDocument, line: number, version?: string): CompareLink | undefined {
  const text = textAt(document, line)
  const match = isAlone(document, line) && text.length <= MAX_LINK_LENGTH ? LINK_LINE.exec(text) : null
  return match ? readCompareLink(match[1] ?? match[2] ?? '', version) : undefined
}

/** Moves the link of Unreleased on that is above all versions, such as `[Unreleased changes](https://a.b/compare/v1.0.0...main)`. */
function editLinkAbove(document: ChangelogDocument, { heading }: Section, version: string, tagForm: string) {
  for (let line = 0; line < heading.firstLine; line++) {
    const text = textAt(document, line)
    const link = /unreleased/i.test(text) ? readLinkLine(document, line) : undefined
    if (!link || endsAtVersion(link)) continue
    const changed = retarget(text, link, nextTag(document, link.base, version, tagForm), link.head)
    return { splices: [replaceLines(document, line, line + 1, [changed])], otherLines: [text, changed] }
  }
  return { splices: [], otherLines: [] }
}

/** The compare line of the Unreleased section, whose link ends at a branch. */
export function findUnreleasedCompareLine(document: ChangelogDocument, section: Section) {
  const found = findCompareLine(document, section)
  return found && !endsAtVersion(found.link) ? found : undefined
}

/** The compare lines of the two newest releases. One of them must have such a line for a new one to be written. */
function findModels(document: ChangelogDocument) {
  const newest = releasesNewestFirst(document).slice(0, 2)
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
 * @param tagForm such as `v{version}`
 * @returns the splices; `otherLines`, which they add, move or replace; the lines of the Unreleased section, with the blank line above
 * them; those below the heading of the version; and the line of Unreleased that the version is inserted below, or −1
 */
export function editCompareLines(
  document: ChangelogDocument,
  section: Section,
  version: string,
  tagForm: string,
) {
  const above = editLinkAbove(document, section, version, tagForm)
  const own = findUnreleasedCompareLine(document, section)
  const model = findModels(document).find(({ link, version: known }) => names(link.head, known))
  const none: readonly string[] = []
  const nothing = { ...above, unreleased: none, below: none, anchor: -1 }
  if (!own && !model) return nothing
  const tag = own ? nextTag(document, own.link.base, version, tagForm) : ''
  const ownText = own ? retarget(own.text, own.link, tag, own.link.head) : ''
  const derived =
    model &&
    retarget(model.text, model.link, ...endsLike(model.link, model.version, document.version, version))
  const versionText = derived ?? (own ? retarget(own.text, own.link, own.link.base, tag) : '')
  const otherLines = [...above.otherLines, ownText, versionText, own?.text ?? '']
  if ((model ?? own)?.position === 'first') {
    const gap = model ? countBlanks(document, model.line, -1) : 1
    const edit = { ...nothing, otherLines, below: [...blanks(gap), versionText] }
    if (!own) return edit
    const moved = replaceLines(document, own.line, own.line + 1, [ownText])
    return { ...edit, splices: [...above.splices, moved], anchor: own.line }
  }
  if (own) {
    // The line at the end of Unreleased becomes that of the version.
    const moved = replaceLines(document, own.line, own.line + 1, [versionText])
    return { ...nothing, splices: [...above.splices, moved], otherLines, unreleased: ['', ownText] }
  }
  const last = lastBodyLine(document, section.heading.lastLine + 1, section.endLine)
  const added = insertAfter(document, last, ['', versionText])
  return { ...nothing, splices: [...above.splices, added], otherLines }
}
