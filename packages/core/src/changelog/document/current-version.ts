// Finds the current version of a changelog: the highest released version, regardless of its position.
import { highestVersion } from '../version.ts'
import type { ChangelogDocument, Section } from './parse.ts'

/** The current versions of documents, because an edit asks for it several times. */
const versions = new WeakMap<ChangelogDocument, string>()

/** The highest released version. `0.0.0` when there is none. */
export function currentVersion(document: ChangelogDocument): string {
  const version = versions.get(document) ?? findHighest(document)
  versions.set(document, version)
  return version
}

function findHighest({ sections }: ChangelogDocument): string {
  return highestVersion(
    sections.flatMap(({ meaning }) => (meaning.kind === 'release' ? [meaning.version] : [])),
  )
}

/** The section of the current version. Undefined when there is no release. */
export function currentSection(document: ChangelogDocument): Section | undefined {
  const version = currentVersion(document)
  return document.sections.find(({ meaning }) => meaning.kind === 'release' && meaning.version === version)
}

/** The first heading line of the current version, as in the file. Undefined when there is no release. */
export function currentVersionHeading(document: ChangelogDocument): string | undefined {
  const section = currentSection(document)
  return section && document.lineMap.lines[section.heading.firstLine]?.text
}
