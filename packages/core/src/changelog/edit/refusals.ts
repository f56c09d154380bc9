// Refuses to edit a file when an edit depends on a part that is not understood.
import { AppError } from '../../errors.ts'
import { quote } from '../../quote.ts'
import {
  type ChangelogDocument,
  findForeignLine,
  findFrozenLine,
  findGeneratedLine,
  type ReleaseSection,
  type Section,
} from '../document/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import { compareVersions } from '../version.ts'

/** Creates the error for a line that an edit depends on, or a parameter. @param remedy what would decide, as a request */
export function refusal(place: number | string, expectation: string, remedy?: string): AppError {
  const name = typeof place === 'number' ? `line ${place + 1}` : place
  const message = [`${name}: expected ${expectation}`, remedy, 'the file is unchanged']
  return new AppError(CHANGELOG_ERRORS.edit_refused, message.filter(Boolean).join('; '))
}

/**
 * Asserts that no tool writes the file, and that there are no conflict markers of git outside code and comments. A release would
 * contain both sides.
 * @throws AppError `changelog/edit_refused` with the line
 * @see https://git-scm.com/docs/git-merge#_how_conflicts_are_presented
 */
export function assertEditable(document: ChangelogDocument): void {
  const { lines, kinds } = document
  const generated = findGeneratedLine(document)
  if (generated !== -1)
    throw refusal(generated, 'a file that is edited by hand, got one that a tool writes', 'edit its source')
  const isText = (line: number) => !['fence', 'comment', 'code'].includes(kinds[line] ?? '')
  const find = (marker: string) =>
    lines.findIndex(({ text }, line) => text.startsWith(marker) && isText(line))
  const start = find('<<<<<<< ')
  if (start !== -1 && find('>>>>>>> ') > start)
    throw refusal(start, 'a file without conflict markers, got the start of a conflict')
}

/** Asserts that no version in a section is HTML, as a heading directly below `<a name="1.0.0"/>` is. Entries would be below it. */
export function assertNoHiddenVersion({ kinds, unknown }: ChangelogDocument, section: Section): void {
  const isInside = (line: number) => line > section.heading.lastLine && line < section.endLine
  const found = unknown.find(({ line }) => kinds[line] === 'html' && isInside(line))
  if (found)
    throw refusal(found.line, `a blank line above ${quote(found.text)}, got HTML that it is a part of`)
}

/** Whether no version is lower than the one above it, and the last one is higher than the first. Two versions without dates can be of two series. */
function ascends(releases: readonly ReleaseSection[]): boolean {
  const [first, last] = [releases[0]?.meaning, releases.at(-1)?.meaning]
  if (!first || !last || compareVersions(first.version, last.version) >= 0) return false
  const isHigher = ({ meaning }: ReleaseSection, index: number) =>
    compareVersions(meaning.version, releases[index]?.meaning.version ?? '') >= 0
  const isSorted = releases.slice(1).every(isHigher)
  return isSorted && (first.date && last.date ? first.date < last.date : releases.length > 2)
}

/**
 * Asserts that everything between the Unreleased section and the newest version is understood. Without an Unreleased section,
 * everything on the other side of the newest version.
 * @throws AppError `changelog/edit_refused` with the line
 */
export function assertUnderstood(document: ChangelogDocument, unreleased: Section | undefined): void {
  const { releases, ordered, unknown, isAscending, lines } = document
  const newest = (isAscending ? releases.at(-1) : releases[0])?.heading.firstLine
  const start = unreleased?.heading.firstLine
  const [from, to] = isAscending ? [newest ?? 0, start] : [start ?? 0, newest]
  const found = unknown.find(({ line }) => line >= from && line < (to ?? lines.length))
  const remedy = 'write it as a version or as Unreleased, or move it below the newest version'
  if (found) throw refusal(found.line, `a version or Unreleased, got ${quote(found.text)}`, remedy)
  if (unreleased && !isAscending && ascends(ordered))
    throw refusal(
      unreleased.heading.firstLine,
      'Unreleased below the newest version, got it above versions that ascend',
      'move it to the end',
    )
  const foreign = findForeignLine(document)
  if (foreign !== undefined) throw refusal(foreign, 'an Unreleased or version heading above the content')
  const frozen = findFrozenLine(document)
  if (frozen !== undefined)
    throw refusal(frozen, 'a file of the newest versions, got one that leads elsewhere')
}
