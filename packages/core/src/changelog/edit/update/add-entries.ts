// Adds entries to the Unreleased section.
import { type ChangelogDocument, parseChangelog } from '../../document/index.ts'
import type { NewEntry } from '../../entry.ts'
import { applySplices } from '../../splice.ts'
import { verifyUpdate } from '../../verify/index.ts'
import { assertNoConflicts } from '../refusals.ts'
import { bulletFor } from '../style/index.ts'
import { validateDescriptions } from './description.ts'
import { ensureUnreleased } from './insert-unreleased.ts'
import { placeEntries } from './place-entries.ts'

/**
 * Adds entries to the Unreleased section, in order, under the headings of their types. Either all entries are added or none. A
 * missing heading is created. The new entries and category headings are verified, an inserted Unreleased heading is not. Returns
 * the same document when there are no entries.
 * @throws AppError `changelog/invalid_description` when a description could be read as more than one entry,
 * `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused` when the file has conflict markers, or
 * when the edit would change more than the entries and their category headings
 */
export function addEntries(document: ChangelogDocument, entries: readonly NewEntry[]): ChangelogDocument {
  if (entries.length === 0) return document
  assertNoConflicts(document)
  const { document: before, section } = ensureUnreleased(document)
  const bullet = bulletFor(before, section)
  const texts = entries.map(({ description }) => description)
  const descriptions = validateDescriptions(texts, bullet)
  const described = entries.map(({ type }, index) => ({ type, lines: descriptions[index] ?? [] }))
  const { splices, items } = placeEntries(before, section, described, bullet)
  const added = items.map((lines) => lines.join('\n'))
  verifyUpdate({ before, splices }, added, new Set(entries.map(({ type }) => type)).size)
  return parseChangelog(applySplices(before.text, splices))
}
