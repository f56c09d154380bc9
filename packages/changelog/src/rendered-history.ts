// The history as bytes, made once for a revision and shared by every response: a response is a list of pieces of them,
// so that however many clients read, and whatever they ask for, the changelog is in memory once.
import {
  type ChangelogContent,
  findRelease,
  type Release,
  readParts,
  type Unreleased,
  type VersionPart,
} from '@qb/core/changelog'
import { CoreError } from '@qb/core/errors'

/** The pieces of a body, in order. */
export type Pieces = readonly Buffer[]

/** A revision of the changelog, ready to be sent. */
export interface RenderedHistory {
  /**
   * The history as JSON, with the releases from `offset` on, `limit` of them at most.
   * @throws CoreError `ambiguous_changelog`
   */
  history(limit: number, offset: number): Pieces
  /**
   * One version by its name, as JSON and as Markdown.
   * @throws CoreError `unknown_version`, `ambiguous_changelog`
   */
  version(name: string): { json(): Pieces; markdown(): Pieces }
}

/** Gives the rendered history of a content; that of the newest revision is kept, and no other. */
export function createHistoryCache(): (content: ChangelogContent) => RenderedHistory {
  let kept: { readonly hash: string; readonly rendered: RenderedHistory } | undefined
  return ({ hash, text }) => {
    if (kept?.hash !== hash) {
      // First, so that the old one can go while the new one is made.
      kept = undefined
      kept = { hash, rendered: renderHistory(text) }
    }
    return kept.rendered
  }
}

function renderHistory(text: string): RenderedHistory {
  const parts = readParts(text)
  const current = parts.version
  const unreleased = renderUnreleased(parts.unreleased)
  const versions = parts.releases.map(({ release }) => release.version)
  const notes = parts.releases.map((part) => part.notes)
  const releases = renderList(parts.releases.map(({ release }) => release))
  const markdown = renderNotes(text)
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

/** What is unreleased, or the reason why it cannot be told, which does not concern those who ask for a release. */
function renderUnreleased(read: () => VersionPart<Unreleased>): () => { changes: Buffer; notes: Range } {
  try {
    const { release, notes } = read()
    const changes = Buffer.from(JSON.stringify(release.changes))
    return () => ({ changes, notes })
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    return () => {
      throw error
    }
  }
}

/** Values as JSON, separated by commas, in one run of bytes: any of them that follow each other are a piece of it. */
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

/** Parts of a text as bytes, each made when it is first asked for. Sections do not overlap: in all, the text once. */
function renderNotes(text: string): (range: Range) => Buffer {
  const made = new Map<number, Buffer>()
  return ({ start, end }) => {
    const known = made.get(start)
    if (known) return known
    const bytes = Buffer.from(text.slice(start, end))
    made.set(start, bytes)
    return bytes
  }
}
