// The current version of a changelog: the highest one that was released, wherever it stands.
import { highestVersion } from '../version.ts'
import type { ChangelogDocument } from './parse.ts'

/** The highest released version, `0.0.0` when there is none. */
export function currentVersion({ sections }: ChangelogDocument): string {
  return highestVersion(
    sections.flatMap(({ meaning }) => (meaning.kind === 'release' ? [meaning.version] : [])),
  )
}

/** The line of the current version's heading as it stands in the file; undefined when nothing was released. */
export function currentVersionHeading(document: ChangelogDocument): string | undefined {
  const version = currentVersion(document)
  const section = document.sections.find(
    ({ meaning }) => meaning.kind === 'release' && meaning.version === version,
  )
  return section && document.scan.lines[section.heading.firstLine]?.text
}
