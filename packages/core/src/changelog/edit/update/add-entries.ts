// Adds entries to the Unreleased section. The new entries and category headings are verified before the
// document is returned. An Unreleased heading that is inserted because it is missing is not verified.
import { type ChangelogDocument, parseChangelog } from '../../document/index.ts'
import type { NewEntry } from '../../entry.ts'
import { applySplices, applyToDocument, type Splice } from '../splice.ts'
import { bulletFor } from '../style/index.ts'
import { verifyUpdate } from '../verify/index.ts'
import { validateDescriptions } from './description.ts'
import { ensureUnreleased, NEW_CHANGELOG } from './insert-unreleased.ts'
import { placeEntries } from './place-entries.ts'

/** The splices that add entries. */
export interface StagedAddition {
  /** The splices of each stage. Their offsets are those of the text after the stage before. */
  readonly stages: readonly (readonly Splice[])[]
  /** Verifies the splices. @throws AppError `changelog/edit_refused` when they change more than the entries */
  verify(): void
  /** The document with the new entries. */
  apply(): ChangelogDocument
}

/**
 * Adds entries to the Unreleased section, in order, under the headings of their types. Either all entries are
 * added or none. A missing heading is created. Returns the same document when there are no entries.
 * @throws AppError `changelog/invalid_description` when a description could be read as more than one entry,
 * `changelog/ambiguous` when there are two Unreleased headings, `changelog/edit_refused` when the edit would
 * change more than the entries and their category headings
 */
export function addEntries(document: ChangelogDocument, entries: readonly NewEntry[]): ChangelogDocument {
  const { verify, apply } = addInStages(document, entries)
  verify()
  return apply()
}

/** Adds entries like {@link addEntries}, but verifies them later. @throws AppError the other errors */
export function addInStages(document: ChangelogDocument, entries: readonly NewEntry[]): StagedAddition {
  if (entries.length === 0) return { stages: [], verify() {}, apply: () => document }
  const { text } = document
  const creation = isEmpty(document) ? [{ start: text.length, end: text.length, insert: NEW_CHANGELOG }] : []
  const before = creation.length > 0 ? parseChangelog(applySplices(text, creation)) : document
  const { document: target, section, splices: heading } = ensureUnreleased(before)
  const bullet = bulletFor(target, section)
  const descriptions = validateDescriptions(
    entries.map(({ description }) => description),
    bullet,
  )
  const described = entries.map(({ type }, index) => ({ type, lines: descriptions[index] ?? [] }))
  const { splices, items } = placeEntries(target, section, bullet, described)
  const maxHeadings = new Set(described.map(({ type }) => type)).size
  return {
    stages: [creation, heading, splices].filter((stage) => stage.length > 0),
    verify: () =>
      verifyUpdate(
        { before: target, splices },
        { items: items.map((lines) => lines.join('\n')), maxHeadings },
      ),
    apply: () => applyToDocument(target, splices),
  }
}

function isEmpty({ text }: ChangelogDocument): boolean {
  return text.replace('\uFEFF', '').trim() === ''
}
