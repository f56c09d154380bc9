// The history as bytes, rendered once per revision and shared by every response. A response is a list of slices of these
// bytes, so the changelog is in memory once, however many clients read it.
import {
  type ChangelogDocument,
  findRelease,
  type Release,
  readParts,
  type Snapshot,
  type Unreleased,
  type VersionPart,
} from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'

/** The pieces of a body, in order. */
export type Pieces = readonly Buffer[]

/** A rendered revision of the changelog. */
export interface RenderedHistory {
  /**
   * The history as JSON, with at most `limit` releases, starting at `offset`.
   * @throws AppError `changelog/ambiguous`
   */
  history(limit: number, offset: number): Pieces
  /**
   * One version, as JSON and as Markdown. `name` is `unreleased`, `latest` or a version.
   * @throws AppError `changelog/unknown_version`, `changelog/ambiguous`
   */
  version(name: string): { json(): Pieces; markdown(): Pieces }
}

/** Creates a function that renders the history of a snapshot. Only the last rendered revision is cached. */
export function createHistoryCache(): (snapshot: Snapshot) => RenderedHistory {
  let cached: { readonly revision: string; readonly rendered: RenderedHistory } | undefined
  return (snapshot) => {
    const { revision } = snapshot
    if (cached?.revision === revision) return cached.rendered
    // Before rendering, so that the old revision can be collected meanwhile.
    cached = undefined
    const rendered = renderHistory(snapshot.document())
    cached = { revision, rendered }
    return rendered
  }
}

function renderHistory(document: ChangelogDocument): RenderedHistory {
  const parts = readParts(document)
  const current = parts.version
  const unreleased = renderUnreleased(parts.unreleased)
  const versions = parts.releases.map(({ release }) => release.version)
  const notes = parts.releases.map((part) => part.notes)
  const releases = renderList(parts.releases.map(({ release }) => release))
  const markdown = renderNotes(document.text)
  const head = Buffer.from(`{"version":${JSON.stringify(current)},"unreleased":`)
  const foot = Buffer.from(`],"total":${versions.length}}`)
  return {
    history(limit, offset) {
      const { changes } = unreleased()
      return [head, changes, BEFORE_RELEASES, releases(offset, offset + limit), foot]
    },
    version(name) {
      if (name === 'unreleased') {
        const { changes, notes } = unreleased()
        return {
          json: () => [BEFORE_CHANGES, changes, AFTER_CHANGES],
          markdown: () => [markdown(notes)],
        }
      }
      const place = findRelease(versions, current, name)
      const range = notes[place] ?? NOTHING
      return { json: () => [releases(place, place + 1)], markdown: () => [markdown(range)] }
    },
  }
}

type Range = VersionPart<Release>['notes']

const NOTHING: Range = { start: 0, end: 0 }
const BEFORE_RELEASES = Buffer.from(',"releases":[')
const BEFORE_CHANGES = Buffer.from('{"version":"unreleased","date":null,"yanked":false,"changes":')
const AFTER_CHANGES = Buffer.from('}')

/** Renders the Unreleased section. An error is thrown only by the returned function: releases do not depend on it. */
function renderUnreleased(read: () => VersionPart<Unreleased>): () => { changes: Buffer; notes: Range } {
  try {
    const { release, notes } = read()
    const changes = Buffer.from(JSON.stringify(release.changes))
    return () => ({ changes, notes })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return () => {
      throw error
    }
  }
}

/** Values as JSON, separated by commas, in one buffer. Consecutive values are a slice of it; `to` is exclusive. */
function renderList(values: readonly unknown[]): (from: number, to: number) => Buffer {
  const count = values.length
  const texts = values.map((value) => JSON.stringify(value))
  const starts: number[] = [0]
  let end = 0
  for (const text of texts) {
    end += Buffer.byteLength(text) + 1
    starts.push(end)
  }
  const bytes = Buffer.from(texts.join(','))
  const startOf = (place: number) => starts[Math.min(place, count)] ?? 0
  // The comma after the last one is left out.
  return (from, to) => bytes.subarray(startOf(from), Math.max(startOf(from), startOf(to) - 1))
}

/** Ranges of a text as bytes, each encoded at its first use. Ranges do not overlap, so each byte is kept once. */
function renderNotes(text: string): (range: Range) => Buffer {
  const cached = new Map<number, Buffer>()
  return ({ start, end }) => {
    const known = cached.get(start)
    if (known) return known
    const bytes = Buffer.from(text.slice(start, end))
    cached.set(start, bytes)
    return bytes
  }
}
