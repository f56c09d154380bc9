// Renders the history of the changelog as bytes, once per revision. A response body consists of slices of
// these bytes, so memory does not grow with the number of clients that read the changelog.
import {
  type ChangelogDocument,
  findRelease,
  type Release,
  readVersions,
  type Snapshot,
  type Unreleased,
  type VersionNotes,
} from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'

/** A body as chunks, in order. */
export type Chunks = readonly Buffer[]

/** The rendered history of one revision of the changelog. */
export interface RenderedHistory {
  /**
   * Returns the history as JSON, with at most `limit` releases from `offset` on.
   * @throws AppError `changelog/ambiguous`
   */
  history(limit: number, offset: number): Chunks
  /**
   * Returns one version, as JSON and as Markdown.
   * @param name `unreleased`, `latest` or a version
   * @throws AppError `changelog/unknown_version`, `changelog/ambiguous`
   */
  version(name: string): { json(): Chunks; markdown(): Chunks }
}

/** Creates a function that renders the history of a snapshot. Only the last rendered revision is cached. */
export function createHistoryCache(): (snapshot: Snapshot) => RenderedHistory {
  let cached: { readonly revision: string; readonly rendered: RenderedHistory } | undefined
  return (snapshot) => {
    const { revision } = snapshot
    if (cached?.revision === revision) return cached.rendered
    // The old revision is released first, so that rendering does not need memory for both.
    cached = undefined
    const rendered = renderHistory(snapshot.document())
    cached = { revision, rendered }
    return rendered
  }
}

function renderHistory(document: ChangelogDocument): RenderedHistory {
  const parts = readVersions(document)
  const current = parts.version
  const unreleased = createUnreleasedRenderer(parts.unreleased)
  const versions = parts.releases.map(({ release }) => release.version)
  const notes = parts.releases.map((part) => part.notes)
  const releases = createValuesRenderer(parts.releases.map(({ release }) => release))
  const markdown = createNotesRenderer(document.text)
  const head = Buffer.from(`{"version":${JSON.stringify(current)},"unreleased":`)
  const tail = Buffer.from(`],"total":${versions.length}}`)
  return {
    history(limit, offset) {
      const { changes } = unreleased()
      return [head, changes, BEFORE_RELEASES, releases(offset, offset + limit), tail]
    },
    version(name) {
      if (name === 'unreleased') {
        const { changes, notes } = unreleased()
        return {
          json: () => [BEFORE_CHANGES, changes, AFTER_CHANGES],
          markdown: () => [markdown(notes)],
        }
      }
      const index = findRelease(versions, current, name)
      const range = notes[index] ?? EMPTY_RANGE
      return { json: () => [releases(index, index + 1)], markdown: () => [markdown(range)] }
    },
  }
}

type Range = VersionNotes<Release>['notes']

const EMPTY_RANGE: Range = { start: 0, end: 0 }
const BEFORE_RELEASES = Buffer.from(',"releases":[')
const BEFORE_CHANGES = Buffer.from('{"version":"unreleased","date":null,"yanked":false,"changes":')
const AFTER_CHANGES = Buffer.from('}')

/**
 * Creates a function that returns the rendered Unreleased section. Only the returned function throws, because
 * releases are available without it.
 */
function createUnreleasedRenderer(
  read: () => VersionNotes<Unreleased>,
): () => { changes: Buffer; notes: Range } {
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

/**
 * Renders values as JSON in one buffer, separated by commas. Returns a function that returns the values from
 * `from` to `to`, exclusive, as a slice of the buffer.
 */
function createValuesRenderer(values: readonly unknown[]): (from: number, to: number) => Buffer {
  const count = values.length
  const items = values.map((value) => JSON.stringify(value))
  const starts: number[] = [0]
  let end = 0
  for (const item of items) {
    end += Buffer.byteLength(item) + 1
    starts.push(end)
  }
  const bytes = Buffer.from(items.join(','))
  const startOf = (index: number) => starts[Math.min(index, count)] ?? 0
  // The comma after the last value is not part of the slice.
  return (from, to) => bytes.subarray(startOf(from), Math.max(startOf(from), startOf(to) - 1))
}

/**
 * Creates a function that encodes a range of a string. Each range is encoded on its first use and then
 * cached.
 */
function createNotesRenderer(source: string): (range: Range) => Buffer {
  const cached = new Map<number, Buffer>()
  return ({ start, end }) => {
    const cachedBytes = cached.get(start)
    if (cachedBytes) return cachedBytes
    const bytes = Buffer.from(source.slice(start, end))
    cached.set(start, bytes)
    return bytes
  }
}
