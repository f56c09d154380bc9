// Finds the Unreleased section of a changelog. A changelog with two such sections is ambiguous.
import { AppError } from '../../errors.ts'
import { CHANGELOG_ERRORS } from '../errors.ts'
import type { ChangelogDocument, Section } from './parse.ts'

/**
 * Finds the Unreleased section. Undefined when there is none.
 * @throws AppError `changelog/ambiguous` when there is more than one
 */
export function findUnreleased({ sections }: ChangelogDocument): Section | undefined {
  const [found, second] = sections.filter(({ meaning }) => meaning.kind === 'unreleased')
  if (!second) return found
  throw new AppError(
    CHANGELOG_ERRORS.ambiguous,
    `expected one Unreleased heading, got a second one at line ${second.heading.firstLine + 1}`,
  )
}
