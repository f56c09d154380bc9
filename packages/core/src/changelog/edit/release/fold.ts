// Folds the sections of pre-releases into Unreleased, before their version is released: their entries follow each other under the
// same categories, the oldest first, and their headings are removed.
import {
  type ChangelogDocument,
  findUnreleased,
  isAnchor,
  isBlank,
  isPlaceholder,
  parseChangelog,
  type ReleaseSection,
  type Section,
  textAt,
} from '../../document/index.ts'
import { CHANGE_TYPES } from '../../entry.ts'
import { applySplices, blanks, replaceLines, type Splice } from '../../splice.ts'
import { verifyFold } from '../../verify/index.ts'
import { stableOf } from '../../version.ts'
import { readCompareLink } from '../link-forms.ts'
import { findCompareLine, findDefinition, findUnreleasedDefinition } from '../links.ts'
import { refusal } from '../refusals.ts'
import { lastBodyLine, versionStart } from '../section-edges.ts'
import { gapAboveCategory, gapBelowCategory, hasSpacedEntries } from '../style/index.ts'

/** Folds the pre-releases of a version: returns a document without their sections, and its Unreleased section. @throws AppError `changelog/edit_refused` when a pre-release does not follow Unreleased, or has more than entries */
export function foldPrereleases(document: ChangelogDocument, unreleased: Section, version: string) {
  const isFolded = ({ meaning }: ReleaseSection) =>
    meaning.version !== version && stableOf(meaning.version) === version
  const folded = document.releases.filter(isFolded)
  const last = folded.at(-1)
  if (!last) return { document, section: unreleased }
  assertAdjacent(document, unreleased, folded)
  const link = findUnreleasedDefinition(document)
  if (link && readCompareLink(link.destination) && document.releases.at(-1) === last)
    throw refusal(link.line, 'a version below the pre-releases to compare with, got none')
  const sections = [unreleased, ...folded]
  const parts = sections.flatMap((section) => readParts(document, section))
  const to = lastBodyLine(document, last.heading.lastLine + 1, last.endLine) + 1
  const splices = [
    replaceLines(document, unreleased.heading.lastLine + 1, to, joinParts(document, unreleased, parts)),
    ...removeLinks(document, folded),
  ]
  const headings = sections.flatMap(({ categories }) => categories).length
  verifyFold({ before: document, splices }, folded.length, headings, otherLinesOf(document, folded))
  const after = parseChangelog(applySplices(document.text, splices))
  return { document: after, section: findUnreleased(after) ?? unreleased }
}

/** Asserts that the sections follow Unreleased, and that nothing but blank lines and anchors stands between them. */
function assertAdjacent(document: ChangelogDocument, unreleased: Section, folded: readonly Section[]): void {
  let above = unreleased
  for (const section of folded) {
    const { firstLine } = section.heading
    if (above.endLine !== firstLine)
      throw refusal(firstLine, 'the pre-releases to follow Unreleased, got another section above')
    const start = lastBodyLine(document, above.heading.lastLine + 1, above.endLine) + 1
    for (let line = start; line < versionStart(document, firstLine); line++) {
      if (!isBlank(textAt(document, line)) && document.kinds[line] !== 'thematic_break')
        throw refusal(line, 'only entries above a pre-release, got a comment or a link definition')
    }
    above = section
  }
}

/** The parts of a section: the lines of each category. The name is empty for the lines above the first one. */
function readParts(document: ChangelogDocument, section: Section) {
  const isRelease = section.meaning.kind === 'release'
  const compareLine = findCompareLine(document, section)?.line
  if (!isRelease && compareLine !== undefined)
    throw refusal(compareLine, 'no compare link among the entries that pre-releases are folded into, got one')
  const { heading, categories, endLine } = section
  const end = lastBodyLine(document, heading.lastLine + 1, endLine) + 1
  const top = { text: '', firstLine: heading.lastLine + 1, lastLine: heading.lastLine }
  const starts = [top, ...categories.map((one) => one.heading)]
  return starts.map(({ text: name, firstLine, lastLine }, index) => {
    const isLeftOut = (line: number) => line === compareLine || (isRelease && line === section.dateLine?.line)
    const to = Math.min(end, starts[index + 1]?.firstLine ?? end)
    const lines = document.lines.slice(lastLine + 1, to)
    const texts = lines.flatMap(({ text }, at) => (isLeftOut(lastLine + 1 + at) ? [] : text))
    const start = texts.findIndex((text) => !isBlank(text))
    const body = start === -1 ? [] : texts.slice(start, texts.findLastIndex((text) => !isBlank(text)) + 1)
    const title = document.lines.slice(firstLine, lastLine + 1).map(({ text }) => text)
    // A blank line is a placeholder, too.
    const isEmpty = body.every((line) => isPlaceholder(line.trim().replace(/^[-+*][ \t]+/, '')))
    return { name, heading: title, body: isEmpty ? [] : body }
  })
}

type Part = ReturnType<typeof readParts>[number]

/** Joins the parts of the same category, the oldest first. The categories have the order of Keep a Changelog. */
function joinParts(document: ChangelogDocument, unreleased: Section, parts: readonly Part[]): string[] {
  const names = new Map<string, Part[]>(['', ...CHANGE_TYPES].map((type) => [type.toLowerCase(), []]))
  for (const part of parts) {
    const key = part.name.trim().toLowerCase()
    names.set(key, [part, ...(names.get(key) ?? [])])
  }
  const lines: string[] = []
  for (const same of names.values()) {
    const bodies = same.map(({ body }) => body).filter(({ length }) => length > 0)
    const heading = same.at(-1)?.heading ?? []
    if (bodies.length === 0) continue
    const position = lines.length === 0 ? 'first' : 'later'
    const gap = blanks(gapAboveCategory(document, unreleased, position))
    const below = blanks(heading.length > 0 ? gapBelowCategory(document, unreleased) : 0)
    lines.push(...gap, ...heading, ...below, ...bodies.reduce((all, body) => join(document, all, body)))
  }
  return lines
}

/** Joins two texts: two lists of items become one. */
function join(document: ChangelogDocument, above: readonly string[], below: readonly string[]): string[] {
  const isList = /^[-+*][ \t]/.test(below[0] ?? '') && above.some((line) => line[0] === below[0]?.[0])
  return [...above, ...(isList && !hasSpacedEntries(document) ? [] : ['']), ...below]
}

/** The lines of pre-releases that are left out besides their headings: dates, compare links and placeholders. */
function otherLinesOf(document: ChangelogDocument, folded: readonly Section[]): string[] {
  return folded.flatMap((section) => {
    const lines = [section.dateLine?.line, findCompareLine(document, section)?.line]
    const { firstLine } = section.heading
    const anchors = document.lines.slice(versionStart(document, firstLine), firstLine)
    const texts = lines.flatMap((line) => (line === undefined ? [] : textAt(document, line)))
    return [...texts, ...anchors.map(({ text }) => text).filter(isAnchor)]
  })
}

/** Removes the definitions of pre-releases that nothing else refers to. */
function removeLinks(document: ChangelogDocument, folded: readonly ReleaseSection[]): Splice[] {
  return folded.flatMap(({ heading, meaning }) => {
    const definition = findDefinition(document, meaning.version)
    if (!definition) return []
    const count = (text: string) => text.split(`[${definition.label}]`).length - 1
    const { start = 0, end = 0 } = document.lines[definition.line] ?? {}
    return count(document.text) === count(heading.text) + 1 ? [{ start, end, insert: '' }] : []
  })
}
