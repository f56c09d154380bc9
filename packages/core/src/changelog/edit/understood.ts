// Refuses edits that depend on a part of the file that is not understood.
import { AppError } from '../../errors.ts'
import { quote } from '../../quote.ts'
import type { ChangelogDocument, Section } from '../document/index.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'

/**
 * Asserts that everything between the Unreleased section and the newest version is understood. Without an Unreleased
 * section, everything on the other side of the newest version.
 * @throws AppError `changelog/edit_refused` with the line
 */
export function assertUnderstood(document: ChangelogDocument, unreleased: Section | undefined): void {
  const { sections, unknown, isAscending, lineMap } = document
  const releases = sections.filter(({ meaning }) => meaning.kind === 'release')
  const newest = isAscending ? releases.at(-1) : releases[0]
  const start = unreleased?.heading.firstLine
  const bound = newest?.heading.firstLine
  const [from, to] = isAscending ? [bound ?? 0, start] : [start ?? 0, bound]
  const found = unknown.find(({ line }) => line >= from && line < (to ?? lineMap.lines.length))
  if (found) throw refusal(found.line, `a version or Unreleased, got ${quote(found.text)}`)
}

/** Creates the error for a line that an edit depends on. @param line the index of the line */
export function refusal(line: number, expectation: string): AppError {
  return new AppError(
    CHANGELOG_ERRORS.edit_refused,
    `line ${line + 1}: expected ${expectation}; the file is unchanged`,
  )
}
