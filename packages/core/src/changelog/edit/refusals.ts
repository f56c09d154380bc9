// Refuses to edit a file when an edit depends on a part that is not understood.
import { AppError } from '../../errors.ts'
import { quote } from '../../quote.ts'
import {
  ascend,
  type ChangelogDocument,
  type Entry,
  findForeignLine,
  findFrozenLine,
  findGeneratedLine,
  isVersion,
  type ReleaseSection,
  type Section,
  textAt,
} from '../document/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'

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

/** Asserts that no text in a section may be a version, such as `## 1.0.0` directly below `<a name="1.0.0"/>`. Entries would be below it. */
export function assertNoHiddenVersion(document: ChangelogDocument, section: Section): void {
  const isInside = (line: number) => line > section.heading.lastLine && line < section.endLine
  const found = document.unknown.find((line) => document.kinds[line] !== 'list' && isInside(line))
  const remedy = 'write a blank line above it'
  if (found !== undefined)
    throw refusal(found, `an entry or a version, got ${quote(textAt(document, found).trim())}`, remedy)
}

/** Finds an entry that is a version, as in `0.22 series` above `- 0.22.1`. The name of a dependency can be before its version. */
function findVersionItem({ entries, meaning }: ReleaseSection): Entry | undefined {
  return entries.find(({ description }) => {
    const [text = ''] = description.split('\n', 1)
    return /^(?:version )?v?\d/i.test(text) && isVersion(text) && !`${text} `.includes(`${meaning.version} `)
  })
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
  const found = unknown.find((line) => line >= from && line < (to ?? lines.length))
  const remedy = 'write it as the heading of a version or of Unreleased, or move it below the newest version'
  if (found !== undefined)
    throw refusal(found, `a version or Unreleased, got ${quote(textAt(document, found).trim())}`, remedy)
  const [first, last] = [ordered[0]?.meaning, ordered.at(-1)?.meaning]
  // Two versions without dates can be of two series.
  const isShown = first?.date && last?.date ? first.date < last.date : ordered.length > 2
  const versions = ordered.map(({ heading, meaning }) => ({ ...meaning, level: heading.level }))
  const order = 'Unreleased below the newest version, got it above versions that ascend'
  if (unreleased && !isAscending && isShown && ascend(versions))
    throw refusal(unreleased.heading.firstLine, order, 'move it to the end')
  const item = ordered[0] && findVersionItem(ordered[0])
  if (item) throw refusal(item.firstLine, 'an entry, got a version that is a list item below a version')
  const foreign = findForeignLine(document)
  if (foreign !== undefined) throw refusal(foreign, 'an Unreleased or version heading above the content')
  const frozen = findFrozenLine(document)
  if (frozen !== undefined)
    throw refusal(frozen, 'a file of the newest versions, got one that leads elsewhere')
}
