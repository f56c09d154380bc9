// Inserts an Unreleased heading into a changelog without one.
import { type ChangelogDocument, findUnreleased, type Heading, parseChangelog } from '../../document/index.ts'
import { applySplices, insertAfter, type Splice } from '../../splice.ts'
import { readCompareLink } from '../link-forms.ts'
import {
  definitionText,
  findDefinition,
  findUnreleasedDefinition,
  hasAscendingDefinitions,
  insertDefinition,
} from '../links.ts'
import { assertNoHiddenVersion, assertUnderstood, refusal } from '../refusals.ts'
import { countBlanks, lastBodyLine, lineAboveVersion } from '../section-edges.ts'
import { linesBetweenVersions, plainUnreleasedText, rewriteHeading, versionLevel } from '../style/index.ts'

/** The text of a new changelog, without entries. */
const NEW_CHANGELOG = `# Changelog

All notable changes to this project will be documented in this file.

The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.1.0/),
and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).

## [Unreleased]
`

/**
 * Inserts an Unreleased heading if there is none: above the first version, or at the end when there is no version or the last
 * version is the newest one. An empty text becomes a new changelog.
 * @throws AppError `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused` when a line that may be
 * a version is not understood, or when the new heading would not be one
 */
export function ensureUnreleased(document: ChangelogDocument) {
  const existing = findUnreleased(document)
  if (existing) {
    assertNoHiddenVersion(document, existing)
    return { document, section: existing }
  }
  assertUnderstood(document, undefined)
  const { text } = document
  const isEmpty = text.replace('\uFEFF', '').trim() === ''
  const edited = parseChangelog(isEmpty ? text + NEW_CHANGELOG : applySplices(text, insertHeading(document)))
  const section = findUnreleased(edited)
  if (section) return { document: edited, section }
  const place = 'a place for an Unreleased heading, got a file that ends in an open fence or HTML block'
  throw refusal(lastBodyLine(document), place)
}

function insertHeading(document: ChangelogDocument): Splice[] {
  const { releases, sections, isAscending } = document
  const first = releases[0] ?? sections[0]
  if (!first) return [insertAfter(document, lastBodyLine(document), ['', '## [Unreleased]'])]
  const model = document.newestFirst[0]?.heading ?? first.heading
  const { name, definitions } = unreleasedName(document, model)
  const level = Math.min(model.level, first.heading.level)
  // Beside categories of the level of patch versions, as `### Features` below `### [1.2.1]`, it has the level of `## [1.2.0]`.
  const isOfCategory = sections.flatMap((one) => one.categories).some((one) => one.heading.level === level)
  const minor = isOfCategory ? (versionLevel(document, '0.1.0', level) ?? level) : level
  const heading = rewriteHeading(document, model, name, Math.min(minor, level))
  const between = linesBetweenVersions(document)
  if (isAscending) {
    // Below the newest version, there can be a section of another kind.
    const { heading: newest, endLine } = releases.at(-1) ?? first
    const last = Math.max(newest.lastLine, lastBodyLine(document, newest.lastLine + 1, endLine))
    return [...definitions, insertAfter(document, last, [...between, ...heading])]
  }
  const above = lineAboveVersion(document, first.heading.firstLine)
  // Blank lines above the version stay above the new heading.
  const anchor = above + countBlanks(document, above, 1)
  return [insertAfter(document, anchor, [...heading, ...between]), ...definitions]
}

/** The text of the new Unreleased heading, as the tools of ROS need it there, and the link definition that it refers to. */
function unreleasedName(document: ChangelogDocument, model: Heading) {
  const isOfRos = /^changelog for package /im.test(document.text.slice(0, 200))
  const name = isOfRos ? 'Forthcoming' : plainUnreleasedText(model)
  const newest = findDefinition(document, document.version)
  if (!name.startsWith('[') || findUnreleasedDefinition(document) || !newest) return { name, definitions: [] }
  const compare = readCompareLink(newest.destination, document.version)
  // Azure DevOps writes whether an end is a tag, and has no name for the newest commit.
  if (!compare || compare.head.startsWith('GT')) return { name: 'Unreleased', definitions: [] }
  const destination = compare.write(compare.head, 'HEAD')
  const position = hasAscendingDefinitions(document) ? 'after' : 'before'
  const text = definitionText(document, newest, 'Unreleased', destination)
  return { name, definitions: [insertDefinition(document, newest, position, text)] }
}
