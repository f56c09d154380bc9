// Adds entries to the Unreleased section. The new entries and category headings are verified before the
// document is returned. An Unreleased heading that is inserted because it is missing is not verified.
import { type ChangelogDocument, parseChangelog } from '../../document/index.ts'
import type { NewEntry } from '../../entry.ts'
import { assertNoConflicts } from '../conflicts.ts'
import { applySplices, applyToDocument } from '../splice.ts'
import { bulletFor } from '../style/index.ts'
import { verifyUpdate } from '../verify/index.ts'
import { validateDescriptions } from './description.ts'
import { ensureUnreleased, NEW_CHANGELOG } from './insert-unreleased.ts'
import { placeEntries } from './place-entries.ts'

/**
 * Adds entries to the Unreleased section, in order, under the headings of their types. Either all entries are
 * added or none. A missing heading is created. Returns the same document when there are no entries.
 * @throws AppError `changelog/invalid_description` when a description could be read as more than one entry,
 * `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused` when the file has conflict markers,
 * or when the edit would change more than the entries and their category headings
 */
export function addEntries(document: ChangelogDocument, entries: readonly NewEntry[]): ChangelogDocument {
  if (entries.length === 0) return document
  assertNoConflicts(document)
  const { text } = document
  const creation = isEmpty(document) ? [{ start: text.length, end: text.length, insert: NEW_CHANGELOG }] : []
  const before = creation.length > 0 ? parseChangelog(applySplices(text, creation)) : document
  const { document: target, section } = ensureUnreleased(before)
  const bullet = bulletFor(target, section)
  const descriptions = validateDescriptions(
    entries.map(({ description }) => description),
    bullet,
  )
  const described = entries.map(({ type }, index) => ({ type, lines: descriptions[index] ?? [] }))
  const { splices, items } = placeEntries(target, section, bullet, described)
  const maxHeadings = new Set(described.map(({ type }) => type)).size
  verifyUpdate({ before: target, splices }, { items: items.map((lines) => lines.join('\n')), maxHeadings })
  return applyToDocument(target, splices)
}

function isEmpty({ text }: ChangelogDocument): boolean {
  return text.replace('\uFEFF', '').trim() === ''
}
