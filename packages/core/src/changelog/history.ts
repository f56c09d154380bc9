// A changelog as data: what a reader of the API gets.
import { CoreError } from '../errors.ts'
import type { ChangelogEntry, Release } from './changelog.ts'
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

/** One version's part: its entries, and its notes as they stand in the file. */
export interface VersionNotes {
  readonly release: Release | { version: 'unreleased'; date: null; yanked: false; changes: ChangelogEntry[] }
  readonly markdown: string
}

/** Reads a changelog's text. */
export function readHistory(text: string): History {
  const parsed = parseChangelog(text)
  return {
    version: currentVersion(parsed),
    unreleased: findUnreleased(parsed)?.entries.map(toEntry) ?? [],
    releases: parsed.sections.flatMap((section) => toRelease(section) ?? []),
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
 * One version of a changelog: `unreleased`, `latest` (the highest), or a version, with or without a `v`.
 * @throws CoreError `unknown_version` when the changelog has no such version
 */
export function readVersion(text: string, name: string): VersionNotes {
  const parsed = parseChangelog(text)
  const markdown = (section: Section) => notesOf(parsed, section)
  if (name === 'unreleased') {
    const section = findUnreleased(parsed)
    const changes = section?.entries.map(toEntry) ?? []
    return {
      release: { version: 'unreleased', date: null, yanked: false, changes },
      markdown: section ? markdown(section) : '',
    }
  }
  const wanted = name === 'latest' ? currentVersion(parsed) : name.replace(/^v/, '')
  for (const section of parsed.sections) {
    const release = toRelease(section)
    if (release?.version === wanted) return { release, markdown: markdown(section) }
  }
  throw new CoreError(
    'unknown_version',
    `expected a version of the changelog, unreleased or latest; got ${JSON.stringify(name)}`,
  )
}

function notesOf({ text, scan }: ParsedChangelog, { heading, endLine }: Section): string {
  const start = scan.lines[heading.lastLine]?.end ?? text.length
  const end = scan.lines[endLine - 1]?.end ?? text.length
  return text
    .slice(start, Math.max(start, end))
    .replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '')
    .trimEnd()
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
