// Adds entries under Unreleased. The edit is verified before it is returned. It is refused when it would change more
// than the expected entries.
import { type ChangelogDocument, findUnreleased, parseChangelog, type Section } from '../document/index.ts'
import type { NewEntry } from '../entry.ts'
import { formatItem, readDescriptions } from './description.ts'
import { NEW_CHANGELOG, withUnreleased } from './insert-unreleased.ts'
import { placeEntries } from './place-entries.ts'
import { applySplices } from './splice.ts'
import { bulletFor } from './style.ts'
import { verifyUpdate } from './verify/index.ts'

/**
 * Adds the entries under Unreleased, in order, under the headings of their types. Returns the same document when
 * there are no entries. Either all entries are added or none.
 * @throws AppError `changelog/invalid_description` for a description that could be read as more than one entry,
 * `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused` when more would change
 */
export function addEntries(document: ChangelogDocument, entries: readonly NewEntry[]): ChangelogDocument {
  if (entries.length === 0) return document
  const before = isEmpty(document) ? parseChangelog(document.text + NEW_CHANGELOG) : document
  const target = withUnreleased(before)
  const section = findUnreleased(target) as Section
  const bullet = bulletFor(target, section)
  const texts = readDescriptions(
    entries.map(({ description }) => description),
    bullet,
  )
  const described = entries.map(({ type }, index) => ({ type, lines: texts[index] ?? [] }))
  const splices = placeEntries(target, section, bullet, described)
  const after = parseChangelog(applySplices(target.text, splices))
  const items = described.map(({ lines }) => formatItem(lines, bullet).join('\n'))
  const maxHeadings = new Set(described.map(({ type }) => type)).size
  verifyUpdate({ before: target, after, splices }, { items, maxHeadings })
  return after
}

function isEmpty({ text }: ChangelogDocument): boolean {
  return text.replace('\uFEFF', '').trim() === ''
}
