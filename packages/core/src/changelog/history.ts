// Reads the versions, entries and notes of a changelog as data for the API.
import { AppError } from '../errors.ts'
import { quote } from '../quote.ts'
import {
  type ChangelogDocument,
  findForeignLine,
  findUnreleased,
  isBlank,
  type Section,
  textAt,
} from './document/index.ts'
import type { ChangelogEntry, Release } from './entry.ts'
import { CHANGELOG_ERRORS } from './errors.ts'

/** One version, and the position of its notes. */
export interface VersionNotes {
  readonly release: Release
  /** Offsets in the text of the document, in UTF-16 code units. `end` is exclusive. */
  readonly notes: { readonly start: number; readonly end: number }
}

/** The versions of a changelog. */
export interface ChangelogVersions<Version = VersionNotes> {
  /** The highest released version. `0.0.0` when there is none. */
  readonly version: string
  /** In the order of the file. */
  readonly releases: readonly Version[]
  /**
   * Reads the Unreleased section in the form of a release. Without such a section, it is empty.
   * @throws AppError `changelog/ambiguous` when there is more than one Unreleased heading
   */
  unreleased(): Version
}

/**
 * Asserts that a changelog with content has a heading that is understood. Otherwise, its version would be `0.0.0`.
 * @throws AppError `changelog/ambiguous` with the line
 */
export function assertReadable(document: ChangelogDocument): void {
  const line = findForeignLine(document)
  if (line === undefined) return
  throw new AppError(
    CHANGELOG_ERRORS.ambiguous,
    `line ${line + 1}: expected an Unreleased or version heading above the content, got ${quote(textAt(document, line))}`,
  )
}

/** Reads the versions of a changelog. The Unreleased section is read only when `unreleased` is called. */
export function readVersions(document: ChangelogDocument): ChangelogVersions {
  return {
    version: document.version,
    releases: document.releases.map((section) => {
      const { version, date, yanked } = section.meaning
      const changes = section.entries.map(toEntry)
      return { release: { version, date, yanked, changes }, notes: notesOf(document, section) }
    }),
    unreleased() {
      const section = findUnreleased(document)
      const changes = section?.entries.map(toEntry) ?? []
      return {
        release: { version: 'unreleased', date: null, yanked: false, changes },
        notes: section ? notesOf(document, section) : { start: 0, end: 0 },
      }
    },
  }
}

/**
 * Finds a version by its name.
 * @param name a version with or without a leading `v`, `latest` for the highest version, or `unreleased`
 * @throws AppError `changelog/unknown_version` when there is no such version, and `changelog/ambiguous`
 */
export function findVersion<Version extends VersionNotes>(
  { version, releases, unreleased }: ChangelogVersions<Version>,
  name: string,
): Version {
  if (name === 'unreleased') return unreleased()
  const wanted = name === 'latest' ? version : name.replace(/^v/, '')
  const found = releases.find(({ release }) => release.version === wanted)
  if (found) return found
  throw new AppError(
    CHANGELOG_ERRORS.unknown_version,
    `expected a version of the changelog, unreleased or latest; got ${JSON.stringify(name)}`,
  )
}

/** The offsets of a section without its heading and without blank lines at its start and end. */
function notesOf(document: ChangelogDocument, { heading, endLine }: Section) {
  const { text, lines } = document
  let line = heading.lastLine + 1
  while (line < endLine && isBlank(textAt(document, line))) line++
  if (line >= endLine) return { start: text.length, end: text.length }
  const start = lines[line]?.start ?? text.length
  return { start, end: start + text.slice(start, lines[endLine - 1]?.end).trimEnd().length }
}

function toEntry({ type, description }: ChangelogEntry): ChangelogEntry {
  return { type, description }
}
