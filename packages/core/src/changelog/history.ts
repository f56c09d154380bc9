// A changelog as data: what a reader of the API gets.
import { AppError } from '../errors.ts'
import {
  type ChangelogDocument,
  currentVersion,
  findUnreleased,
  isBlank,
  type Section,
} from './document/index.ts'
import type { ChangelogEntry, Release } from './entry.ts'
import { CHANGELOG_ERRORS } from './errors.ts'

/** The whole history, releases in the order of the file. */
export interface History {
  /** The highest released version, `0.0.0` where there is none. */
  readonly version: string
  readonly unreleased: readonly ChangelogEntry[]
  readonly releases: readonly Release[]
}

/** What is unreleased, in the form of a release. */
export interface Unreleased {
  readonly version: 'unreleased'
  readonly date: null
  readonly yanked: false
  readonly changes: readonly ChangelogEntry[]
}

/** One version's part, with its notes as a range of the text, in UTF-16 code units. */
export interface VersionPart<R extends Release | Unreleased> {
  readonly release: R
  readonly notes: { readonly start: number; readonly end: number }
}

/** A changelog by its versions. */
export interface ChangelogParts {
  /** The highest released version, `0.0.0` where there is none. */
  readonly version: string
  /** In the order of the file. */
  readonly releases: readonly VersionPart<Release>[]
  /** @throws AppError `changelog/ambiguous` when there is more than one Unreleased heading */
  unreleased(): VersionPart<Unreleased>
}

/** The versions of a changelog. */
export function readParts(document: ChangelogDocument): ChangelogParts {
  return {
    version: currentVersion(document),
    releases: document.sections.flatMap((section) => {
      const release = toRelease(section)
      return release ? [{ release, notes: notesOf(document, section) }] : []
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

/** The history of a changelog. */
export function readHistory(document: ChangelogDocument): History {
  const { version, releases, unreleased } = readParts(document)
  return {
    version,
    unreleased: unreleased().release.changes,
    releases: releases.map(({ release }) => release),
  }
}

/**
 * The place of a version among the releases: `latest` (the highest, `current`), or a version, with or without a `v`.
 * @throws AppError `changelog/unknown_version` when there is no such release
 */
export function findRelease(versions: readonly string[], current: string, name: string): number {
  const place = versions.indexOf(name === 'latest' ? current : name.replace(/^v/, ''))
  if (place !== -1) return place
  throw new AppError(
    CHANGELOG_ERRORS.unknown_version,
    `expected a version of the changelog, unreleased or latest; got ${JSON.stringify(name)}`,
  )
}

/** A section below its heading, without blank lines around it. */
function notesOf({ text, scan }: ChangelogDocument, { heading, endLine }: Section) {
  const { lines } = scan
  let line = heading.lastLine + 1
  while (line < endLine && isBlank(lines[line]?.text ?? '')) line++
  if (line >= endLine) return { start: text.length, end: text.length }
  const start = lines[line]?.start ?? text.length
  return { start, end: start + text.slice(start, lines[endLine - 1]?.end).trimEnd().length }
}

function toRelease({ meaning, entries }: Section): Release | undefined {
  if (meaning.kind !== 'release') return undefined
  return {
    version: meaning.version,
    date: meaning.date,
    yanked: meaning.yanked,
    changes: entries.map(toEntry),
  }
}

function toEntry({ type, description }: ChangelogEntry): ChangelogEntry {
  return { type, description }
}
