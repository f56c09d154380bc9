// The second reading: what an edit was to change, and that it changed nothing else that the document says.
import { CoreError } from '../errors.ts'
import type { ChangelogEntry } from './changelog.ts'
import type { ParsedChangelog, Section } from './parse.ts'
import { trimToLetters } from './trim.ts'

/** What a changelog says, without the places where it says it. */
interface Reading {
  readonly releases: readonly (readonly [string, readonly ChangelogEntry[]])[]
  readonly unreleased: readonly ChangelogEntry[]
  readonly definitions: readonly string[]
  readonly otherHeadings: readonly string[]
  readonly openAtEnd: string | undefined
}

/** @throws CoreError `changelog_edit_refused` when more than the expected entries differs */
export function verifyUpdate(
  before: ParsedChangelog,
  after: ParsedChangelog,
  added: readonly ChangelogEntry[],
): void {
  const [old, now] = [read(before), read(after)]
  const sameEntries = byType(now.unreleased) === byType([...old.unreleased, ...added])
  assertSame(sameEntries, 'the entries under Unreleased')
  assertSame(same(old.releases, now.releases), 'a released version')
  assertSame(same(old.definitions, now.definitions), 'a link definition')
  assertSame(same(old.otherHeadings, now.otherHeadings), 'a heading')
  assertSame(old.openAtEnd === now.openAtEnd, 'a fence or comment that is open at the end')
}

/** @throws CoreError `changelog_edit_refused` when more than the new release and its links differs */
export function verifyRelease(before: ParsedChangelog, after: ParsedChangelog, version: string): void {
  const [old, now] = [read(before), read(after)]
  const released = now.releases.find(([name]) => name.startsWith(`${version} `))
  assertSame(same(released?.[1], old.unreleased), 'the entries of the new version')
  assertSame(now.unreleased.length === 0, 'the entries under Unreleased')
  const others = now.releases.filter((release) => release !== released)
  assertSame(same(others, old.releases), 'another version')
  const kept = new Set(now.definitions)
  const lost = old.definitions.filter((text) => !/^unreleased /i.test(text) && !kept.has(text))
  assertSame(lost.length === 0 && now.definitions.length <= old.definitions.length + 1, 'a link definition')
  assertSame(same(old.otherHeadings, now.otherHeadings), 'a heading')
}

function read({ scan, sections }: ParsedChangelog): Reading {
  const strip = ({ entries }: Section) => entries.map(({ type, description }) => ({ type, description }))
  const inSections = new Set(
    sections.flatMap(({ heading, categories }) => [heading, ...categories.map((c) => c.heading)]),
  )
  return {
    releases: sections.flatMap((section) => {
      const { meaning } = section
      if (meaning.kind !== 'release') return []
      return [[`${meaning.version} ${meaning.date} ${meaning.yanked}`, strip(section)] as const]
    }),
    unreleased: sections.filter(({ meaning }) => meaning.kind === 'unreleased').flatMap(strip),
    definitions: scan.definitions.map(({ label, destination }) => `${label} ${destination}`),
    otherHeadings: scan.headings
      .filter((heading) => !inSections.has(heading))
      .map(({ level, text }) => `${level} ${text}`),
    openAtEnd: scan.openAtEnd,
  }
}

/** Entries as a text in which only the order within a type counts; a type counts by its letters. */
function byType(entries: readonly ChangelogEntry[]): string {
  const groups = new Map<string, string[]>()
  for (const { type, description } of entries) {
    const name = trimToLetters(type ?? '').toLowerCase()
    const group = groups.get(name)
    if (group) group.push(description)
    else groups.set(name, [description])
  }
  return JSON.stringify([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function assertSame(holds: boolean, what: string): void {
  if (holds) return
  throw new CoreError('changelog_edit_refused', `the edit would change ${what}; the file is as before`)
}
