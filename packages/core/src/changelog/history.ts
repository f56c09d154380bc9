// A changelog as data: what a reader of the API gets.
import { CoreError } from '../errors.ts'
import type { ChangelogEntry, Release } from './changelog.ts'
import { isBlank } from './lines.ts'
import { type ParsedChangelog, parseChangelog, type Section } from './parse.ts'
import { currentVersion } from './release.ts'
import { findUnreleased } from './unreleased.ts'

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
  /** @throws CoreError `ambiguous_changelog` when there is more than one Unreleased heading */
  unreleased(): VersionPart<Unreleased>
}

/** Reads a changelog's text once, for all that is asked of it. */
export function readParts(text: string): ChangelogParts {
  const parsed = parseChangelog(text)
  return {
    version: currentVersion(parsed),
    releases: parsed.sections.flatMap((section) => {
      const release = toRelease(section)
      return release ? [{ release, notes: notesOf(parsed, section) }] : []
    }),
    unreleased() {
      const section = findUnreleased(parsed)
      const changes = section?.entries.map(toEntry) ?? []
      return {
        release: { version: 'unreleased', date: null, yanked: false, changes },
        notes: section ? notesOf(parsed, section) : { start: 0, end: 0 },
      }
    },
  }
}

/** Reads a changelog's text. */
export function readHistory(text: string): History {
  const { version, releases, unreleased } = readParts(text)
  return {
    version,
    unreleased: unreleased().release.changes,
    releases: releases.map(({ release }) => release),
  }
}

/** The line of the current version's heading as it stands in the file; undefined where nothing was released. */
export function currentVersionHeading(text: string): string | undefined {
  const parsed = parseChangelog(text)
  const version = currentVersion(parsed)
  const section = parsed.sections.find(
    ({ meaning }) => meaning.kind === 'release' && meaning.version === version,
  )
  return section && parsed.scan.lines[section.heading.firstLine]?.text
}

/**
 * The place of a version among the releases: `latest` (the highest, `current`), or a version, with or without a `v`.
 * @throws CoreError `unknown_version` when there is no such release
 */
export function findRelease(versions: readonly string[], current: string, name: string): number {
  const place = versions.indexOf(name === 'latest' ? current : name.replace(/^v/, ''))
  if (place !== -1) return place
  throw new CoreError(
    'unknown_version',
    `expected a version of the changelog, unreleased or latest; got ${JSON.stringify(name)}`,
  )
}

/** A section below its heading, without blank lines around it. */
function notesOf({ text, scan }: ParsedChangelog, { heading, endLine }: Section) {
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
