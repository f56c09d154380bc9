// Finds out whether a branch says in the changelog what it changes.
import { type ChangelogDocument, findUnreleased } from './document/index.ts'

/**
 * Whether a changelog has an entry under Unreleased that it did not have before, or a new release. An entry that was changed is new.
 * @throws AppError `changelog/ambiguous` when there are two Unreleased headings
 */
export function hasNewEntry(before: ChangelogDocument, after: ChangelogDocument): boolean {
  const known = new Set(before.releases.map(({ meaning }) => meaning.version))
  if (after.releases.some(({ meaning }) => !known.has(meaning.version))) return true
  const old = listEntries(before)
  return listEntries(after).some((entry) => {
    const index = old.indexOf(entry)
    // The same text can be added once more.
    if (index !== -1) old.splice(index, 1)
    return index === -1
  })
}

function listEntries(document: ChangelogDocument): string[] {
  return (findUnreleased(document)?.entries ?? []).map(({ type, description }) =>
    JSON.stringify([type, description]),
  )
}
