// Inserts an Unreleased heading into a changelog without one.
import {
  type ChangelogDocument,
  currentVersion,
  findUnreleased,
  type Heading,
  type Section,
} from '../../document/index.ts'
import { endsAtVersion, formatCompareLink, readCompareLink } from '../compare-link.ts'
import { copyDefinition, findUnreleasedDefinition, findVersionDefinition } from '../links.ts'
import { readMarker } from '../markers.ts'
import { lastBodyLine } from '../section-footer.ts'
import { applyToDocument, insertAfter, type Splice } from '../splice.ts'
import {
  countBlanks,
  isAnchor,
  linesBetweenVersions,
  plainUnreleasedText,
  releasesNewestFirst,
  rewriteHeading,
} from '../style/index.ts'
import { assertUnderstood, refusal } from '../understood.ts'

/** The text of a new changelog, without entries. */
export const NEW_CHANGELOG = `# Changelog

All notable changes to this project will be documented in this file.

The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.1.0/),
and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).

## [Unreleased]
`

/**
 * Inserts an Unreleased heading if there is none: above the first version, or at the end when there is no version or the
 * last version is the newest one.
 * @throws AppError `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused` when a line that
 * may be a version is not understood, or when the new heading would not be one
 */
export function ensureUnreleased(document: ChangelogDocument): EditedDocument {
  const existing = findUnreleased(document)
  if (existing) return { document, section: existing }
  assertUnderstood(document, undefined)
  const { text, lineMap, sections, isAscending } = document
  const first = sections.find(({ meaning }) => meaning.kind === 'release') ?? sections[0]
  if (!first) {
    const foreign = findForeignLine(document)
    if (foreign !== undefined) throw refusal(foreign, 'an Unreleased or version heading above the content')
    const anchor = lastBodyLine(document, 0, lineMap.lines.length)
    return applyEdit(document, [insertAfter(text, lineMap.lines, anchor, ['', '## [Unreleased]'])])
  }
  const model = releasesNewestFirst(document)[0]?.heading ?? first.heading
  const { name, definition } = unreleasedName(document, model)
  const heading = rewriteHeading(document, model, name)
  const between = linesBetweenVersions(document)
  const definitions = definition ? [definition] : []
  if (isAscending) {
    const anchor = lastBodyLine(document, 0, lineMap.lines.length)
    const splice = insertAfter(text, lineMap.lines, anchor, [...between, ...heading])
    return applyEdit(document, [...definitions, splice])
  }
  const above = lineAbove(document, first.heading.firstLine)
  // Blank lines above the version stay above the new heading.
  const anchor = above + countBlanks(document, above, 1)
  const below = between.length === 0 && anchor === -1 ? [''] : between
  const splice = insertAfter(text, lineMap.lines, anchor, [...heading, ...below])
  return applyEdit(document, [splice, ...definitions])
}

/** A document after an edit, and its Unreleased section. */
export interface EditedDocument {
  readonly document: ChangelogDocument
  readonly section: Section
}

function applyEdit(document: ChangelogDocument, splices: readonly Splice[]): EditedDocument {
  const edited = applyToDocument(document, splices)
  const section = findUnreleased(edited)
  if (section) return { document: edited, section }
  const end = lastBodyLine(document, 0, document.lineMap.lines.length)
  throw refusal(end, 'a place for an Unreleased heading, got a file that ends in an open fence or HTML block')
}

/**
 * The text of the new Unreleased heading, and the link definition that it refers to. In brackets without a definition, the
 * text is a link only when the versions have none either.
 */
function unreleasedName(document: ChangelogDocument, model: Heading) {
  const name = plainUnreleasedText(model)
  const newest = findVersionDefinition(document, currentVersion(document))
  if (!name.startsWith('[') || findUnreleasedDefinition(document) || !newest) return { name }
  const compare = readCompareLink(newest.destination)
  if (!compare || !endsAtVersion(compare)) return { name: 'Unreleased' }
  const destination = formatCompareLink(compare, compare.head, 'HEAD')
  const definition: Splice = copyDefinition(document, newest, 'before', 'Unreleased', destination)
  return { name, definition }
}

/**
 * Finds content that may be a changelog in a form that is not understood: a list, a table or a second heading. In a file
 * without them, the Unreleased section can be inserted at the end.
 * @returns the index of the line
 */
function findForeignLine({ lineMap: { lines, kinds, headings } }: ChangelogDocument): number | undefined {
  const second = headings[1]?.firstLine
  const line = lines.findIndex(
    ({ text }, index) =>
      kinds[index] === 'list' ||
      index === second ||
      (kinds[index] === 'html' && /<(?:table|ul|ol|li|h[1-6])\b/i.test(text)),
  )
  return line === -1 ? undefined : line
}

/**
 * The index of the last line above a heading that stays above a new heading. −1 when there is no such line. Blank lines,
 * anchors and comments belong to the heading below them, unless a comment marks where new versions start.
 */
function lineAbove({ lineMap: { lines, kinds } }: ChangelogDocument, heading: number): number {
  let line = heading - 1
  for (; line >= 0; line--) {
    const kind = kinds[line] ?? ''
    if (kind === 'comment' && staysAbove(lines[line]?.text ?? '', kinds[line + 1] === 'blank')) return line
    if (!['blank', 'comment'].includes(kind) && !isAnchor(lines[line]?.text ?? '')) return line
  }
  return line
}

/** Whether a comment stays above a new heading. A comment without a known meaning does when it stands alone. */
function staysAbove(comment: string, standsAlone: boolean): boolean {
  const marker = readMarker(comment)
  return marker === undefined ? standsAlone : marker === 'start'
}
