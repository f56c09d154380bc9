// Reads the versions, entries and notes of a changelog as data for the API.
import { AppError } from '../errors.ts'
import { quote } from '../quote.ts'
import {
  type ChangelogDocument,
  findForeignLine,
  findUnreleased,
  isBlank,
  type ReleaseSection,
  type Section,
  textAt,
} from './document/index.ts'
import type { ChangelogEntry, Release } from './entry.ts'
import { CHANGELOG_ERRORS } from './errors.ts'

/** Asserts that a heading of a changelog with content is understood. @throws AppError `changelog/ambiguous` */
export function assertReadable(document: ChangelogDocument): void {
  const line = findForeignLine(document)
  if (line === undefined) return
  throw new AppError(
    CHANGELOG_ERRORS.ambiguous,
    `line ${line + 1}: expected an Unreleased or version heading above the content, got ${quote(textAt(document, line))}`,
  )
}

/**
 * Reads the current version, the unreleased entries, and a page of the releases, all in the order of the file.
 * @param limit maximum number of releases
 * @param offset number of releases before the page
 * @throws AppError `changelog/ambiguous` when there is more than one Unreleased heading
 */
export function readHistory(document: ChangelogDocument, limit = Number.POSITIVE_INFINITY, offset = 0) {
  const { version, releases } = document
  return {
    version,
    unreleased: readEntries(findUnreleased(document)),
    releases: releases.slice(offset, offset + limit).map(readRelease),
    total: releases.length,
  }
}

/**
 * Finds a version by its name.
 * @param name a version with or without a leading `v`, `latest` for the highest version, or `unreleased`
 * @returns the version, and its notes: the text of its section without the heading. Both are empty without an Unreleased section
 * @throws AppError `changelog/unknown_version` when there is no such version, and `changelog/ambiguous`
 */
export function findVersion(
  document: ChangelogDocument,
  name: string,
): { readonly release: Release; readonly notes: string } {
  if (name === 'unreleased') {
    const section = findUnreleased(document)
    const release = { version: name, date: null, yanked: false, changes: readEntries(section) }
    return { release, notes: section ? notesOf(document, section) : '' }
  }
  const wanted = name === 'latest' ? document.version : name.replace(/^v/, '')
  const found = document.releases.find(({ meaning }) => meaning.version === wanted)
  if (found) return { release: readRelease(found), notes: notesOf(document, found) }
  const message =
    name === 'latest'
      ? 'expected a changelog with a release, got one without'
      : `expected a version of the changelog, unreleased or latest; got ${JSON.stringify(name)}`
  throw new AppError(CHANGELOG_ERRORS.unknown_version, message)
}

function readRelease(section: ReleaseSection): Release {
  const { version, date, yanked } = section.meaning
  return { version, date, yanked, changes: readEntries(section) }
}

function readEntries(section: Section | undefined): ChangelogEntry[] {
  return section?.entries.map(({ type, description }) => ({ type, description })) ?? []
}

/** The text of a section without its heading and without blank lines at its start and end. */
function notesOf({ text, lines }: ChangelogDocument, { heading, endLine }: Section): string {
  const below = lines.slice(heading.lastLine + 1, endLine)
  const [first, last] = [below.find((line) => !isBlank(line.text)), below.at(-1)]
  return first && last ? text.slice(first.start, last.end).trimEnd() : ''
}
